import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { formatError } from "../../data/workbench.ts";
import { type Publisher, useChange, usePublishers, useSetting } from "./data.ts";
import { Invitations, PendingInvitations } from "./invitations.tsx";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

const ROLES = [
  ["owner", "settings.ownerMay"],
  ["maintainer", "settings.maintainerMay"],
  ["publisher", "settings.publisherMay"],
] as const;
type Role = (typeof ROLES)[number][0];

/** The names under which the user publishes, each with those who may. */
export function Publishers() {
  const say = useTexts();
  const publishers = usePublishers();
  const teams = useSetting("teams", (client, signal) => client.listTeams({ signal }));
  if (publishers.isError)
    return <Failure error={publishers.error} retry={() => void publishers.refetch()} />;
  if (publishers.data === undefined) return <Loading what={say("settings.loadingPublishers")} />;
  const hasOwn = publishers.data.some(({ kind, role }) => kind === "user" && role === "owner");
  return (
    <div className="stack">
      <Invitations kind="publisher" />
      <p className="small muted">
        A publisher is a namespace of the registry: all of its skills begin with its name, such as{" "}
        <code>@ada/web-search</code>.
      </p>
      <NewPublisher hasOwn={hasOwn} teams={teams.data?.teams ?? []} />
      {publishers.data.length === 0 ? (
        <div className="card">
          <EmptyState icon="store" title={say("settings.youHaveNoPublisher")}>
            {say("settings.chooseItsNameAbove")}
          </EmptyState>
        </div>
      ) : null}
      {publishers.data.map((publisher) => (
        <PublisherCard key={publisher.handle} publisher={publisher} />
      ))}
    </div>
  );
}

interface NewPublisherProps {
  readonly hasOwn: boolean;
  readonly teams: readonly { readonly id: string; readonly name: string }[];
}

function NewPublisher({ hasOwn, teams }: NewPublisherProps) {
  const say = useTexts();
  const [handle, setHandle] = useState("");
  const [team, setTeam] = useState("");
  const choices = [
    ...(hasOwn ? [] : [["", say("settings.youAlone")] as const]),
    ...teams.map(({ id, name }) => [id, say("settings.team2", { name })] as const),
  ];
  const chosen = choices.some(([id]) => id === team) ? team : (choices[0]?.[0] ?? "");
  const create = useChange(
    (client, _input: undefined) =>
      client.createPublisher({ body: { handle, ...(chosen === "" ? {} : { team_id: chosen }) } }),
    () => setHandle(""),
  );
  if (choices.length === 0) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <>
      {create.error === null ? null : <Notice tone="bad">{formatError(create.error)}</Notice>}
      <form className="row row-wrap settings-line" onSubmit={submit}>
        <input
          className="input"
          aria-label={say("settings.nameOfANew")}
          placeholder={say("settings.nameOfANew")}
          required
          maxLength={40}
          value={handle}
          onChange={(event) => setHandle(event.target.value)}
        />
        <Select
          className="settings-role"
          label={say("settings.forWhom")}
          value={chosen}
          onChange={setTeam}
          options={choices.map(([value, title]) => ({ value, title }))}
        />
        <Button type="submit" icon="plus" disabled={create.isPending}>
          {say("settings.makeAPublisher")}
        </Button>
      </form>
    </>
  );
}

function PublisherCard({ publisher }: { readonly publisher: Publisher }) {
  const say = useTexts();
  const { handle, kind, role, is_official: isOfficial, is_banned: isBanned } = publisher;
  return (
    <section className="card stack" aria-label={say("common.publisher", { handle })}>
      <div className="row row-wrap">
        <h2>@{handle}</h2>
        <span className="badge">{kind === "team" ? "team" : say("settings.onePerson")}</span>
        {isOfficial ? <span className="badge badge-good">{say("common.official")}</span> : null}
        {isBanned ? <span className="badge badge-bad">{say("settings.shutOutByA")}</span> : null}
        <span className="small muted">
          {say("settings.youAreItsReputation", { role, reputation: publisher.reputation })}
        </span>
      </div>
      {kind === "team" ? <p className="small muted">{say("settings.membersOfTheTeam")}</p> : null}
      {role === "owner" ? <Members handle={handle} isOfOne={kind === "user"} /> : null}
    </section>
  );
}

interface MembersProps {
  readonly handle: string;
  /** Its first owner is the person it stands for, and stays. */
  readonly isOfOne: boolean;
}

function Members({ handle, isOfOne }: MembersProps) {
  const say = useTexts();
  const params = { handle };
  const members = useSetting(
    `members ${handle}`,
    async (client, signal) => await client.listPublisherMembers({ params, signal }),
  );
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("publisher");
  const change = useChange(
    (client, member: { readonly email: string; readonly role?: Role }) =>
      client.setPublisherMember({ params, body: member }),
    () => setEmail(""),
  );
  const failed = members.error ?? change.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ email, role });
  };
  return (
    <>
      {failed === null ? null : <Notice tone="bad">{formatError(failed)}</Notice>}
      <ul className="stack-tight" aria-label={say("settings.membersOf", { handle })}>
        {(members.data?.members ?? []).map((member, index) => (
          <li key={`${member.user_id} ${member.role}`} className="row row-wrap small">
            <span className="clip grow">{member.email}</span>
            {isOfOne && index === 0 ? (
              <span className="badge">{say("settings.owner")}</span>
            ) : (
              <>
                <RoleChoice
                  label={say("settings.roleOfIn", { email: member.email, handle })}
                  value={member.role}
                  onChange={(next) => change.mutate({ email: member.email, role: next })}
                />
                <Button
                  size="small"
                  aria-label={say("common.removeFrom", { email: member.email, handle })}
                  onClick={() => change.mutate({ email: member.email })}
                >
                  {say("factors.remove")}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <PendingInvitations of={handle} invitations={members.data?.invitations ?? []} />
      <form className="row row-wrap settings-line" onSubmit={submit}>
        <input
          className="input"
          type="email"
          aria-label={say("settings.emailOfANew", { handle })}
          placeholder={say("settings.emailOfAnAccount")}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleChoice
          label={say("settings.roleOfANew", { handle })}
          value={role}
          onChange={setRole}
        />
        <Button
          type="submit"
          disabled={change.isPending}
          aria-label={say("settings.inviteTheMemberTo", { handle })}
        >
          {say("settings.invite")}
        </Button>
      </form>
    </>
  );
}

interface RoleChoiceProps {
  readonly label: string;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

function RoleChoice({ label, value, onChange }: RoleChoiceProps) {
  const say = useTexts();
  return (
    <Select
      className="settings-role"
      label={label}
      value={value}
      onChange={(chosen) => {
        const found = ROLES.find(([id]) => id === chosen);
        if (found !== undefined) onChange(found[0]);
      }}
      options={ROLES.map(([id, title]) => ({ value: id, title: say(title) }))}
    />
  );
}
