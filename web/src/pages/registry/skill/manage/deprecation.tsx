import { type FormEvent, useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { Field } from "../../../../components/field.tsx";
import { Notice } from "../../../../components/states.tsx";
import { useSay } from "../../../../components/toasts.tsx";
import { formatError } from "../../../../data/workbench.ts";
import { type SkillDetail, useRegistryChange } from "../data.ts";
import { useTexts } from "../../../../texts/use-texts.tsx";

/** Tells users not to use a skill any more, and what to use in its place. */
export function Deprecation({ skill }: { readonly skill: SkillDetail }) {
  const text = useTexts();
  const say = useSay();
  const isDeprecated = skill.deprecated !== null;
  const [message, setMessage] = useState(skill.deprecated ?? "");
  const [successor, setSuccessor] = useState(skill.successor ?? "");
  const change = useRegistryChange(
    (client, { isOn }: { readonly isOn: boolean }) => {
      const next = successor.trim() === "" ? {} : { successor: successor.trim() };
      return client.deprecateRegistrySkill({
        params: { name: skill.full_name },
        body: isOn ? { message, ...next } : {},
      });
    },
    ({ isOn }) => {
      say.good(isOn ? "Its users are notified." : "It is no longer deprecated.");
      if (isOn) return;
      setMessage("");
      setSuccessor("");
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ isOn: true });
  };
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="deprecation-title">
      <h2 id="deprecation-title">{text("item.deprecation")}</h2>
      {change.error === null ? null : <Notice tone="bad">{formatError(change.error)}</Notice>}
      <Field label={text("item.messageToItsUsers")} help={text("item.theyReadItWhere")} isRequired>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            maxLength={2000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </Field>
      <Field label={text("item.skillToUseIn")} help={text("item.itsNameSuchAs")}>
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={200}
            value={successor}
            onChange={(event) => setSuccessor(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" disabled={change.isPending}>
          {isDeprecated ? text("item.changeWhatIsSaid") : text("item.deprecateIt")}
        </Button>
        {isDeprecated ? (
          <Button disabled={change.isPending} onClick={() => change.mutate({ isOn: false })}>
            {text("item.takeItBack")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
