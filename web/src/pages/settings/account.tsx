import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { Select } from "../../components/select.tsx";
import { useSay } from "../../components/toasts.tsx";
import { formatError, useUser, useWorkbench } from "../../data/workbench.ts";
import { LANGUAGES, toLanguage } from "../../texts/texts.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { useChange } from "./data.ts";
import { Factors } from "./factors.tsx";

export function AccountSection() {
  const user = useUser();
  const { session } = useWorkbench();
  const say = useSay();
  const text = useTexts();
  const logout = (): void => {
    session.logout().catch((error: unknown) => say.bad(formatError(error)));
  };
  return (
    <div className="settings-columns">
      <section className="card stack" aria-labelledby="who-title">
        <h2 id="who-title">{text("settings.account")}</h2>
        <dl className="settings-pairs">
          <dt>{text("settings.email")}</dt>
          <dd>{user.email}</dd>
          <dt>{text("settings.role")}</dt>
          <dd>{text(user.role === "admin" ? "settings.admin" : "settings.user")}</dd>
        </dl>
        <LanguageChoice />
        <div className="row">
          <Button onClick={logout}>{text("shell.logout")}</Button>
        </div>
      </section>
      <Password email={user.email} />
      <Factors />
    </div>
  );
}

/** Of this browser, not of the account: machines are shared. */
function LanguageChoice() {
  const text = useTexts();
  const [language, choose] = useLanguage();
  return (
    <Field label={text("settings.language")} help={text("settings.languageHelp")}>
      {(control) => (
        <Select
          control={control}
          value={language}
          onChange={(value) => choose(toLanguage(value))}
          options={LANGUAGES.map(({ id, title }) => ({ value: id, title }))}
        />
      )}
    </Field>
  );
}

function Password({ email }: { readonly email: string }) {
  const say = useSay();
  const text = useTexts();
  const { session } = useWorkbench();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const change = useChange(
    async (client, _input: undefined) => {
      await client.changePassword({ body: { current_password: current, password } });
      // The server has ended every session, this one too.
      await session.login(email, password);
    },
    () => {
      say.good("Your password is changed. Other browsers have to log in again.");
      setCurrent("");
      setPassword("");
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(undefined);
  };
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="password-title">
      <h2 id="password-title">{text("settings.password")}</h2>
      {change.error === null ? null : <Notice tone="bad">{formatError(change.error)}</Notice>}
      <Field label={text("settings.current")}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
      </Field>
      <Field label={text("settings.newPassword")} help={text("settings.passwordRule")}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="password"
            autoComplete="new-password"
            minLength={6}
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" look="primary" disabled={change.isPending}>
          {text("settings.changePassword")}
        </Button>
      </div>
    </form>
  );
}
