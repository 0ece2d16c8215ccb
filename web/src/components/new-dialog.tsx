import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { useTexts } from "../texts/use-texts.tsx";

export interface NewDialogProps {
  readonly title: string;
  /** What the name is good for. */
  readonly help?: string;
  readonly longestName: number;
  readonly longestDescription: number;
  readonly isBusy: boolean;
  /** Why the name was refused. */
  readonly error: string | undefined;
  readonly onCreate: (made: { readonly name: string; readonly description: string }) => void;
  readonly onClose: () => void;
  /** What else is asked. */
  readonly children?: ReactNode;
}

/** Asks for the name of something new, and what it is for. */
export function NewDialog(props: NewDialogProps) {
  const say = useTexts();
  const { title, help, longestName, longestDescription, isBusy, error, onCreate, onClose } = props;
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCreate({ name, description });
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={say("models.name")} help={help} error={error} isRequired>
          {(control) => (
            <input
              {...control}
              className="input"
              value={name}
              maxLength={longestName}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={say("common.description")}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={description}
              maxLength={longestDescription}
              autoComplete="off"
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        {props.children}
        <div className="dialog-actions">
          <Button onClick={onClose}>{say("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {say("common.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
