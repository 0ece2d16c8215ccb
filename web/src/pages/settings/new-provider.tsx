import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { Notice } from "../../components/states.tsx";
import { sayError } from "../../data/workbench.ts";
import { type Providers, useModelChange, useSetting } from "./data.ts";

type Kind = Providers["kinds"][number];

export interface NewProviderProps {
  readonly kinds: readonly Kind[];
  readonly known: Providers["providers"];
}

const EMPTY = { name: "", url: "", key: "", models: "" };

/** How the keys of providers begin. */
const KEYS = [
  ["sk-ant-", "anthropic"],
  ["sk-or-", "openrouter"],
  ["AIza", "google"],
  ["gsk_", "groq"],
  ["xai-", "xai"],
] as const;

function kindOf({ key, url }: typeof EMPTY): string {
  const known = KEYS.find(([start]) => key.startsWith(start))?.[1];
  return known ?? (url === "" ? "openai" : "openai-compatible");
}

/** A form for a provider; servers of models on the machine of the server are offered above it. */
export function NewProvider({ kinds, known }: NewProviderProps) {
  const [chosen, setKindName] = useState<Kind["kind"]>();
  const [input, setInput] = useState(EMPTY);
  // Until somebody chooses, the key says whose it is, and an address that it is one of their own.
  const kindName = chosen ?? kinds.find((one) => one.kind === kindOf(input))?.kind ?? "openai";
  const kind = kinds.find((one) => one.kind === kindName);
  const local = useSetting("local-models", (client, signal) => client.findLocalModels({ signal }));
  const add = useModelChange(
    (client, body: Parameters<typeof client.addModelProvider>[0]["body"]) =>
      client.addModelProvider({ body }),
    () => setInput(EMPTY),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const models = input.models.split(/[\s,]+/u).filter((id) => id !== "");
    add.mutate({
      name: input.name === "" ? kindName : input.name,
      kind: kindName,
      models,
      ...(input.url === "" ? {} : { base_url: input.url }),
      ...(input.key === "" ? {} : { api_key: input.key }),
    });
  };
  const found = (local.data?.found ?? []).filter(
    ({ base_url: url, kind: foundKind }) =>
      !known.some((one) => one.base_url === url || one.kind === foundKind),
  );
  const text = (name: keyof typeof EMPTY) => ({
    className: "input",
    value: input[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setInput({ ...input, [name]: event.target.value }),
  });
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="new-provider-title">
      <h2 id="new-provider-title">Connect a model</h2>
      {add.error === null ? null : <Notice tone="bad">{sayError(add.error)}</Notice>}
      {found.map(({ kind: foundKind, title, base_url: url, models }) => (
        <Notice key={url} tone="info">
          <p>
            {title} runs at {url} with {models.length} models.
          </p>
          <Button
            size="small"
            disabled={add.isPending}
            onClick={() => add.mutate({ name: foundKind, kind: foundKind, models: [...models] })}
          >
            Connect {title}
          </Button>
        </Notice>
      ))}
      <Field label="Provider">
        {(control) => (
          <Select
            control={control}
            value={kindName}
            onChange={(value) =>
              setKindName(kinds.find((one) => one.kind === value)?.kind ?? kindName)
            }
            options={kinds.map((one) => ({ value: one.kind, title: one.title }))}
          />
        )}
      </Field>
      <Field label="Name" help="Stands before the colon, as in name:model.">
        {(control) => (
          <input {...control} {...text("name")} maxLength={64} placeholder={kindName} />
        )}
      </Field>
      <Field label="Address" isRequired={kind?.needs_url === true}>
        {(control) => (
          <input
            {...control}
            {...text("url")}
            type="url"
            maxLength={2048}
            placeholder={kind?.base_url ?? "The usual one"}
          />
        )}
      </Field>
      <Field
        label="Key"
        help="Stored encrypted, and never shown again."
        isRequired={kind?.needs_key === true}
      >
        {(control) => <input {...control} {...text("key")} type="password" autoComplete="off" />}
      </Field>
      <Field
        label="Models"
        help="Names as the provider has them, with commas between. Local servers are asked for theirs."
      >
        {(control) => <input {...control} {...text("models")} maxLength={4000} />}
      </Field>
      <div className="row">
        <Button type="submit" look="primary" disabled={add.isPending}>
          Connect
        </Button>
      </div>
    </form>
  );
}
