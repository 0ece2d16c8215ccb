/** Teams, and who is in them. */
import type { Client } from "../../client/index.ts";
import { refusedError } from "../machine/server.ts";
import type { Actions } from "../operation.ts";
import { registryOperation } from "../server/ask.ts";

const PAGE = 200;
const ACCOUNT = "Needs `skillwright login --scope account`.";

const teamField = {
  team: { kind: "text", required: true, positional: true, doc: "Team, by its name or its id." },
} as const;

const emailField = {
  email: { kind: "text", required: true, positional: true, doc: "Address of a person." },
} as const;

const teamList = registryOperation({
  title: "List teams",
  details: `Lists your teams, and those to which you are invited. ${ACCOUNT}`,
  examples: ["skillwright team list"],
  input: {},
  effects: "reads",
  ask: async (client) => {
    const { teams, total } = await client.listTeams({ query: { limit: PAGE } });
    const { invitations } = await client.listInvitations();
    return { teams, total, invitations };
  },
  lines: ({ teams, invitations }) => [
    ...teams.map(({ name, id }) => [name, id]),
    ...invitations.map(
      ({ id, name, role }) => `invited to ${name} as ${role}: skillwright team accept ${id}`,
    ),
  ],
});

const teamNew = registryOperation({
  title: "Make a team",
  details: ACCOUNT,
  examples: ["skillwright team new Acme"],
  input: { name: { kind: "text", required: true, positional: true, doc: "Name of the team." } },
  effects: "writes",
  ask: async (client, { name }) => await client.createTeam({ body: { name } }),
  lines: ({ name, id }) => [`Made the team ${name} (${id})`],
});

const teamShow = registryOperation({
  title: "Show who is in a team",
  details: ACCOUNT,
  examples: ["skillwright team show Acme"],
  input: teamField,
  effects: "reads",
  ask: async (client, { team }) => {
    const { id } = await findTeam(client, team);
    return await client.readTeam({ params: { id } });
  },
  lines: ({ members, invitations }) => [
    ...members.map(({ email, role }) => [email, role]),
    ...invitations.map(({ email, role }) => [email, `${role}, invited`]),
  ],
});

const teamInvite = registryOperation({
  title: "Invite a person to a team",
  details: `An invited user sees it in \`team list\`, and becomes a member with \`team accept ID\`. ${ACCOUNT}`,
  examples: ["skillwright team invite Acme ada@example.org"],
  input: {
    ...teamField,
    ...emailField,
    role: {
      kind: "choice",
      choices: ["member", "owner"],
      placeholder: "ROLE",
      doc: "Role in the team (default: `member`).",
    },
  },
  effects: "writes",
  ask: async (client, { team, email, role = "member" }) => {
    const { id } = await findTeam(client, team);
    await client.setTeamMember({ params: { id }, body: { email, role } });
    return { team: id, email, role };
  },
  lines: ({ email, role }) => [`${email} is a ${role}, or invited to be one`],
});

const teamAccept = registryOperation({
  title: "Accept an invitation to a team",
  details: ACCOUNT,
  examples: ["skillwright team accept 0195f2c4"],
  input: { id: { kind: "text", required: true, positional: true, doc: "Id of an invitation." } },
  effects: "writes",
  ask: async (client, { id }) => {
    await client.acceptInvitation({ params: { id } });
    return { accepted: id };
  },
  lines: () => ["Accepted the invitation"],
});

const teamRemove = registryOperation({
  title: "Remove a person from a team",
  details: ACCOUNT,
  examples: ["skillwright team remove Acme ada@example.org"],
  input: { ...teamField, ...emailField },
  effects: "writes",
  ask: async (client, { team, email }) => {
    const { id } = await findTeam(client, team);
    const { members, invitations } = await client.readTeam({ params: { id } });
    const member = members.find((one) => one.email === email);
    const invited = invitations.find((one) => one.email === email);
    if (member !== undefined)
      await client.removeTeamMember({ params: { id, user: member.user_id } });
    else if (invited === undefined)
      throw refusedError({ message: `\`${email}\` is not in that team.` });
    else await client.removeInvitation({ params: { id: invited.id } });
    return { team: id, removed: email };
  },
  lines: ({ removed }) => [`Removed ${removed}`],
});

const teamDelete = registryOperation({
  title: "Delete a team",
  details: ACCOUNT,
  examples: ["skillwright team delete Acme"],
  input: teamField,
  effects: "writes",
  ask: async (client, { team }) => {
    const { id } = await findTeam(client, team);
    await client.deleteTeam({ params: { id } });
    return { deleted: id };
  },
  lines: () => ["Deleted the team"],
});

async function findTeam(client: Client, wanted: string): Promise<{ readonly id: string }> {
  for (let offset = 0; ;) {
    const page = await client.listTeams({ query: { limit: PAGE, offset } });
    const found = page.teams.find(({ id, name }) => id === wanted || name === wanted);
    if (found !== undefined) return found;
    if (page.next_offset === undefined) throw refusedError({ message: `No team \`${wanted}\`.` });
    offset = page.next_offset;
  }
}

export const teamActions: Actions = {
  list: teamList,
  new: teamNew,
  show: teamShow,
  invite: teamInvite,
  accept: teamAccept,
  remove: teamRemove,
  delete: teamDelete,
};
