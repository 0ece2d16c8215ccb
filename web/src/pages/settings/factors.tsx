import { encode } from "uqr";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { formText } from "../../components/form-text.ts";
import { Field } from "../../components/field.tsx";
import { Failure, Notice } from "../../components/states.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { hasPasskeys, makePasskey } from "../../data/passkeys.ts";
import { formatError } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { sayDay, useChange, useSetting } from "./data.ts";

/** What a login takes besides the password, or in its place. */
export function Factors() {
  const text = useTexts();
  const factors = useSetting(
    "factors",
    async (client, signal) => await client.readFactors({ signal }),
  );
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { authenticator, passkeys } = factors.data ?? { authenticator: null, passkeys: [] };
  return (
    <>
      {factors.isError ? (
        <Failure error={factors.error} retry={() => void factors.refetch()} />
      ) : null}
      <section className="card stack" aria-labelledby="second-step-title">
        <h2 id="second-step-title">{text("factors.app")}</h2>
        <p className="muted">
          {authenticator === null
            ? text("factors.appOff")
            : text("factors.appOn", { count: authenticator.recovery_codes })}
        </p>
        {codes.length === 0 ? null : <RecoveryCodes codes={codes} />}
        {factors.data === undefined ? null : authenticator === null ? (
          <NewApp onCodes={setCodes} />
        ) : (
          <NoApp />
        )}
      </section>
      <section className="card stack" aria-labelledby="passkeys-title">
        <h2 id="passkeys-title">{text("factors.passkeys")}</h2>
        <p className="muted">{text("factors.passkeysHelp")}</p>
        <ul className="stack">
          {passkeys.map(({ id, name, site, used_at: used }) => (
            <li key={id} className="row">
              <strong>{name}</strong>
              <span className="muted">
                {site} · {text("factors.used", { day: sayDay(used) })}
              </span>
              <RemovePasskey id={id} name={name} />
            </li>
          ))}
        </ul>
        {hasPasskeys() ? <NewPasskey /> : <p>{text("factors.noPasskeys")}</p>}
      </section>
    </>
  );
}

interface ProofProps {
  readonly action: string;
  readonly look?: "plain" | "danger" | "primary";
  readonly label?: string;
  /** Asked for besides the password. */
  readonly name?: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onProve: (password: string, name: string) => void;
}

/** A button that asks for the password first: whoever has only the page must not change how to log in. */
function ProofButton({ action, look = "plain", label, name, isBusy, error, onProve }: ProofProps) {
  const text = useTexts();
  const [isAsked, setIsAsked] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onProve(formText(form, "password"), formText(form, "name"));
  };
  return (
    <>
      <Button
        look={look}
        {...(label === undefined ? {} : { "aria-label": label })}
        onClick={() => setIsAsked(true)}
      >
        {action}
      </Button>
      <Dialog title={label ?? action} isOpen={isAsked} onClose={() => setIsAsked(false)}>
        <form className="stack" onSubmit={submit}>
          {error === null ? null : <Notice tone="bad">{formatError(error)}</Notice>}
          {name === undefined ? null : (
            <Field label={name}>
              {(control) => (
                <input {...control} className="input" name="name" maxLength={100} required />
              )}
            </Field>
          )}
          <Field label={text("settings.current")}>
            {(control) => (
              <input
                {...control}
                className="input"
                name="password"
                type="password"
                autoComplete="current-password"
                required
              />
            )}
          </Field>
          <div className="dialog-actions">
            <Button type="submit" look="primary" disabled={isBusy}>
              {text("factors.goOn")}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

interface OnCodes {
  readonly onCodes: (codes: readonly string[]) => void;
}

function NewApp({ onCodes }: OnCodes) {
  const text = useTexts();
  const begin = useChange((client, password: string) =>
    client.beginAuthenticator({ body: { password } }),
  );
  if (begin.data !== undefined) return <FirstCode {...begin.data} onCodes={onCodes} />;
  return (
    <ProofButton
      action={text("factors.setUp")}
      isBusy={begin.isPending}
      error={begin.error}
      onProve={(password) => begin.mutate(password)}
    />
  );
}

function FirstCode({
  secret,
  uri,
  onCodes,
}: OnCodes & { readonly secret: string; readonly uri: string }) {
  const text = useTexts();
  const confirm = useChange(async (client, code: string) => {
    const made = await client.confirmAuthenticator({ body: { code } });
    onCodes(made.recovery_codes);
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    confirm.mutate(formText(new FormData(event.currentTarget), "code"));
  };
  return (
    <form className="stack" onSubmit={submit}>
      {confirm.error === null ? null : <Notice tone="bad">{formatError(confirm.error)}</Notice>}
      <p>{text("factors.scan")}</p>
      <QrCode text={uri} />
      <code data-secret>{secret}</code>
      <Field label={text("factors.firstCode")}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" look="primary" disabled={confirm.isPending}>
          {text("factors.confirm")}
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = useTexts();
  const [copy, fallback] = useCopy();
  const all = codes.join("\n");
  return (
    <Notice tone="good">
      <p>{text("factors.keepCodes")}</p>
      <pre data-codes>{all}</pre>
      <Button size="small" icon="copy" onClick={() => copy(all, text("factors.copied"))}>
        {text("factors.copy")}
      </Button>
      {fallback}
    </Notice>
  );
}

function NoApp() {
  const text = useTexts();
  const remove = useChange((client, password: string) =>
    client.removeAuthenticator({ body: { password } }),
  );
  return (
    <ProofButton
      action={text("factors.removeApp")}
      look="danger"
      isBusy={remove.isPending}
      error={remove.error}
      onProve={(password) => remove.mutate(password)}
    />
  );
}

function NewPasskey() {
  const text = useTexts();
  const add = useChange(
    async (client, given: { readonly password: string; readonly name: string }) => {
      const { password, name } = given;
      const { question } = await client.askForNewPasskey({ body: { password } });
      return await client.addPasskey({ body: { name, answer: await makePasskey(question) } });
    },
  );
  return (
    <ProofButton
      key={add.data?.id ?? ""}
      action={text("factors.addPasskey")}
      name={text("factors.passkeyName")}
      isBusy={add.isPending}
      error={add.error}
      onProve={(password, name) => add.mutate({ password, name })}
    />
  );
}

function RemovePasskey({ id, name }: { readonly id: string; readonly name: string }) {
  const text = useTexts();
  const remove = useChange((client, password: string) =>
    client.removePasskey({ params: { id }, body: { password } }),
  );
  return (
    <ProofButton
      action={text("factors.remove")}
      label={text("factors.removePasskey", { name })}
      look="danger"
      isBusy={remove.isPending}
      error={remove.error}
      onProve={(password) => remove.mutate(password)}
    />
  );
}

/** Dark on light in every theme: cameras look for that. */
function QrCode({ text }: { readonly text: string }) {
  const say = useTexts();
  const { data, size } = encode(text);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      className="settings-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={say("factors.qr")}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
