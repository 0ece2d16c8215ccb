import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DiffView } from "../../editor/diff-view.tsx";

export interface ConflictProps {
  readonly theirs: string;
  readonly mine: string;
  readonly onSolved: (text: string) => void;
  readonly onClose: () => void;
}

/** Somebody else has saved in the meantime: both texts, and one that is made of them. */
export function ConflictDialog({ theirs, mine, onSolved, onClose }: ConflictProps) {
  const [merged, setMerged] = useState(mine);
  return (
    <Dialog title="Somebody else has changed this skill" isOpen isWide onClose={onClose}>
      <p className="muted">
        On the left is what they saved, on the right what you wrote. Take pieces over with the
        arrows, or write on the right; what stands there is saved.
      </p>
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
        <Button onClick={onClose}>Keep writing</Button>
        <Button onClick={() => onSolved(theirs)}>Take theirs</Button>
        <Button look="primary" onClick={() => onSolved(merged)}>
          Save the right side
        </Button>
      </div>
    </Dialog>
  );
}
