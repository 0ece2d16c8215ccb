import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { formatError } from "../../data/workbench.ts";
import { useChange } from "./data.ts";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

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
  const say = useTexts();
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
      {add.error === null ? null : <Notice tone="bad">{formatError(add.error)}</Notice>}
      <Field label={say("settings.signedWith")}>
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
          {kind === "key" ? say("settings.trustTheKey") : say("settings.trustTheIdentity")}
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
  const say = useTexts();
  return (
    <Field label={say("settings.publicKey")} help={say("settings.ofEd25519InBase64")}>
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
  const say = useTexts();
  return (
    <div className="settings-columns">
      <Field label={say("settings.identity")} help={say("settings.asTheCertificateNames")}>
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
      <Field label={say("settings.issuer")} help={say("settings.whoVouchesForThe")}>
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
