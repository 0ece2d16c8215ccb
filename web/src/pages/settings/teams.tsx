import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { sayError, useUser } from "../../data/workbench.ts";
import { useChange, useSetting } from "./data.ts";
import { Invitations, PendingInvitations } from "./invitations.tsx";
import { Select } from "../../components/select.tsx";

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
      <Invitations kind="team" />
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
      {teams.isError ? <Failure error={teams.error} retry={() => void teams.refetch()} /> : null}
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
  if (team.data === undefined)
    return team.isError ? <Failure error={team.error} retry={() => void team.refetch()} /> : null;
  const { name, members, invitations } = team.data;
  const own = members.find(({ user_id: member }) => member === user.id);
  const isOwner = own?.role === "owner" || user.role === "admin";
  const failed = add.error ?? remove.error ?? dissolve.error;
  return (
    <section className="card stack" aria-label={`Team ${name}`}>
      <div className="row row-between">
        <h2>{name}</h2>
        {isOwner ? (
          <ConfirmButton
            size="small"
            look="danger"
            disabled={dissolve.isPending}
            title={`Dissolve ${name}?`}
            effect="Its members no longer see what was shared with the team. This cannot be undone."
            action="Dissolve the team"
            onConfirm={() => dissolve.mutate(undefined)}
          >
            Dissolve
          </ConfirmButton>
        ) : null}
      </div>
      {failed === null ? null : <Notice tone="bad">{sayError(failed)}</Notice>}
      <ul className="stack-tight">
        {members.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            team={name}
            isSelf={member.user_id === user.id}
            mayChange={isOwner}
            onRole={(role) => add.mutate({ email: member.email, role })}
            onRemove={() => remove.mutate(member.user_id)}
          />
        ))}
      </ul>
      <PendingInvitations of={name} invitations={invitations} />
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
            aria-label={`Email address to add to ${name}`}
            placeholder="Email of an account"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" disabled={add.isPending}>
            Invite
          </Button>
        </form>
      ) : null}
    </section>
  );
}

type TeamRole = "owner" | "member";

interface MemberRowProps {
  readonly member: { readonly email: string; readonly role: TeamRole };
  readonly team: string;
  readonly isSelf: boolean;
  readonly mayChange: boolean;
  readonly onRole: (role: TeamRole) => void;
  readonly onRemove: () => void;
}

function MemberRow(props: MemberRowProps) {
  const { member, team, isSelf, mayChange, onRole, onRemove } = props;
  const { email, role } = member;
  return (
    <li className="row small">
      <span className="clip">{email}</span>
      <span className="grow" />
      {mayChange && !isSelf ? (
        <Select
          className="settings-role"
          label={`Role of ${email} in ${team}`}
          value={role}
          onChange={(chosen) => onRole(chosen === "owner" ? "owner" : "member")}
          options={[
            { value: "owner", title: "Owner" },
            { value: "member", title: "Member" },
          ]}
        />
      ) : (
        <span className="badge">{role}</span>
      )}
      {isSelf ? (
        <ConfirmButton
          size="small"
          aria-label={`Leave ${team}`}
          title={`Leave ${team}?`}
          effect="You no longer see what is shared with the team. An owner can invite you again."
          action="Leave the team"
          onConfirm={onRemove}
        >
          Leave
        </ConfirmButton>
      ) : mayChange ? (
        <Button size="small" aria-label={`Remove ${email}`} onClick={onRemove}>
          Remove
        </Button>
      ) : null}
    </li>
  );
}
