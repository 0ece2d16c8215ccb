import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DiffView } from "../../editor/diff-view.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface ConflictProps {
  readonly theirs: string;
  readonly mine: string;
  readonly onSolved: (text: string) => void;
  readonly onClose: () => void;
}

/** Somebody else has saved in the meantime: both texts, and one that is made of them. */
export function ConflictDialog({ theirs, mine, onSolved, onClose }: ConflictProps) {
  const say = useTexts();
  const [merged, setMerged] = useState(mine);
  return (
    <Dialog title={say("editor.anotherUserChangedThis")} isOpen isWide onClose={onClose}>
      <p className="muted">{say("editor.onTheLeftIs")}</p>
      <div className="editor-merge">
        <DiffView
          before={theirs}
          after={mine}
          beforeLabel="What they saved"
          afterLabel="What will be saved"
          onChange={setMerged}
        />
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>{say("editor.keepWriting")}</Button>
        <Button onClick={() => onSolved(theirs)}>{say("common.takeTheirs")}</Button>
        <Button look="primary" onClick={() => onSolved(merged)}>
          {say("editor.saveTheRightSide")}
        </Button>
      </div>
    </Dialog>
  );
}
