import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { sayError } from "../../data/workbench.ts";
import type { Base } from "../../data/knowledge.ts";
import { useCreateBase } from "./data.ts";

export interface NewBaseProps {
  readonly onClose: () => void;
  readonly onMade: (base: Base) => void;
}

export function NewBaseDialog({ onClose, onMade }: NewBaseProps) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const { mutate, isPending, error } = useCreateBase(onMade);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ name, description });
  };
  return (
    <Dialog title="New knowledge base" isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field
          label="Name"
          help="Skills name it in their field knowledge_base."
          error={error === null ? undefined : sayError(error)}
          isRequired
        >
          {(control) => (
            <input
              {...control}
              className="input"
              value={name}
              maxLength={256}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Description">
          {(control) => (
            <input
              {...control}
              className="input"
              value={description}
              maxLength={1024}
              autoComplete="off"
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
