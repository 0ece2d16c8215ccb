import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Field } from "../../components/field.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { Failure, Notice } from "../../components/states.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { formatError } from "../../data/workbench.ts";
import { sayDay, type Scope, type Token, useChange, useSetting } from "./data.ts";
import { Select } from "../../components/select.tsx";
import type { Say } from "../../texts/texts.ts";
import type { TextKey } from "../../texts/en.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const SCOPES: readonly (readonly [Scope, TextKey])[] = [
  ["skills:read", "scope.skills:read"],
  ["skills:write", "scope.skills:write"],
  ["skills:run", "scope.skills:run"],
  ["knowledge:read", "scope.knowledge:read"],
  ["knowledge:write", "scope.knowledge:write"],
  ["workflows:read", "scope.workflows:read"],
  ["workflows:write", "scope.workflows:write"],
  ["workflows:run", "scope.workflows:run"],
  ["workflows:approve", "scope.workflows:approve"],
  ["chat", "scope.chat"],
  ["registry:read", "scope.registry:read"],
  ["registry:write", "scope.registry:write"],
  ["registry:moderate", "scope.registry:moderate"],
  ["registry:keys", "scope.registry:keys"],
  ["account", "scope.account"],
  ["users", "scope.users"],
  ["models", "scope.models"],
];

/** Personal tokens: for programs, with no more than they need. */
export function Tokens() {
  const say = useTexts();
  const tokens = useSetting(
    "tokens",
    async (client, signal) => await client.listTokens({ signal }),
  );
  const revoke = useChange((client, id: string) => client.revokeToken({ params: { id } }));
  return (
    <div className="settings-columns">
      <NewToken />
      <section className="card card-flush" aria-labelledby="tokens-title">
        <h2 id="tokens-title" className="settings-bar">
          {say("settings.yourTokens")}
        </h2>
        {tokens.isError ? (
          <Failure error={tokens.error} retry={() => void tokens.refetch()} />
        ) : null}
        {revoke.error === null ? null : <Notice tone="bad">{formatError(revoke.error)}</Notice>}
        {tokens.data?.tokens.length === 0 ? (
          <p className="settings-none">
            There is none. Programs such as <code>skillwright</code>, <code>npm</code> and{" "}
            <code>git</code> log in with one.
          </p>
        ) : (
          <ScrollBox label={say("skills.tokens")}>
            <TokenTable tokens={tokens.data?.tokens ?? []} onRevoke={(id) => revoke.mutate(id)} />
          </ScrollBox>
        )}
      </section>
    </div>
  );
}

function sayScope(say: Say, scope: string): string {
  const title = SCOPES.find(([id]) => id === scope)?.[1];
  return title === undefined ? scope : say(title);
}

interface TokenTableProps {
  readonly tokens: readonly Token[];
  readonly onRevoke: (id: string) => void;
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const say = useTexts();
  return (
    <table className="table table-stacks">
      <thead>
        <tr>
          <th scope="col">{say("models.name")}</th>
          <th scope="col">{say("settings.may")}</th>
          <th scope="col">{say("settings.used")}</th>
          <th scope="col">{say("settings.ends")}</th>
          <th scope="col">
            <span className="visually-hidden">{say("common.revoke")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map(({ id, name, scopes, last_used_at: used, expires_at: ends }) => (
          <tr key={id}>
            <td>
              <strong>{name}</strong>
            </td>
            <td data-title={say("settings.may")}>
              {scopes.map((scope) => sayScope(say, scope)).join(" · ")}
            </td>
            <td data-title={say("settings.used")}>{sayDay(used)}</td>
            <td data-title={say("settings.ends")}>{sayDay(ends)}</td>
            <td>
              <ConfirmButton
                size="small"
                look="danger"
                aria-label={say("settings.revoke", { name })}
                title={say("settings.revoke2", { name })}
                effect={say("settings.programsThatLogIn")}
                action={say("settings.revokeTheToken")}
                onConfirm={() => onRevoke(id)}
              >
                {say("common.revoke")}
              </ConfirmButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NewToken() {
  const say = useTexts();
  const [name, setName] = useState("");
  const [days, setDays] = useState("90");
  const [scopes, setScopes] = useState<readonly Scope[]>(["registry:read"]);
  const [copy, fallback] = useCopy();
  const make = useChange((client, _input: undefined) => {
    const count = Number(days);
    const body = { name, scopes, ...(count > 0 ? { days: count } : {}) };
    return client.makeToken({ body });
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate(undefined);
  };
  const toggle = (scope: Scope): void => {
    setScopes(
      scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope],
    );
  };
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="new-token-title">
      <h2 id="new-token-title">{say("settings.newToken")}</h2>
      {make.error === null ? null : <Notice tone="bad">{formatError(make.error)}</Notice>}
      {make.data === undefined ? null : (
        <Notice tone="good">
          <p>{say("settings.copyItNowIt")}</p>
          <div className="settings-secret">
            <code data-token>{make.data.token}</code>
            <Button
              size="small"
              icon="copy"
              onClick={() => copy(make.data.token, say("palette.copied"))}
            >
              {say("factors.copy")}
            </Button>
          </div>
        </Notice>
      )}
      <Field label={say("models.name")} help={say("settings.whatItIsFor")} isRequired>
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={128}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={say("settings.endsAfter")}>
        {(control) => (
          <Select
            control={control}
            value={days}
            onChange={setDays}
            options={[
              { value: "30", title: say("settings.days", { count: 30 }) },
              { value: "90", title: say("settings.days", { count: 90 }) },
              { value: "365", title: say("settings.aYear") },
              { value: "0", title: say("settings.never") },
            ]}
          />
        )}
      </Field>
      <fieldset>
        <legend className="field-label">{say("common.itMay")}</legend>
        <div className="settings-scopes">
          {SCOPES.map(([scope, title]) => (
            <label key={scope} className="row small">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={() => toggle(scope)}
              />
              {say(title)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="row">
        <Button type="submit" look="primary" disabled={make.isPending || scopes.length === 0}>
          {say("settings.makeTheToken")}
        </Button>
      </div>
      {fallback}
    </form>
  );
}
