import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface PasteDialogProps {
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** A skill from anywhere: it is judged in the page and sent nowhere. */
export function PasteDialog({ onClose, onDone }: PasteDialogProps) {
  const say = useTexts();
  const [text, setText] = useState("");
  return (
    <Dialog title={say("portability.pasteASkill")} isOpen onClose={onClose}>
      <div className="stack">
        <Field label={say("portability.textOfASkill")} help={say("portability.itStaysInThis")}>
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
          <Button onClick={onClose}>{say("common.cancel")}</Button>
          <Button look="primary" disabled={text.trim() === ""} onClick={() => onDone(text)}>
            {say("portability.judgeIt")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
