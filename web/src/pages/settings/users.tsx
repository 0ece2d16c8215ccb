import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { sayError, useUser } from "../../data/workbench.ts";
import { type Account, sayDay, useChange, useSetting } from "./data.ts";
import { Select } from "../../components/select.tsx";

/** The accounts of the server, for administrators. */
export function Users() {
  const users = useSetting("users", async (client, signal) => await client.listUsers({ signal }));
  const change = useChange(
    (
      client,
      { id, ...body }: { readonly id: string } & Partial<Pick<Account, "role" | "is_active">>,
    ) => client.changeUser({ params: { id }, body }),
  );
  if (users.isError) return <Failure error={users.error} retry={() => void users.refetch()} />;
  if (users.data === undefined) return <Loading what="Loading accounts" />;
  return (
    <div className="stack">
      <NewUser />
      {change.error === null ? null : <Notice tone="bad">{sayError(change.error)}</Notice>}
      <ScrollBox label="Accounts" className="card card-flush">
        <table className="table table-stacks table-middle">
          <thead>
            <tr>
              <th scope="col">Email</th>
              <th scope="col">Role</th>
              <th scope="col">Since</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="visually-hidden">Change</span>
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
  const user = useUser();
  const { email, role, is_active: isActive, created_at: since } = account;
  return (
    <tr>
      <td>{email}</td>
      <td>
        <Select
          className="settings-role"
          label={`Role of ${email}`}
          value={role}
          isDisabled={account.id === user.id}
          onChange={(chosen) => onChange({ role: chosen === "admin" ? "admin" : "user" })}
          options={[
            { value: "admin", title: "Administrator" },
            { value: "user", title: "User" },
          ]}
        />
      </td>
      <td data-title="Since">{sayDay(since)}</td>
      <td>
        <span className={`badge badge-${isActive ? "good" : "bad"}`}>
          {isActive ? "active" : "locked"}
        </span>
      </td>
      <td>
        {account.id === user.id ? null : (
          <Button
            size="small"
            aria-label={`${isActive ? "Lock" : "Unlock"} ${email}`}
            onClick={() => onChange({ is_active: !isActive })}
          >
            {isActive ? "Lock" : "Unlock"}
          </Button>
        )}
      </td>
    </tr>
  );
}

function NewUser() {
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
      {create.error === null ? null : <Notice tone="bad">{sayError(create.error)}</Notice>}
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
          aria-label="Email of a new account"
          placeholder="Email of a new account"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" look="primary" icon="plus" disabled={create.isPending}>
          Make an account
        </Button>
      </form>
    </>
  );
}
