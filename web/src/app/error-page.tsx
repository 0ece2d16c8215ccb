import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page-head.tsx";
import { EmptyState, Failure } from "../components/states.tsx";
import { useWorkbench } from "../data/workbench.ts";
import { isUnloaded } from "./unloaded.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** A fault in a page stays in it: the navigation around it goes on. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const say = useTexts();
  if (isUnloaded(error)) return <UnloadedPage />;
  return (
    <>
      <PageHead title={say("app.thisPageHasFailed")} />
      <Failure error={error} retry={reset} />
    </>
  );
}

/** Nothing is loaded again before the server answers: the tab would be left with nothing at all. */
function UnloadedPage() {
  const say = useTexts();
  const { url } = useWorkbench();
  const [tries, setTries] = useState(0);
  const loadAgain = async (): Promise<void> => {
    try {
      await fetch(new URL("/healthz", url), { cache: "no-store" });
      location.reload();
    } catch {
      setTries((last) => last + 1);
    }
  };
  return (
    <>
      <PageHead title={say("app.thisPageDidNot")} />
      <EmptyState
        icon="warning"
        title={say("app.theServerCouldNot")}
        actions={<Button onClick={() => void loadAgain()}>{say("app.loadItAgain")}</Button>}
      >
        {tries === 0 ? say("app.whatYouSavedIs") : say("app.theServerStillDoes")}
      </EmptyState>
    </>
  );
}

export function MissingPage() {
  const say = useTexts();
  return (
    <>
      <PageHead title={say("app.thereIsNoSuch")} />
      <EmptyState
        icon="search"
        title={say("app.nothingIsAtThis")}
        actions={
          <Link to="/" className="button">
            {say("app.toTheSkills")}
          </Link>
        }
      />
    </>
  );
}
