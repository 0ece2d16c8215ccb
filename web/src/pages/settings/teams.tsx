import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { formatError, useUser } from "../../data/workbench.ts";
import { useChange, useSetting } from "./data.ts";
import { Invitations, PendingInvitations } from "./invitations.tsx";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export function Teams() {
  const say = useTexts();
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
      {create.error === null ? null : <Notice tone="bad">{formatError(create.error)}</Notice>}
      <form className="row settings-line" onSubmit={submit}>
        <input
          className="input"
          aria-label={say("settings.nameOfANew2")}
          placeholder={say("settings.nameOfANew2")}
          required
          maxLength={128}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" look="primary" icon="plus" disabled={create.isPending}>
          {say("settings.makeATeam")}
        </Button>
      </form>
      {teams.isError ? <Failure error={teams.error} retry={() => void teams.refetch()} /> : null}
      {teams.isPending ? <Loading what={say("settings.loadingTeams")} /> : null}
      {teams.data?.teams.length === 0 ? (
        <div className="card">
          <EmptyState icon="user" title={say("settings.youAreInNo")}>
            {say("settings.skillsAndDocumentsCan")}
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
  const say = useTexts();
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
    <section className="card stack" aria-label={say("settings.team2", { name })}>
      <div className="row row-between">
        <h2>{name}</h2>
        {isOwner ? (
          <ConfirmButton
            size="small"
            look="danger"
            disabled={dissolve.isPending}
            title={say("settings.dissolve", { name })}
            effect={say("settings.itsMembersNoLonger")}
            action={say("settings.dissolveTheTeam")}
            onConfirm={() => dissolve.mutate(undefined)}
          >
            {say("settings.dissolve2")}
          </ConfirmButton>
        ) : null}
      </div>
      {failed === null ? null : <Notice tone="bad">{formatError(failed)}</Notice>}
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
            aria-label={say("settings.emailAddressToAdd", { name })}
            placeholder={say("settings.emailOfAnAccount")}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" disabled={add.isPending}>
            {say("settings.invite")}
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
  const say = useTexts();
  const { member, team, isSelf, mayChange, onRole, onRemove } = props;
  const { email, role } = member;
  return (
    <li className="row small">
      <span className="clip">{email}</span>
      <span className="grow" />
      {mayChange && !isSelf ? (
        <Select
          className="settings-role"
          label={say("settings.roleOfIn", { email, handle: team })}
          value={role}
          onChange={(chosen) => onRole(chosen === "owner" ? "owner" : "member")}
          options={[
            { value: "owner", title: say("settings.ownerRole") },
            { value: "member", title: say("settings.member") },
          ]}
        />
      ) : (
        <span className="badge">{role}</span>
      )}
      {isSelf ? (
        <ConfirmButton
          size="small"
          aria-label={say("settings.leave", { team })}
          title={say("settings.leave2", { team })}
          effect={say("settings.youNoLongerSee")}
          action={say("settings.leaveTheTeam")}
          onConfirm={onRemove}
        >
          {say("settings.leave3")}
        </ConfirmButton>
      ) : mayChange ? (
        <Button size="small" aria-label={say("settings.remove", { email })} onClick={onRemove}>
          {say("factors.remove")}
        </Button>
      ) : null}
    </li>
  );
}
