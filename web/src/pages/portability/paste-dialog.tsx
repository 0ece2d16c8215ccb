import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";

export interface PasteDialogProps {
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** A skill from anywhere: it is judged in the page and sent nowhere. */
export function PasteDialog({ onClose, onDone }: PasteDialogProps) {
  const [text, setText] = useState("");
  return (
    <Dialog title="Paste a skill" isOpen onClose={onClose}>
      <div className="stack">
        <Field label="Text of a SKILL.md" help="It stays in this page and is sent nowhere.">
          {(control) => (
            <textarea
              {...control}
              className="input mono portability-paste"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={text.trim() === ""} onClick={() => onDone(text)}>
            Judge it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
