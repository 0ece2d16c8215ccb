import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { formatError } from "../../data/workbench.ts";
import { useCreateSkill } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
const NAME_RULE_TEXT =
  "Take lower-case letters, digits and single hyphens, such as weekly-report; no blanks, no hyphen at either end.";

export function NewSkillDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useTexts();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const { create, isBusy, error } = useCreateSkill((made) => {
    void navigate({ to: "/skills/$name", params: { name: made } });
  });
  const [isRefused, setIsRefused] = useState(false);
  const isNamed = NAME.test(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsRefused(!isNamed);
    if (!isNamed) return;
    create({ name, description });
  };
  const isOfName = error instanceof ApiError && error.field === "name";
  return (
    <Dialog title={say("home.new")} isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        {error === null || isOfName ? null : <Notice tone="bad">{formatError(error)}</Notice>}
        <Field
          label={say("models.name")}
          help={say("skills.lowerCaseLettersDigits")}
          error={isRefused && !isNamed ? NAME_RULE_TEXT : isOfName ? formatError(error) : undefined}
          isRequired
        >
          {(control) => (
            <input
              {...control}
              className="input"
              value={name}
              maxLength={64}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={say("common.description")} help={say("skills.whatItDoesAnd")} isRequired>
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
          <Button onClick={onClose}>{say("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {say("common.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
