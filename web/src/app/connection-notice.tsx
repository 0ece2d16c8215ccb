import { useSyncExternalStore } from "react";
import { Notice } from "../components/states.tsx";
import { useWorkbench } from "../data/workbench.ts";

/** Says that the server is away, and that nobody has to do anything about it. */
export function ConnectionNotice() {
  const { connection } = useWorkbench();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  return (
    <div className="connection" aria-live="polite">
      {isLost ? (
        <Notice tone="warn">
          The server cannot be reached. What is on this page stays, and it goes on once the server
          is back.
        </Notice>
      ) : null}
    </div>
  );
}
