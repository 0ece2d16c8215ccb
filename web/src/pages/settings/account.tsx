import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { sayError, useUser, useWorkbench } from "../../data/workbench.ts";
import { useChange } from "./data.ts";

export function AccountSection() {
  const user = useUser();
  const { session } = useWorkbench();
  const say = useSay();
  const logout = (): void => {
    session.logout().catch((error: unknown) => say.bad(sayError(error)));
  };
  return (
    <div className="settings-columns">
      <section className="card stack" aria-labelledby="who-title">
        <h2 id="who-title">Account</h2>
        <dl className="settings-pairs">
          <dt>Email</dt>
          <dd>{user.email}</dd>
          <dt>Role</dt>
          <dd>{user.role === "admin" ? "Administrator" : "User"}</dd>
        </dl>
        <div className="row">
          <Button onClick={logout}>Log out</Button>
        </div>
      </section>
      <Password email={user.email} />
    </div>
  );
}

function Password({ email }: { readonly email: string }) {
  const say = useSay();
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
      <h2 id="password-title">Password</h2>
      {change.error === null ? null : <Notice tone="bad">{sayError(change.error)}</Notice>}
      <Field label="Current password">
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
      <Field label="New password" help="At least 10 characters, and none of the common ones.">
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
          Change the password
        </Button>
      </div>
    </form>
  );
}
