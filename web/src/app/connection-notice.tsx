import { useSyncExternalStore } from "react";
import { Notice } from "../components/states.tsx";
import { useWorkbench } from "../data/workbench.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** Says that the server is away, and that nobody has to do anything about it. */
export function ConnectionNotice() {
  const say = useTexts();
  const { connection } = useWorkbench();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  return (
    <div className="connection" aria-live="polite">
      {isLost ? <Notice tone="warn">{say("app.theServerCannotBe")}</Notice> : null}
    </div>
  );
}
