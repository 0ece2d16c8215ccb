import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmButtonProps extends Omit<ButtonProps, "onClick"> {
  /** What is asked. */
  readonly title: string;
  /** What follows from it. */
  readonly effect: ReactNode;
  /** What the button says that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
}

/** A button for what cannot be taken back: it asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, effect, action, onConfirm, ...button } = props;
  const [isAsked, setIsAsked] = useState(false);
  const close = (): void => setIsAsked(false);
  return (
    <>
      <Button {...button} onClick={() => setIsAsked(true)} />
      <Dialog title={title} isOpen={isAsked} onClose={close}>
        <div className="stack">
          <p>{effect}</p>
          <div className="dialog-actions">
            <Button onClick={close}>Cancel</Button>
            <Button
              look="danger"
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              {action}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
