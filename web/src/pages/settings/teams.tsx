import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { sayError, useUser } from "../../data/workbench.ts";
import { useChange, useSetting } from "./data.ts";

export function Teams() {
  const teams = useSetting("teams", async (client, signal) => await client.listTeams({ signal }));
  const [name, setName] = useState("");
  const create = useChange(
    (client, _input: undefined) => client.createTeam({ body: { name } }),
    () => setName(""),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <div className="stack">
      {create.error === null ? null : <Notice tone="bad">{sayError(create.error)}</Notice>}
      <form className="row settings-line" onSubmit={submit}>
        <input
          className="input"
          aria-label="Name of a new team"
          placeholder="Name of a new team"
          required
          maxLength={128}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" look="primary" icon="plus" disabled={create.isPending}>
          Make a team
        </Button>
      </form>
      {teams.isError ? <Failure error={teams.error} /> : null}
      {teams.isPending ? <Loading what="Loading teams" /> : null}
      {teams.data?.teams.length === 0 ? (
        <div className="card">
          <EmptyState icon="user" title="You are in no team">
            Skills and documents can be shared with a team, and a team can publish together.
          </EmptyState>
        </div>
      ) : null}
      {(teams.data?.teams ?? []).map(({ id }) => (
        <Team key={id} id={id} />
      ))}
    </div>
  );
}

function Team({ id }: { readonly id: string }) {
  const user = useUser();
  const team = useSetting(`team ${id}`, async (client, signal) =>
    client.readTeam({ params: { id }, signal }),
  );
  const [email, setEmail] = useState("");
  const add = useChange(
    (client, member: { readonly email: string; readonly role: "owner" | "member" }) =>
      client.setTeamMember({ params: { id }, body: member }),
    () => setEmail(""),
  );
  const remove = useChange((client, member: string) =>
    client.removeTeamMember({ params: { id, user: member } }),
  );
  const dissolve = useChange((client, _input: undefined) => client.deleteTeam({ params: { id } }));
  if (team.data === undefined) return team.isError ? <Failure error={team.error} /> : null;
  const { name, members } = team.data;
  const own = members.find(({ user_id: member }) => member === user.id);
  const isOwner = own?.role === "owner" || user.role === "admin";
  const failed = add.error ?? remove.error ?? dissolve.error;
  return (
    <section className="card stack" aria-label={`Team ${name}`}>
      <div className="row row-between">
        <h2>{name}</h2>
        {isOwner ? (
          <Button
            size="small"
            look="danger"
            disabled={dissolve.isPending}
            onClick={() => dissolve.mutate(undefined)}
          >
            Dissolve
          </Button>
        ) : null}
      </div>
      {failed === null ? null : <Notice tone="bad">{sayError(failed)}</Notice>}
      <ul className="stack-tight">
        {members.map((member) => (
          <li key={member.user_id} className="row small">
            <span className="clip">{member.email}</span>
            <span className="grow" />
            {isOwner && member.user_id !== user.id ? (
              <select
                className="input settings-role"
                aria-label={`Role of ${member.email} in ${name}`}
                value={member.role}
                onChange={(event) =>
                  add.mutate({
                    email: member.email,
                    role: event.target.value === "owner" ? "owner" : "member",
                  })
                }
              >
                <option value="owner">Owner</option>
                <option value="member">Member</option>
              </select>
            ) : (
              <span className="badge">{member.role}</span>
            )}
            {isOwner || member.user_id === user.id ? (
              <Button
                size="small"
                aria-label={member.user_id === user.id ? `Leave ${name}` : `Remove ${member.email}`}
                onClick={() => remove.mutate(member.user_id)}
              >
                {member.user_id === user.id ? "Leave" : "Remove"}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {isOwner ? (
        <form
          className="row settings-line"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate({ email, role: "member" });
          }}
        >
          <input
            className="input"
            type="email"
            aria-label={`Email of somebody for ${name}`}
            placeholder="Email of an account"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" disabled={add.isPending}>
            Add
          </Button>
        </form>
      ) : null}
    </section>
  );
}
