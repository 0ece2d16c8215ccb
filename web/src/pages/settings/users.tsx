import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { formatError, useUser } from "../../data/workbench.ts";
import { type Account, sayDay, useChange, useSetting } from "./data.ts";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** The accounts of the server, for administrators. */
export function Users() {
  const say = useTexts();
  const users = useSetting("users", async (client, signal) => await client.listUsers({ signal }));
  const change = useChange(
    (
      client,
      { id, ...body }: { readonly id: string } & Partial<Pick<Account, "role" | "is_active">>,
    ) => client.changeUser({ params: { id }, body }),
  );
  if (users.isError) return <Failure error={users.error} retry={() => void users.refetch()} />;
  if (users.data === undefined) return <Loading what={say("settings.loadingAccounts")} />;
  return (
    <div className="stack">
      <NewUser />
      {change.error === null ? null : <Notice tone="bad">{formatError(change.error)}</Notice>}
      <ScrollBox label={say("settings.accounts")} className="card card-flush">
        <table className="table table-stacks table-middle">
          <thead>
            <tr>
              <th scope="col">{say("settings.email")}</th>
              <th scope="col">{say("settings.role")}</th>
              <th scope="col">{say("settings.since2")}</th>
              <th scope="col">{say("workflows.state")}</th>
              <th scope="col">
                <span className="visually-hidden">{say("versions.number")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.data.users.map((account) => (
              <UserRow
                key={account.id}
                account={account}
                onChange={(what) => change.mutate({ id: account.id, ...what })}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}

interface UserRowProps {
  readonly account: Account;
  readonly onChange: (what: Partial<Pick<Account, "role" | "is_active">>) => void;
}

function UserRow({ account, onChange }: UserRowProps) {
  const say = useTexts();
  const user = useUser();
  const { email, role, is_active: isActive, created_at: since } = account;
  return (
    <tr>
      <td>{email}</td>
      <td>
        <Select
          className="settings-role"
          label={say("settings.roleOf", { email })}
          value={role}
          isDisabled={account.id === user.id}
          onChange={(chosen) => onChange({ role: chosen === "admin" ? "admin" : "user" })}
          options={[
            { value: "admin", title: say("settings.admin") },
            { value: "user", title: say("settings.user") },
          ]}
        />
      </td>
      <td data-title={say("settings.since2")}>{sayDay(since)}</td>
      <td>
        <span className={`badge badge-${isActive ? "good" : "bad"}`}>
          {say(isActive ? "settings.active" : "settings.locked")}
        </span>
      </td>
      <td>
        {account.id === user.id ? null : (
          <Button
            size="small"
            aria-label={`${isActive ? "Lock" : "Unlock"} ${email}`}
            onClick={() => onChange({ is_active: !isActive })}
          >
            {isActive ? say("settings.lock") : say("settings.unlock")}
          </Button>
        )}
      </td>
    </tr>
  );
}

function NewUser() {
  const say = useTexts();
  const [email, setEmail] = useState("");
  const create = useChange(
    (client, _input: undefined) => client.createUser({ body: { email } }),
    () => setEmail(""),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <>
      {create.error === null ? null : <Notice tone="bad">{formatError(create.error)}</Notice>}
      {create.data === undefined ? null : (
        <Notice tone="good">
          <p>
            {create.data.email} can log in with this password, which is shown this once:{" "}
            <code className="settings-password">{create.data.password}</code>
          </p>
        </Notice>
      )}
      <form className="row settings-line" onSubmit={submit}>
        <input
          className="input"
          type="email"
          aria-label={say("settings.emailOfANew2")}
          placeholder={say("settings.emailOfANew2")}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" look="primary" icon="plus" disabled={create.isPending}>
          {say("settings.makeAnAccount")}
        </Button>
      </form>
    </>
  );
}
