import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { Draft } from "./use-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** Somebody else has saved in the meantime. */
export function ConflictDialog({ draft }: { readonly draft: Draft }) {
  const say = useTexts();
  const { theirs } = draft;
  return (
    <Dialog
      title={say("workflow.anotherUserChangedThis")}
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
        <Button onClick={draft.closeConflict}>{say("workflow.keepDrawing")}</Button>
        <Button onClick={draft.takeTheirs}>{say("common.takeTheirs")}</Button>
        <Button look="primary" onClick={() => void draft.overwrite()}>
          {say("workflow.saveMineOverIt")}
        </Button>
      </div>
    </Dialog>
  );
}
