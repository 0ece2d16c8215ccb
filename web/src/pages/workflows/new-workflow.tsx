import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { sayError } from "../../data/workbench.ts";
import { useCreateWorkflow } from "./data.ts";

export interface NewWorkflowProps {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

export function NewWorkflowDialog({ onClose, onMade }: NewWorkflowProps) {
  const [name, setName] = useState("");
  const { mutate, isPending, error } = useCreateWorkflow(onMade);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(name);
  };
  return (
    <Dialog title="New workflow" isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label="Name" error={error === null ? undefined : sayError(error)} isRequired>
          {(control) => (
            <input
              {...control}
              className="input"
              value={name}
              maxLength={255}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
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
