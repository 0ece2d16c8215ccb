import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { sayError } from "../../data/workbench.ts";
import { type Providers, useModelChange, useSetting } from "./data.ts";
import { ModelRules } from "./model-rules.tsx";
import { NewProvider } from "./new-provider.tsx";

type Provider = Providers["providers"][number];

/** Where administrators connect models. */
export function ModelProviders() {
  const providers = useSetting("model-providers", (client, signal) =>
    client.listModelProviders({ signal }),
  );
  if (providers.isError)
    return <Failure error={providers.error} retry={() => void providers.refetch()} />;
  if (providers.data === undefined) return <Loading what="Loading providers" />;
  return (
    <div className="settings-columns">
      <NewProvider kinds={providers.data.kinds} known={providers.data.providers} />
      <div className="stack">
        <section className="card card-flush" aria-labelledby="providers-title">
          <h2 id="providers-title" className="settings-bar">
            Providers
          </h2>
          {providers.data.providers.length === 0 ? (
            <p className="settings-none">No model connected. Connect one to run skills and chat.</p>
          ) : (
            <ul className="settings-providers">
              {providers.data.providers.map((provider) => (
                <ProviderRow key={provider.name} provider={provider} />
              ))}
            </ul>
          )}
        </section>
        <ModelRules rules={providers.data.rules} />
      </div>
    </div>
  );
}

function ProviderRow({ provider }: { readonly provider: Provider }) {
  const { name, kind, base_url: url, origin, models, has_key: hasKey } = provider;
  const [newName, setNewName] = useState<string>();
  const test = useModelChange((client, _input: undefined) =>
    client.testModelProvider({ params: { provider: name }, body: {} }),
  );
  const rename = useModelChange((client, to: string) =>
    client.changeModelProvider({ params: { provider: name }, body: { name: to } }),
  );
  const remove = useModelChange((client, _input: undefined) =>
    client.removeModelProvider({ params: { provider: name } }),
  );
  const error = test.error ?? rename.error ?? remove.error;
  return (
    <li className="settings-provider stack">
      <div className="row">
        <strong>{name}</strong>
        <span className="muted small">
          {[kind, url, hasKey ? "key stored" : "no key"].filter(Boolean).join(" · ")}
        </span>
      </div>
      <span className="small mono">{models.map(({ id }) => `${name}:${id}`).join(", ")}</span>
      {error === null ? null : <Notice tone="bad">{sayError(error)}</Notice>}
      {test.data === undefined ? null : (
        <Notice tone={test.data.is_fine ? "good" : "bad"}>
          {test.data.is_fine
            ? `${test.data.model} says: ${test.data.text ?? ""}`
            : (test.data.message ?? "It did not answer.")}
        </Notice>
      )}
      {newName === undefined ? null : (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate(newName);
          }}
        >
          <input
            className="input"
            aria-label={`New name of ${name}`}
            maxLength={64}
            value={newName}
            onChange={(event) => setNewName(event.target.value)}
          />
          <Button type="submit" size="small" disabled={rename.isPending}>
            Save
          </Button>
        </form>
      )}
      <div className="row">
        <Button
          size="small"
          aria-label={`Test ${name}`}
          disabled={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {test.isPending ? "Testing…" : "Test"}
        </Button>
        {origin === "settings" ? (
          <span className="muted small">From the settings of the server</span>
        ) : (
          <>
            <Button
              size="small"
              aria-label={`Rename ${name}`}
              onClick={() => setNewName(newName === undefined ? name : undefined)}
            >
              Rename
            </Button>
            <ConfirmButton
              size="small"
              look="danger"
              aria-label={`Remove ${name}`}
              title={`Remove ${name}?`}
              effect="Its key is deleted, and its models can no longer be chosen."
              action="Remove the provider"
              onConfirm={() => remove.mutate(undefined)}
            >
              Remove
            </ConfirmButton>
          </>
        )}
      </div>
    </li>
  );
}
