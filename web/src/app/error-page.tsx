import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page-head.tsx";
import { EmptyState, Failure } from "../components/states.tsx";
import { useWorkbench } from "../data/workbench.ts";
import { isUnloaded } from "./unloaded.ts";

/** A fault in a page stays in it: the navigation around it goes on. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  if (isUnloaded(error)) return <UnloadedPage />;
  return (
    <>
      <PageHead title="This page has failed" />
      <Failure error={error} retry={reset} />
    </>
  );
}

/** Nothing is loaded again before the server answers: the tab would be left with nothing at all. */
function UnloadedPage() {
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
      <PageHead title="This page did not arrive" />
      <EmptyState
        icon="warning"
        title="The server could not be reached, or has a newer workbench than this tab"
        actions={<Button onClick={() => void loadAgain()}>Load it again</Button>}
      >
        {tries === 0 ? "What you saved is safe." : "The server still does not answer."}
      </EmptyState>
    </>
  );
}

export function MissingPage() {
  return (
    <>
      <PageHead title="There is no such page" />
      <EmptyState
        icon="search"
        title="Nothing is at this address"
        actions={
          <Link to="/" className="button">
            To the skills
          </Link>
        }
      />
    </>
  );
}
