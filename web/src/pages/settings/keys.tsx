import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { sayError, useUser } from "../../data/workbench.ts";
import { sayDay, useChange, useSetting } from "./data.ts";

/** Keys by which signatures are trusted: of the registry, and of the publishers of the user. */
export function Keys() {
  const publishers = useSetting(
    "publishers",
    async (client, signal) => (await client.listOwnPublishers({ signal })).publishers,
  );
  const { role } = useUser();
  if (publishers.isError) return <Failure error={publishers.error} />;
  if (publishers.data === undefined) return <Loading what="Loading keys" />;
  return (
    <div className="stack">
      <p className="small muted">
        A skill that is signed with one of these keys is a community skill and no experimental one.{" "}
        <code>skillwright keygen</code> makes a key, <code>skillwright sign</code> signs with it.
      </p>
      {publishers.data.map(({ handle }) => (
        <KeyList key={handle} publisher={handle} title={`Keys of ${handle}`} mayChange />
      ))}
      {publishers.data.length === 0 ? (
        <Notice>You have published nothing yet, so there is no publisher to add a key to.</Notice>
      ) : null}
      <KeyList publisher="" title="Keys of the registry" mayChange={role === "admin"} />
    </div>
  );
}

interface KeyListProps {
  /** Empty: the registry itself. */
  readonly publisher: string;
  readonly title: string;
  readonly mayChange: boolean;
}

function KeyList({ publisher, title, mayChange }: KeyListProps) {
  const whose = publisher === "" ? {} : { publisher };
  const keys = useSetting(
    `keys ${publisher}`,
    async (client, signal) => (await client.listRegistryKeys({ query: whose, signal })).keys,
  );
  const [text, setText] = useState("");
  const add = useChange(
    (client, _input: undefined) =>
      client.addRegistryKey({ body: { ...whose, public_key: text.trim() } }),
    () => setText(""),
  );
  const remove = useChange((client, id: string) => client.removeRegistryKey({ params: { id } }));
  const failed = keys.error ?? add.error ?? remove.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(undefined);
  };
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      {failed === null ? null : <Notice tone="bad">{sayError(failed)}</Notice>}
      {keys.data?.length === 0 ? <p className="small muted">There is none.</p> : null}
      <ul className="stack-tight">
        {(keys.data ?? []).map(({ key_id: id, added_at: added }) => (
          <li key={id} className="row small">
            <code className="settings-password">{id}</code>
            <span className="muted">since {sayDay(added)}</span>
            <span className="grow" />
            {mayChange ? (
              <Button
                size="small"
                look="danger"
                aria-label={`Remove the key ${id}`}
                onClick={() => remove.mutate(id)}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <form className="stack" onSubmit={submit}>
          <Field label="Public key" help="Of Ed25519 in base64, or of OpenPGP in its armour.">
            {(control) => (
              <textarea
                {...control}
                className="input mono"
                rows={2}
                required
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <div className="row">
            <Button type="submit" disabled={add.isPending}>
              Trust the key
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
