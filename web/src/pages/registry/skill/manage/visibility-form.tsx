import { type FormEvent, useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { Field } from "../../../../components/field.tsx";
import { Notice } from "../../../../components/states.tsx";
import { useSay } from "../../../../components/toasts.tsx";
import { formatError } from "../../../../data/workbench.ts";
import { VISIBILITIES } from "../../words.tsx";
import { type SkillDetail, useRegistryChange } from "../data.ts";
import { Select } from "../../../../components/select.tsx";
import { useTexts } from "../../../../texts/use-texts.tsx";

export function VisibilityForm({ skill }: { readonly skill: SkillDetail }) {
  const text = useTexts();
  const say = useSay();
  const [visibility, setVisibility] = useState(skill.visibility);
  const change = useRegistryChange(
    (client, _input: undefined) =>
      client.setRegistryVisibility({ params: { name: skill.full_name }, body: { visibility } }),
    () => say.good("It is seen by those whom you chose."),
  );
  const choices = VISIBILITIES.filter(([id]) => id !== "team" || skill.publisher.kind === "team");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(undefined);
  };
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="visibility-title">
      <h2 id="visibility-title">{text("common.visibility")}</h2>
      {change.error === null ? null : <Notice tone="bad">{formatError(change.error)}</Notice>}
      <Field label={text("common.visibility")}>
        {(control) => (
          <Select
            control={control}
            className="manage-choice"
            value={visibility}
            onChange={(chosen) => {
              const found = choices.find(([id]) => id === chosen);
              if (found !== undefined) setVisibility(found[0]);
            }}
            options={choices.map(([value, title]) => ({ value, title }))}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" disabled={change.isPending || visibility === skill.visibility}>
          {text("item.saveWhoMaySee")}
        </Button>
      </div>
    </form>
  );
}
