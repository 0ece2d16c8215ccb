/** Memberships that were offered and not yet accepted: no user becomes a member without agreeing. */
import { failure } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import type { Timestamp } from "../data/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { type AccountPorts, timestampAt, type User } from "./ports.ts";
import { requireTeamRoom } from "./team-room.ts";

type Data = Pick<AccountPorts, "database">;
type Query = AccountPorts["database"]["query"];

/** What an invitation is for. */
export type MembershipOf =
  | { readonly kind: "team"; readonly target: string; readonly role: "owner" | "member" }
  | {
      readonly kind: "publisher";
      readonly target: string;
      readonly role: "owner" | "maintainer" | "publisher";
    };

/** As those see it who sent it. */
export interface SentInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: MembershipOf["role"];
  readonly createdAt: Timestamp;
}

/** As the one sees it who was invited. */
export interface Invitation {
  readonly id: string;
  readonly kind: MembershipOf["kind"];
  /** The id of the team, or the handle of the publisher. */
  readonly target: string;
  readonly name: string;
  readonly role: MembershipOf["role"];
  /** The address of whoever invited. */
  readonly invitedBy: string;
  readonly createdAt: Timestamp;
}

/** Of one person to another: a list of invitations is not for writing letters. */
const MOST_TO_ONE = 10;

/**
 * Invites an address, within the transaction that counts the invitation. Whether it has an account is not told: one
 * without an account is kept too, and nobody can accept it, also not whoever takes the address later.
 */
export async function invite(
  query: Query,
  clock: AccountPorts["clock"],
  inviterId: string,
  { kind, target, role, email }: MembershipOf & { readonly email: string },
): Promise<void> {
  const address = email.toLowerCase();
  const sent = await query
    .selectFrom("invitations")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("invited_by", "=", inviterId)
    .where("email", "=", address)
    .where((where) =>
      where.not(where.and([where("kind", "=", kind), where("target", "=", target)])),
    )
    .executeTakeFirst();
  if (Number(sent?.total ?? 0) >= MOST_TO_ONE)
    throw failure(
      accountCodes.forbidden,
      `You have sent ${MOST_TO_ONE} invitations to this address. Wait until some are answered.`,
    );
  const user = await query
    .selectFrom("users")
    .select("id")
    .where("email", "=", address)
    .executeTakeFirst();
  const row = {
    user_id: user?.id ?? null,
    role,
    invited_by: inviterId,
    created_at: timestampAt(clock),
  };
  await query
    .insertInto("invitations")
    .values({ id: newId(), kind, target, email: address, ...row })
    .onConflict((conflict) => conflict.columns(["kind", "target", "email"]).doUpdateSet(row))
    .execute();
}

/** Those of a team or publisher that are open. */
export async function listSent(
  { database }: Data,
  kind: MembershipOf["kind"],
  target: string,
): Promise<readonly SentInvitation[]> {
  const rows = await database.query
    .selectFrom("invitations")
    .select(["id", "email", "role", "created_at"])
    .where("kind", "=", kind)
    .where("target", "=", target)
    .orderBy("email")
    .execute();
  return rows.map(({ id, email, role, created_at: createdAt }) => ({ id, email, role, createdAt }));
}

/** The invitation of an address is void; one that is not there is no error. */
export async function withdraw(
  query: Query,
  kind: MembershipOf["kind"],
  target: string,
  email: string,
): Promise<void> {
  await query
    .deleteFrom("invitations")
    .where("kind", "=", kind)
    .where("target", "=", target)
    .where("email", "=", email.toLowerCase())
    .execute();
}

export interface InvitationPage {
  readonly limit: number;
  readonly offset: number;
}

/** What a user is invited to, newest first. */
export async function listInvitations(
  { database }: Data,
  user: User,
  { limit, offset }: InvitationPage,
): Promise<{ readonly invitations: readonly Invitation[]; readonly total: number }> {
  const own = database.query.selectFrom("invitations").where("invitations.user_id", "=", user.id);
  const count = await own.select(({ fn }) => fn.countAll().as("total")).executeTakeFirst();
  const rows = await own
    .innerJoin("users", "users.id", "invitations.invited_by")
    .leftJoin("teams", (join) =>
      join.onRef("teams.id", "=", "invitations.target").on("invitations.kind", "=", "team"),
    )
    .selectAll("invitations")
    .select(["users.email as inviter", "teams.name as team"])
    .orderBy("invitations.created_at", "desc")
    .orderBy("invitations.id")
    .limit(limit)
    .offset(offset)
    .execute();
  const invitations = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    target: row.target,
    name: row.team ?? row.target,
    role: row.role,
    invitedBy: row.inviter,
    createdAt: row.created_at,
  }));
  return { invitations, total: Number(count?.total ?? 0) };
}

/** Makes the user a member, where whoever invited may still decide that. */
export async function acceptInvitation({ database }: Data, user: User, id: string): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom("invitations")
      .where("id", "=", id)
      .where("user_id", "=", user.id)
      .returning(["kind", "target", "role", "invited_by"])
      .executeTakeFirst();
    if (row === undefined || !(await mayInvite(transaction, row))) throw noInvitation(id);
    const { kind, target, role } = row;
    if (kind === "team") {
      await requireTeamRoom(transaction, user.id);
      await transaction
        .insertInto("team_members")
        .values({ team_id: target, user_id: user.id, role: role === "owner" ? role : "member" })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else
      await transaction
        .insertInto("market_members")
        .values({ handle: target, user_id: user.id, role: role === "member" ? "publisher" : role })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

/** The one who was invited declines, or those who decide over the team or publisher withdraw. */
export async function removeInvitation({ database }: Data, user: User, id: string): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom("invitations")
      .where("id", "=", id)
      .returning(["kind", "target", "user_id", "invited_by"])
      .executeTakeFirst();
    const isTheirs = row?.user_id === user.id || row?.invited_by === user.id;
    if (row === undefined || !(isTheirs || (await decidesOver(transaction, row, user))))
      throw noInvitation(id);
  });
}

interface Membership {
  readonly kind: MembershipOf["kind"];
  readonly target: string;
}

/** Whether those who invited may still decide it. */
async function mayInvite(
  query: Query,
  row: Membership & { readonly invited_by: string },
): Promise<boolean> {
  const { invited_by: id } = row;
  const user = await query
    .selectFrom("users")
    .select(["role", "is_active"])
    .where("id", "=", id)
    .executeTakeFirst();
  return user?.is_active === 1 && (await decidesOver(query, row, { id, role: user.role }));
}

/** Whether a user manages the members of an existing team or publisher. */
async function decidesOver(
  query: Query,
  { kind, target }: Membership,
  { id, role }: Pick<User, "id" | "role">,
): Promise<boolean> {
  return kind === "team"
    ? await decidesOverTeam(query, target, id, role === "admin")
    : await decidesOverPublisher(query, target, id, role === "admin");
}

async function decidesOverTeam(
  query: Query,
  teamId: string,
  userId: string,
  isAdmin: boolean,
): Promise<boolean> {
  const team = await query
    .selectFrom("teams")
    .leftJoin("team_members", (join) =>
      join
        .onRef("team_members.team_id", "=", "teams.id")
        .on("team_members.user_id", "=", userId)
        .on("team_members.role", "=", "owner"),
    )
    .select("team_members.user_id")
    .where("teams.id", "=", teamId)
    .executeTakeFirst();
  return team !== undefined && (isAdmin || team.user_id !== null);
}

async function decidesOverPublisher(
  query: Query,
  handle: string,
  userId: string,
  isAdmin: boolean,
): Promise<boolean> {
  const publisher = await query
    .selectFrom("market_publishers")
    .leftJoin("market_members", (join) =>
      join
        .onRef("market_members.handle", "=", "market_publishers.handle")
        .on("market_members.user_id", "=", userId)
        .on("market_members.role", "=", "owner"),
    )
    .select([
      "market_publishers.user_id as own",
      "market_publishers.team_id as team",
      "market_members.user_id as named",
    ])
    .where("market_publishers.handle", "=", handle)
    .executeTakeFirst();
  if (publisher === undefined) return false;
  if (isAdmin || publisher.own === userId || publisher.named !== null) return true;
  return publisher.team !== null && (await decidesOverTeam(query, publisher.team, userId, false));
}

function noInvitation(id: string): Error {
  return failure(accountCodes.notFound, `You have no invitation \`${id}\`.`);
}
