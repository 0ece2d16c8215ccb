import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { Draft } from "./use-draft.ts";

/** Somebody else has saved in the meantime. */
export function ConflictDialog({ draft }: { readonly draft: Draft }) {
  const { theirs } = draft;
  return (
    <Dialog
      title="Somebody else has changed this workflow"
      isOpen={theirs !== undefined}
      onClose={draft.closeConflict}
    >
      <p className="small">
        Since you opened it, another version was saved
        {theirs === undefined
          ? ""
          : ` (${new Date(theirs.workflow.updated_at).toLocaleString("en")})`}
        . What you drew is still here.
      </p>
      <div className="dialog-actions">
        <Button onClick={draft.closeConflict}>Keep drawing</Button>
        <Button onClick={draft.takeTheirs}>Take theirs</Button>
        <Button look="primary" onClick={() => void draft.overwrite()}>
          Save mine over it
        </Button>
      </div>
    </Dialog>
  );
}
