import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { sayError } from "../../data/workbench.ts";
import { type Providers, useModelChange } from "./data.ts";

type Rules = Providers["rules"];

/** The default model, which take its place, who may use which, and how much. */
export function ModelRules({ rules }: { readonly rules: Rules }) {
  const [input, setInput] = useState({
    usual: rules.default ?? "",
    fallback: rules.fallback.join(", "),
    allow: rules.allow.join(", "),
    tokens: String(rules.budget.tokens),
  });
  const save = useModelChange((client, body: Rules) => client.setModelRules({ body }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const usual = input.usual.trim();
    save.mutate({
      ...(usual === "" ? {} : { default: usual }),
      fallback: split(input.fallback),
      allow: split(input.allow),
      budget: { ...rules.budget, tokens: Math.max(0, Number(input.tokens) || 0) },
    });
  };
  const text = (name: keyof typeof input) => ({
    className: "input",
    value: input[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setInput({ ...input, [name]: event.target.value }),
  });
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="model-rules-title">
      <h2 id="model-rules-title">Rules for all models</h2>
      {save.error === null ? null : <Notice tone="bad">{sayError(save.error)}</Notice>}
      {save.isSuccess ? <Notice tone="good">Saved.</Notice> : null}
      <Field label="Default model" help="As provider:model; empty takes the first.">
        {(control) => <input {...control} {...text("usual")} maxLength={256} />}
      </Field>
      <Field
        label="Fallback order"
        help="Models that answer when one fails before it has said anything."
      >
        {(control) => <input {...control} {...text("fallback")} />}
      </Field>
      <Field label="Models for users" help="Such as openai:*; empty allows all.">
        {(control) => <input {...control} {...text("allow")} />}
      </Field>
      <Field label="Tokens per user and day" help="0 is no limit. Days end at midnight UTC.">
        {(control) => <input {...control} {...text("tokens")} type="number" min={0} />}
      </Field>
      <div className="row">
        <Button type="submit" disabled={save.isPending}>
          Save rules
        </Button>
      </div>
    </form>
  );
}

function split(text: string): readonly string[] {
  return text.split(/[\s,]+/u).filter((word) => word !== "");
}
