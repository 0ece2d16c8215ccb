import type { Command } from "../context.ts";
import type { Client } from "../../client/index.ts";
import { refusal } from "../remote/connection.ts";
import { type Actions, done, governing, table } from "../remote/govern.ts";

const PAGE = 200;

/** By its id or its name. */
async function findTeam(client: Client, wanted: string): Promise<{ readonly id: string }> {
  for (let offset = 0; ;) {
    const page = await client.listTeams({ query: { limit: PAGE, offset } });
    const found = page.teams.find(({ id, name }) => id === wanted || name === wanted);
    if (found !== undefined) return found;
    if (page.next_offset === undefined) throw refusal({ message: `No team \`${wanted}\`.` });
    offset = page.next_offset;
  }
}

const actions: Actions = {
  list: async ({ client }) => {
    const { teams, total } = await client.listTeams({ query: { limit: PAGE } });
    const { invitations } = await client.listInvitations({ query: { limit: PAGE } });
    return {
      json: { teams, total, invitations },
      lines: [
        ...table(teams.map(({ name, id }) => [name, id])),
        ...invitations.map(
          ({ id, name, role }) => `invited to ${name} as ${role}: skillwright team accept ${id}`,
        ),
      ],
    };
  },
  new: async ({ client, word }) => {
    const team = await client.createTeam({ body: { name: word(0, "a name") } });
    return done(team, `Made the team ${team.name} (${team.id})`);
  },
  show: async ({ client, word }) => {
    const { id } = await findTeam(client, word(0, "a team"));
    const team = await client.readTeam({ params: { id } });
    return {
      json: team,
      lines: table([
        ...team.members.map(({ email, role }) => [email, role]),
        ...team.invitations.map(({ email, role }) => [email, `${role}, invited`]),
      ]),
    };
  },
  invite: async ({ client, word, option }) => {
    const { id } = await findTeam(client, word(0, "a team"));
    const email = word(1, "an address");
    const role = option("role") === "owner" ? "owner" : "member";
    await client.setTeamMember({ params: { id }, body: { email, role } });
    return done({ team: id, email, role }, `${email} is a ${role}, or invited to be one`);
  },
  accept: async ({ client, word }) => {
    const id = word(0, "an invitation");
    await client.acceptInvitation({ params: { id } });
    return done({ accepted: id }, "Accepted the invitation");
  },
  remove: async ({ client, word }) => {
    const { id } = await findTeam(client, word(0, "a team"));
    const email = word(1, "an address");
    const { members, invitations } = await client.readTeam({ params: { id } });
    const member = members.find((one) => one.email === email);
    const invited = invitations.find((one) => one.email === email);
    if (member !== undefined)
      await client.removeTeamMember({ params: { id, user: member.user_id } });
    else if (invited === undefined) throw refusal({ message: `\`${email}\` is not in that team.` });
    else await client.removeInvitation({ params: { id: invited.id } });
    return done({ team: id, removed: email }, `Removed ${email}`);
  },
  delete: async ({ client, word }) => {
    const { id } = await findTeam(client, word(0, "a team"));
    await client.deleteTeam({ params: { id } });
    return done({ deleted: id }, "Deleted the team");
  },
};

export const run: Command = governing("team", actions);
