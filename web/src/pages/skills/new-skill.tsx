import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { sayError } from "../../data/workbench.ts";
import { useCreateSkill } from "./data.ts";

export function NewSkillDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const { create, isBusy, error } = useCreateSkill((made) => {
    void navigate({ to: "/skills/$name", params: { name: made } });
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create({ name, description });
  };
  const isOfName = error instanceof ApiError && error.field === "name";
  return (
    <Dialog title="New skill" isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {error === null || isOfName ? null : <Notice tone="bad">{sayError(error)}</Notice>}
        <Field
          label="Name"
          help="Lower-case letters, digits and single hyphens."
          error={isOfName ? sayError(error) : undefined}
          isRequired
        >
          {(control) => (
            <input
              {...control}
              className="input"
              value={name}
              pattern="[a-z0-9]+(-[a-z0-9]+)*"
              maxLength={64}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Description"
          help="What it does and when to use it; a model chooses the skill by this."
          isRequired
        >
          {(control) => (
            <textarea
              {...control}
              className="input"
              value={description}
              maxLength={1024}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
