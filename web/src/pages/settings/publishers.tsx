import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { sayError } from "../../data/workbench.ts";
import { type Publisher, useChange, usePublishers, useSetting } from "./data.ts";
import { Invitations, PendingInvitations } from "./invitations.tsx";
import { Select } from "../../components/select.tsx";

const ROLES = [
  ["owner", "Owner: members and keys too"],
  ["maintainer", "Maintainer: yanks, hides and deletes too"],
  ["publisher", "Publisher: publishes versions"],
] as const;
type Role = (typeof ROLES)[number][0];

/** The names under which the user publishes, each with those who may. */
export function Publishers() {
  const publishers = usePublishers();
  const teams = useSetting("teams", (client, signal) => client.listTeams({ signal }));
  if (publishers.isError)
    return <Failure error={publishers.error} retry={() => void publishers.refetch()} />;
  if (publishers.data === undefined) return <Loading what="Loading publishers" />;
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
          <EmptyState icon="store" title="You have no publisher yet">
            Choose its name above, or publish a skill: then one is made from the name of your
            account. The name cannot be changed later.
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
  const [handle, setHandle] = useState("");
  const [team, setTeam] = useState("");
  const choices = [
    ...(hasOwn ? [] : [["", "You alone"] as const]),
    ...teams.map(({ id, name }) => [id, `Team ${name}`] as const),
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
      {create.error === null ? null : <Notice tone="bad">{sayError(create.error)}</Notice>}
      <form className="row row-wrap settings-line" onSubmit={submit}>
        <input
          className="input"
          aria-label="Name of a new publisher"
          placeholder="Name of a new publisher"
          required
          maxLength={40}
          value={handle}
          onChange={(event) => setHandle(event.target.value)}
        />
        <Select
          className="settings-role"
          label="For whom"
          value={chosen}
          onChange={setTeam}
          options={choices.map(([value, title]) => ({ value, title }))}
        />
        <Button type="submit" icon="plus" disabled={create.isPending}>
          Make a publisher
        </Button>
      </form>
    </>
  );
}

function PublisherCard({ publisher }: { readonly publisher: Publisher }) {
  const { handle, kind, role, is_official: isOfficial, is_banned: isBanned } = publisher;
  return (
    <section className="card stack" aria-label={`Publisher ${handle}`}>
      <div className="row row-wrap">
        <h2>@{handle}</h2>
        <span className="badge">{kind === "team" ? "team" : "one person"}</span>
        {isOfficial ? <span className="badge badge-good">official</span> : null}
        {isBanned ? <span className="badge badge-bad">shut out by a moderator</span> : null}
        <span className="small muted">
          You are its {role}. Reputation {publisher.reputation}.
        </span>
      </div>
      {kind === "team" ? (
        <p className="small muted">
          Members of the team publish, its owners own it; others can be invited by their address.
        </p>
      ) : null}
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
      {failed === null ? null : <Notice tone="bad">{sayError(failed)}</Notice>}
      <ul className="stack-tight" aria-label={`Members of ${handle}`}>
        {(members.data?.members ?? []).map((member, index) => (
          <li key={`${member.user_id} ${member.role}`} className="row row-wrap small">
            <span className="clip grow">{member.email}</span>
            {isOfOne && index === 0 ? (
              <span className="badge">owner</span>
            ) : (
              <>
                <RoleChoice
                  label={`Role of ${member.email} in ${handle}`}
                  value={member.role}
                  onChange={(next) => change.mutate({ email: member.email, role: next })}
                />
                <Button
                  size="small"
                  aria-label={`Remove ${member.email} from ${handle}`}
                  onClick={() => change.mutate({ email: member.email })}
                >
                  Remove
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
          aria-label={`Email of a new member of ${handle}`}
          placeholder="Email of an account"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleChoice label={`Role of a new member of ${handle}`} value={role} onChange={setRole} />
        <Button
          type="submit"
          disabled={change.isPending}
          aria-label={`Invite the member to ${handle}`}
        >
          Invite
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
  return (
    <Select
      className="settings-role"
      label={label}
      value={value}
      onChange={(chosen) => {
        const found = ROLES.find(([id]) => id === chosen);
        if (found !== undefined) onChange(found[0]);
      }}
      options={ROLES.map(([id, title]) => ({ value: id, title }))}
    />
  );
}
