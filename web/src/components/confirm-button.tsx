import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useTexts } from "../texts/use-texts.tsx";

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
  return (
    <>
      <Button {...button} onClick={() => setIsAsked(true)} />
      {isAsked ? (
        <ConfirmDialog
          title={title}
          effect={effect}
          action={action}
          onConfirm={onConfirm}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  );
}

export interface ConfirmDialogProps extends Pick<
  ConfirmButtonProps,
  "title" | "effect" | "action" | "onConfirm"
> {
  readonly onClose: () => void;
}

/** The same for what begins in a menu. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const say = useTexts();
  const { title, effect, action, onConfirm, onClose } = props;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="stack">
        <p>{effect}</p>
        <div className="dialog-actions">
          <Button onClick={onClose}>{say("common.cancel")}</Button>
          <Button
            look="danger"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
