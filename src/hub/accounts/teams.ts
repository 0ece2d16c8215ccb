import { sql } from "kysely";
import { failure } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { Sharing } from "./access.ts";
import { type QuotaPorts, reserve } from "../quotas/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { invite, listSent, type SentInvitation } from "./invitations.ts";
import { type AccountPorts, timestampAt, type User } from "./ports.ts";
import { requireTeamRoom } from "./team-room.ts";

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface TeamMember {
  readonly userId: string;
  readonly email: string;
  readonly role: "owner" | "member";
}

export interface TeamWithMembers extends Team {
  readonly members: readonly TeamMember[];
  /** Those who have not answered yet. */
  readonly invitations: readonly SentInvitation[];
}

type Data = Pick<AccountPorts, "database">;

/** Makes a team, owned by its maker. */
export async function createTeam(
  { database, clock }: Pick<AccountPorts, "database" | "clock">,
  user: User,
  name: string,
): Promise<Team> {
  const row = { id: newId(), name, created_at: timestampAt(clock) };
  await database.query.transaction().execute(async (transaction) => {
    await requireTeamRoom(transaction, user.id);
    const added = await transaction
      .insertInto("teams")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) throw nameTakenError(name);
    await transaction
      .insertInto("team_members")
      .values({ team_id: row.id, user_id: user.id, role: "owner" })
      .execute();
  });
  return { id: row.id, name, createdAt: row.created_at };
}

/** The teams of a user; for an administrator all. */
export async function listTeams(
  { database }: Data,
  user: User,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Team[]> {
  const rows = await database.query
    .selectFrom("teams")
    .selectAll()
    .where((where) =>
      user.role === "admin"
        ? where.lit(true)
        : where.exists(
            where
              .selectFrom("team_members")
              .select("team_members.user_id")
              .whereRef("team_members.team_id", "=", "teams.id")
              .where("team_members.user_id", "=", user.id),
          ),
    )
    .orderBy("name")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id, name, created_at: createdAt }) => ({ id, name, createdAt }));
}

export async function readTeam(ports: Data, user: User, id: string): Promise<TeamWithMembers> {
  const team = await findTeam(ports, user, id);
  const rows = await ports.database.query
    .selectFrom("team_members")
    .innerJoin("users", "users.id", "team_members.user_id")
    .select(["team_members.user_id", "team_members.role", "users.email"])
    .where("team_members.team_id", "=", id)
    .orderBy("users.email")
    .execute();
  const members = rows.map(({ user_id: userId, email, role }) => ({ userId, email, role }));
  // Only owners know who was asked.
  const isOwner = await isMemberOf(ports, user, id, "owner");
  return { ...team, members, invitations: isOwner ? await listSent(ports, "team", id) : [] };
}

export async function renameTeam(ports: Data, user: User, id: string, name: string): Promise<Team> {
  const team = await findOwnTeam(ports, user, id);
  await ports.database.query.transaction().execute(async (transaction) => {
    const { source } = await transaction
      .selectFrom("teams")
      .select("source")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // Under the name of another one it would get the members of that.
    if (source !== null)
      throw failure(accountCodes.forbidden, "The settings of the server name this team");
    const other = await transaction
      .selectFrom("teams")
      .select("id")
      .where("name", "=", name)
      .where("id", "<>", id)
      .executeTakeFirst();
    if (other !== undefined) throw nameTakenError(name);
    await transaction.updateTable("teams").set({ name }).where("id", "=", id).execute();
  });
  return { ...team, name };
}

/** What was shared with the team is private again; what it published is in the hands of its owners. */
export async function deleteTeam(ports: Data, user: User, id: string): Promise<void> {
  await findOwnTeam(ports, user, id);
  await ports.database.query.transaction().execute(async (transaction) => {
    await leavePublishers(transaction, id);
    await transaction
      .deleteFrom("invitations")
      .where("kind", "=", "team")
      .where("target", "=", id)
      .execute();
    await transaction.deleteFrom("teams").where("id", "=", id).execute();
  });
}

/** With the members of a team goes who may speak for its publishers in the registry, so that owners are named. */
async function leavePublishers(query: Data["database"]["query"], teamId: string): Promise<void> {
  // In one statement each: a team may have more owners and publishers than a list of values can hold.
  const heirs = query
    .selectFrom("market_publishers")
    .innerJoin("team_members", "team_members.team_id", "market_publishers.team_id")
    .select(["market_publishers.handle", "team_members.user_id"])
    .select(sql<"owner">`'owner'`.as("role"))
    .where("market_publishers.team_id", "=", teamId)
    .where("team_members.role", "=", "owner");
  await query
    .insertInto("market_members")
    .columns(["handle", "user_id", "role"])
    .expression(heirs)
    .onConflict((conflict) =>
      conflict.columns(["handle", "user_id"]).doUpdateSet({ role: "owner" }),
    )
    .execute();
  await query
    .updateTable("market_skills")
    .set({ visibility: "private" })
    .where("publisher", "in", (publishers) =>
      publishers.selectFrom("market_publishers").select("handle").where("team_id", "=", teamId),
    )
    .where("visibility", "=", "team")
    .execute();
}

/** Changes the role of a member, or invites an address: who is to be a member decides that alone. */
export async function addMember(
  ports: Pick<AccountPorts, "database" | "clock"> & QuotaPorts,
  user: User,
  teamId: string,
  { email, role }: Pick<TeamMember, "email" | "role">,
): Promise<void> {
  const isKnown = await inTeam(ports, teamId, async (transaction, data) => {
    await findOwnTeam(data, user, teamId);
    const { numUpdatedRows } = await transaction
      .updateTable("team_members")
      .set({ role })
      .where("team_id", "=", teamId)
      .where("user_id", "in", (query) =>
        query.selectFrom("users").select("id").where("email", "=", email.toLowerCase()),
      )
      .executeTakeFirst();
    await requireOtherOwner(transaction, teamId);
    return Number(numUpdatedRows) > 0;
  });
  if (isKnown) return;
  await reserve(ports, user.id, { members: 1 }, (transaction) =>
    invite(transaction, ports.clock, user.id, { kind: "team", target: teamId, email, role }),
  );
}

/** Owners may send anybody away, members only themselves. */
export async function removeMember(
  ports: Data,
  user: User,
  teamId: string,
  memberId: string,
): Promise<void> {
  await inTeam(ports, teamId, async (transaction, data) => {
    await (memberId === user.id ? findTeam : findOwnTeam)(data, user, teamId);
    await transaction
      .deleteFrom("team_members")
      .where("team_id", "=", teamId)
      .where("user_id", "=", memberId)
      .execute();
    await requireOtherOwner(transaction, teamId);
  });
}

/** One change of a team after the other: whoever comes second is judged by what the first one left. */
async function inTeam<T>(
  { database }: Data,
  teamId: string,
  work: (transaction: Data["database"]["query"], data: Data) => Promise<T>,
): Promise<T> {
  return await database.query.transaction().execute(async (transaction) => {
    // A change that changes nothing locks the row on both databases until the transaction ends.
    await transaction
      .updateTable("teams")
      .set({ name: sql`name` })
      .where("id", "=", teamId)
      .execute();
    return await work(transaction, { database: { ...database, query: transaction } });
  });
}

/** A team without an owner could never be changed again. */
async function requireOtherOwner(query: Data["database"]["query"], teamId: string): Promise<void> {
  const owner = await query
    .selectFrom("team_members")
    .select("user_id")
    .where("team_id", "=", teamId)
    .where("role", "=", "owner")
    .limit(1)
    .executeTakeFirst();
  if (owner === undefined)
    throw failure(accountCodes.forbidden, "The last owner of a team cannot leave it");
}

async function findTeam({ database }: Data, user: User, id: string): Promise<Team> {
  const row = await database.query
    .selectFrom("teams")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined || !(await isMemberOf({ database }, user, id))) throw noTeam(id);
  return { id: row.id, name: row.name, createdAt: row.created_at };
}

async function findOwnTeam(ports: Data, user: User, id: string): Promise<Team> {
  const team = await findTeam(ports, user, id);
  if (await isMemberOf(ports, user, id, "owner")) return team;
  throw failure(accountCodes.forbidden, "Only an owner of the team may do this");
}

async function isMemberOf(
  { database }: Data,
  user: User,
  teamId: string,
  role?: TeamMember["role"],
): Promise<boolean> {
  if (user.role === "admin") return true;
  const row = await database.query
    .selectFrom("team_members")
    .select("role")
    .where("team_id", "=", teamId)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  return row !== undefined && (role === undefined || row.role === role);
}

/** Whoever shares with a team must be in it. */
export async function checkSharing(ports: Data, user: User, sharing: Sharing): Promise<void> {
  const { visibility, teamId } = sharing;
  if (visibility !== "team") return;
  if (teamId === undefined)
    throw new SkillError({
      code: accountCodes.badSharing,
      severity: "error",
      message: "Sharing with a team needs the id of the team",
      path: ["team_id"],
    });
  await findTeam(ports, user, teamId);
}

function noTeam(id: string): SkillError {
  return new SkillError({
    code: accountCodes.notFound,
    severity: "error",
    message: `Team '${id}' not found`,
    path: ["team_id"],
  });
}

function nameTakenError(name: string): SkillError {
  return new SkillError({
    code: accountCodes.nameTaken,
    severity: "error",
    message: `Team '${name}' already exists`,
    path: ["name"],
  });
}
