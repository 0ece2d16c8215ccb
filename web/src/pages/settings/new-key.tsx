import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { sayError } from "../../data/workbench.ts";
import { useChange } from "./data.ts";
import { Select } from "../../components/select.tsx";

/** Where identities come from most often; any other address of an issuer can be written. */
const ISSUERS = [
  "https://token.actions.githubusercontent.com",
  "https://github.com/login/oauth",
  "https://accounts.google.com",
] as const;

export interface NewKeyProps {
  /** Empty: the registry itself. */
  readonly publisher: string;
}

/** Registers a key, or who signs with Sigstore without one. */
export function NewKey({ publisher }: NewKeyProps) {
  const [kind, setKind] = useState<"key" | "identity">("key");
  const [text, setText] = useState("");
  const [name, setName] = useState("");
  const [issuer, setIssuer] = useState<string>(ISSUERS[0]);
  const add = useChange(
    (client, _input: undefined) =>
      client.addRegistryKey({
        body: {
          ...(publisher === "" ? {} : { publisher }),
          ...(kind === "key"
            ? { public_key: text.trim() }
            : { identity: { name: name.trim(), issuer: issuer.trim() } }),
        },
      }),
    () => {
      setText("");
      setName("");
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(undefined);
  };
  return (
    <form className="stack" onSubmit={submit}>
      {add.error === null ? null : <Notice tone="bad">{sayError(add.error)}</Notice>}
      <Field label="Signed with">
        {(control) => (
          <Select
            control={control}
            className="settings-role"
            value={kind}
            onChange={(chosen) => setKind(chosen === "key" ? "key" : "identity")}
            options={[
              { value: "key", title: "A key" },
              { value: "identity", title: "Sigstore, without a key" },
            ]}
          />
        )}
      </Field>
      {kind === "key" ? (
        <KeyField text={text} onChange={setText} />
      ) : (
        <IdentityFields
          name={name}
          issuer={issuer}
          onName={setName}
          onIssuer={setIssuer}
          list={`issuers-${publisher}`}
        />
      )}
      <div className="row">
        <Button type="submit" disabled={add.isPending}>
          {kind === "key" ? "Trust the key" : "Trust the identity"}
        </Button>
      </div>
    </form>
  );
}

interface KeyFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function KeyField({ text, onChange }: KeyFieldProps) {
  return (
    <Field label="Public key" help="Of Ed25519 in base64, or of OpenPGP in its armour.">
      {(control) => (
        <textarea
          {...control}
          className="input mono"
          rows={2}
          required
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface IdentityFieldsProps {
  readonly name: string;
  readonly issuer: string;
  readonly onName: (name: string) => void;
  readonly onIssuer: (issuer: string) => void;
  /** The id of the list of usual issuers. */
  readonly list: string;
}

function IdentityFields({ name, issuer, onName, onIssuer, list }: IdentityFieldsProps) {
  return (
    <div className="settings-columns">
      <Field
        label="Identity"
        help="As the certificate names it: an email, or the address of a workflow."
      >
        {(control) => (
          <input
            {...control}
            className="input"
            required
            maxLength={500}
            value={name}
            onChange={(event) => onName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Issuer" help="Who vouches for the identity.">
        {(control) => (
          <>
            <input
              {...control}
              className="input"
              type="url"
              list={list}
              required
              maxLength={500}
              value={issuer}
              onChange={(event) => onIssuer(event.target.value)}
            />
            <datalist id={list}>
              {ISSUERS.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
    </div>
  );
}
