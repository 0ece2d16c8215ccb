import { type FormEvent, useState } from "react";
import { AgentMark } from "../../components/agent-mark.tsx";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { formatError } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { type Providers, useProviders, useSetting } from "./data.ts";
import { type Connected, type Kind, type NewModel, useConnect } from "./use-connect.ts";
import "./models.css";

/** How the keys of providers begin. */
const KEYS: readonly (readonly [start: string, kind: Kind])[] = [
  ["sk-ant-", "anthropic"],
  ["sk-or-", "openrouter"],
  ["AIza", "google"],
];

/** A model to begin with, which the form offers and anybody can change. */
const USUAL: { readonly [Name in Kind]?: string } = {
  openai: "gpt-5-mini",
  anthropic: "claude-sonnet-4-5",
  google: "gemini-flash-latest",
  mistral: "mistral-small-latest",
  openrouter: "openrouter/auto",
};

const EMPTY = { secret: "", url: "", models: "", name: "" };

/** A key says whose it is, and an address that it is one of their own. */
function kindOf(secret: string): Kind {
  if (isAddress(secret)) return "openai-compatible";
  return KEYS.find(([start]) => secret.startsWith(start))?.[1] ?? "openai";
}

function isAddress(text: string): boolean {
  return /^https?:\/\//u.test(text);
}

function toModel(kind: Kind, input: typeof EMPTY, usual: string, isKept: boolean): NewModel {
  const { secret, url, models, name } = input;
  return {
    kind,
    name: name.trim(),
    url: (isAddress(secret) ? secret : url).trim(),
    key: isAddress(secret) ? "" : secret.trim(),
    models: (models.trim() === "" ? usual : models).split(/[\s,]+/u).filter((id) => id !== ""),
    isKept,
  };
}

/** Paste a key or the address of a server, or take one that was found: it is tested, then saved. */
export function ConnectModel({ isSmall = false }: { readonly isSmall?: boolean }) {
  const say = useTexts();
  const providers = useProviders();
  return (
    <section
      className="card card-flush connect"
      aria-label={say("models.connect")}
      data-small={isSmall || undefined}
    >
      <div className="connect-head">
        <h2>{say("models.connect")}</h2>
        {isSmall ? (
          <span className="badge badge-line">{say("home.optional")}</span>
        ) : (
          <span className="small muted">{say("models.atOnce")}</span>
        )}
      </div>
      {isSmall ? <p className="connect-why muted">{say("home.connectWhy")}</p> : null}
      {providers.isError ? (
        <Failure error={providers.error} retry={() => void providers.refetch()} />
      ) : providers.data === undefined ? (
        <Loading what={say("models.loading")} />
      ) : (
        <ConnectForm providers={providers.data} isSmall={isSmall} />
      )}
    </section>
  );
}

interface ConnectFormProps {
  readonly providers: Providers;
  /** It is gone once a model is connected, so that a message has to say it. */
  readonly isSmall: boolean;
}

function ConnectForm({ providers: { kinds, providers }, isSmall }: ConnectFormProps) {
  const say = useTexts();
  const toast = useSay();
  const [chosen, choose] = useState<Kind>();
  const [input, setInput] = useState(EMPTY);
  const connect = useConnect(providers, (model) => {
    setInput(EMPTY);
    if (isSmall) toast.good(say("models.connectedToast", { model }));
  });
  const kindName = chosen ?? kindOf(input.secret);
  const kind = kinds.find((one) => one.kind === kindName);
  const usual = USUAL[kindName] ?? "";
  const wanted = (isKept: boolean): NewModel => toModel(kindName, input, usual, isKept);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    connect.mutate(wanted(false));
  };
  const text = (name: keyof typeof EMPTY): TextControl => ({
    value: input[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setInput({ ...input, [name]: event.target.value }),
  });
  return (
    <>
      <FoundServers known={providers} isBusy={connect.isPending} onConnect={connect.mutate} />
      <form className="connect-form" onSubmit={submit}>
        <Field label={say("models.provider")}>
          {(control) => (
            <Select
              control={control}
              value={kindName}
              onChange={(value) => choose(kinds.find((one) => one.kind === value)?.kind)}
              options={kinds.map((one) => ({ value: one.kind, title: one.title }))}
            />
          )}
        </Field>
        <Field label={say("models.key")} help={say("models.keyHelp")}>
          {(control) => (
            <input
              {...control}
              {...text("secret")}
              className="input mono"
              type={isAddress(input.secret) ? "url" : "password"}
              autoComplete="off"
              required={kind?.needs_key === true}
              placeholder={KEYS.find(([, of]) => of === kindName)?.[0].concat("…") ?? "sk-…"}
            />
          )}
        </Field>
        <Field
          label={say("models.model")}
          help={kind?.needs_key === true ? undefined : say("models.modelsOfServer")}
        >
          {(control) => (
            <input {...control} {...text("models")} className="input" placeholder={usual} />
          )}
        </Field>
        <MoreFields
          kind={kind}
          isOpen={kind?.needs_url === true && !isAddress(input.secret)}
          name={text("name")}
          url={text("url")}
        />
        <div className="connect-end" role="status">
          {connect.data === undefined || connect.isPending ? null : (
            <Answer answer={connect.data} onKeep={() => connect.mutate(wanted(true))} />
          )}
          {connect.error === null ? null : <Notice tone="bad">{formatError(connect.error)}</Notice>}
        </div>
        <Button type="submit" look="primary" className="connect-go" disabled={connect.isPending}>
          {connect.isPending ? say("models.testing") : say("models.testAndSave")}
        </Button>
      </form>
    </>
  );
}

interface TextControl {
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

interface MoreFieldsProps {
  readonly kind: Providers["kinds"][number] | undefined;
  /** Where it needs one of them. */
  readonly isOpen: boolean;
  readonly name: TextControl;
  readonly url: TextControl;
}

/** What few have to say. */
function MoreFields({ kind, isOpen, name, url }: MoreFieldsProps) {
  const say = useTexts();
  return (
    <details className="connect-more" open={isOpen ? true : undefined}>
      <summary className="small muted">{say("models.more")}</summary>
      <div className="connect-two">
        <Field label={say("models.name")} help={say("models.nameHelp")}>
          {(control) => (
            <input
              {...control}
              {...name}
              className="input"
              maxLength={64}
              placeholder={kind?.kind}
            />
          )}
        </Field>
        <Field label={say("models.address")}>
          {(control) => (
            <input
              {...control}
              {...url}
              className="input"
              type="url"
              maxLength={2048}
              placeholder={kind?.base_url ?? say("models.usualAddress")}
            />
          )}
        </Field>
      </div>
    </details>
  );
}

interface AnswerProps {
  readonly answer: Connected;
  readonly onKeep: () => void;
}

function Answer({ answer: { isFine, isSaved, model, text, milliseconds }, onKeep }: AnswerProps) {
  const say = useTexts();
  if (isFine)
    return (
      <Notice tone="good">
        <strong>{say("models.answered", { model })}</strong> “{text.trim()}”{" "}
        {milliseconds === null ? "" : say("models.inTime", { milliseconds })}
      </Notice>
    );
  return (
    <Notice tone="bad">
      <p>
        <strong>{say("models.silent", { model })}</strong> <Message text={text} />
      </p>
      {isSaved ? null : (
        <p>
          <Button size="small" onClick={onKeep}>
            {say("models.saveAnyway")}
          </Button>
        </p>
      )}
    </Notice>
  );
}

interface FoundServersProps {
  readonly known: Providers["providers"];
  readonly isBusy: boolean;
  readonly onConnect: (model: NewModel) => void;
}

/** Servers of models on the machine of the server. */
function FoundServers({ known, isBusy, onConnect }: FoundServersProps) {
  const say = useTexts();
  const local = useSetting("local-models", (client, signal) => client.findLocalModels({ signal }));
  const found = (local.data?.found ?? []).filter(
    ({ base_url: url, kind }) => !known.some((one) => one.base_url === url || one.kind === kind),
  );
  return found.map(({ kind, title, base_url: url, models }) => (
    <div key={url} className="connect-found">
      <AgentMark title={title} />
      <span className="grow">
        <strong>{say("models.running", { title })}</strong>
        <small>
          {new URL(url).host} · {say("models.count", { count: models.length })}
        </small>
      </span>
      <Button
        size="small"
        disabled={isBusy}
        aria-label={say("models.use", { title })}
        onClick={() => onConnect({ kind, name: "", url: "", key: "", models })}
      >
        {say("models.useShort")}
      </Button>
    </div>
  ));
}
