import { sql } from "kysely";
import {
  checkHandle,
  handleFrom,
  marketCodes,
  marketRefusal,
  type PublisherMember,
  type PublisherRecord,
  type PublisherRole,
  toSkeleton,
  type Viewer,
  type WhoAmI,
} from "../../registry/contract/index.ts";
import {
  asPerson,
  findUser,
  invite,
  listSent,
  timestampAt,
  readTeam,
  type SentInvitation,
  withdrawInvitation,
} from "../accounts/index.ts";
import { countSoon } from "./index-skill.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { type PublisherRow, toPublisher } from "./records.ts";
import { reserveFor } from "./quotas.ts";
import { checkReservedHandle, isReservedHandle } from "./reserved.ts";
import { ownHandles } from "./visible.ts";
import { checkMayRead, type Member, requireMember, requireModerator } from "./viewer.ts";

/** What a user is to publishers: of which ones a member by name, and of which only through a team. */
export interface Standings {
  readonly roles: ReadonlyMap<string, PublisherRole>;
  /** Handles of teams in which the user is no owner. */
  readonly throughTeam: ReadonlySet<string>;
}

const NONE: Standings = { roles: new Map(), throughTeam: new Set() };
const RANK: readonly PublisherRole[] = ["publisher", "maintainer", "owner"];

export function isAtLeastRole(role: PublisherRole | undefined, least: PublisherRole): boolean {
  return role !== undefined && RANK.indexOf(role) >= RANK.indexOf(least);
}

export async function standingsOf(
  { database: { query } }: Pick<MarketPorts, "database">,
  { userId, origin }: Viewer,
): Promise<Standings> {
  if (userId === undefined) return NONE;
  const [own, named, teams] = await Promise.all([
    query.selectFrom("market_publishers").select("handle").where("user_id", "=", userId).execute(),
    query
      .selectFrom("market_members")
      .select(["handle", "role"])
      .where("user_id", "=", userId)
      .execute(),
    query
      .selectFrom("market_publishers")
      .innerJoin("team_members", "team_members.team_id", "market_publishers.team_id")
      .select(["market_publishers.handle", "team_members.role"])
      .where("team_members.user_id", "=", userId)
      .execute(),
  ]);
  const roles = new Map<string, PublisherRole>();
  const add = (handle: string, role: PublisherRole): void => {
    if (!isAtLeastRole(roles.get(handle), role)) roles.set(handle, role);
  };
  const throughTeam = new Set<string>();
  for (const { handle, role } of teams)
    if (role === "owner") add(handle, "owner");
    else throughTeam.add(handle);
  for (const { handle, role } of named) add(handle, role);
  for (const { handle } of own) add(handle, "owner");
  if (origin === undefined) return { roles, throughTeam };
  // A build is a publisher and no more, however much whoever trusts it may do.
  const isMember = roles.has(origin.publisher) || throughTeam.has(origin.publisher);
  return {
    roles: new Map(isMember ? [[origin.publisher, "publisher"]] : []),
    throughTeam: new Set(),
  };
}

/** What a user may do as a publisher; members of its team publish. */
export function roleIn(
  { roles, throughTeam }: Standings,
  handle: string,
): PublisherRole | undefined {
  return roles.get(handle) ?? (throughTeam.has(handle) ? "publisher" : undefined);
}

export async function findPublisher(query: Query, handle: string): Promise<PublisherRow> {
  const row = await query
    .selectFrom("market_publishers")
    .selectAll()
    .where("handle", "=", handle)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw marketRefusal(marketCodes.notFound, `No publisher \`${handle}\`.`, { path: ["publisher"] });
}

/** A publisher that a moderator has shut out brings nothing new. */
export function checkNotBanned({ handle, ban_reason: reason }: PublisherRow): void {
  if (reason !== null)
    throw marketRefusal(
      marketCodes.forbidden,
      `A moderator banned the publisher \`${handle}\`: ${reason}`,
      { path: ["publisher"] },
    );
}

const MOST_ATTEMPTS = 1000;

/** The publisher that stands for a user alone; made when it is first needed. */
export async function ensureOwn(ports: MarketPorts, { userId }: Member): Promise<PublisherRow> {
  const { query } = ports.database;
  const find = (): Promise<PublisherRow | undefined> =>
    query
      .selectFrom("market_publishers")
      .selectAll()
      .where("user_id", "=", userId)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known;
  const user = await findUser(ports.accounts, userId);
  const start = handleFrom(user?.email.split("@")[0] ?? "");
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const handle = attempt === 1 && start !== "user" ? start : `${start}-${attempt}`;
    if (isReservedHandle(ports, handle)) continue;
    await query
      .insertInto("market_publishers")
      .values({
        handle,
        skeleton: toSkeleton(handle),
        display_name: handle,
        user_id: userId,
        team_id: null,
        is_official: 0,
        reputation: 0,
        created_at: timestampAt(ports.clock),
      })
      // Somebody else may have the handle, or another request may have made this user's.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const made = await find();
    if (made !== undefined) return made;
  }
  throw marketRefusal(marketCodes.nameTaken, `The handle \`${start}\` is already taken.`, {
    hint: "Make a publisher with another handle.",
  });
}

export async function whoAmI(ports: MarketPorts, viewer: Viewer): Promise<WhoAmI> {
  checkMayRead(ports, viewer);
  const { userId } = viewer;
  if (userId === undefined) throw marketRefusal(marketCodes.loginNeeded, "Log in first.");
  const { handle, display_name: displayName } = await ensureOwn(ports, { ...viewer, userId });
  return { userId, handle, displayName, role: viewer.isModerator ? "admin" : "user" };
}

export async function ownPublishers(
  ports: MarketPorts,
  viewer: Viewer,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly (PublisherRecord & { readonly role: PublisherRole })[]> {
  checkMayRead(ports, viewer);
  const { userId } = viewer;
  if (userId === undefined) return [];
  const standings = await standingsOf(ports, viewer);
  const rows = await ports.database.query
    .selectFrom("market_publishers")
    .selectAll()
    .where(sql<boolean>`handle in (${ownHandles(userId)})`)
    .orderBy("handle")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    ...toPublisher(row),
    role: roleIn(standings, row.handle) ?? "publisher",
  }));
}

/** The first publisher of a user stands for that user; one for a team is made by an owner of it. */
export async function createPublisher(
  ports: MarketPorts,
  viewer: Viewer,
  request: { readonly handle: string; readonly displayName?: string; readonly teamId?: string },
): Promise<PublisherRecord> {
  const { userId } = requireMember(viewer);
  const { handle, displayName = handle, teamId } = request;
  checkHandle(handle);
  checkReservedHandle(ports, viewer, handle);
  if (teamId !== undefined) await checkTeamOwner(ports, { ...viewer, userId }, teamId);
  // Each account has one of its own, which does not count.
  const wish = teamId === undefined ? {} : { publishers: 1 };
  return await reserveFor(ports, userId, wish, async (transaction) => {
    const row = {
      handle,
      skeleton: toSkeleton(handle),
      display_name: displayName,
      user_id: teamId === undefined ? userId : null,
      team_id: teamId ?? null,
      is_official: 0 as const,
      reputation: 0,
      raters: 0,
      rater_sum: 0,
      count_at: null,
      ban_reason: null,
      created_at: timestampAt(ports.clock),
    };
    const added = await transaction
      .insertInto("market_publishers")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) === 1) return toPublisher(row);
    throw marketRefusal(
      marketCodes.nameTaken,
      `The handle \`${handle}\` is already taken, or you already have one.`,
      { path: ["handle"] },
    );
  });
}

async function checkTeamOwner(
  ports: MarketPorts,
  { userId, isModerator }: Member,
  teamId: string,
): Promise<void> {
  const user = await findUser(ports.accounts, userId);
  if (user === undefined) throw marketRefusal(marketCodes.loginNeeded, "Log in first.");
  const asked = isModerator ? user : asPerson(user);
  const { members } = await readTeam(ports.accounts, asked, teamId);
  const isOwner = members.some((member) => member.userId === userId && member.role === "owner");
  if (!isOwner && asked.role !== "admin")
    throw marketRefusal(marketCodes.forbidden, "Only an owner of the team may do this.");
}

/** Those who may decide over a publisher: its owners, and moderators. */
export async function requireOwner(
  ports: MarketPorts,
  viewer: Viewer,
  handle: string,
  scope: "registry:write" | "registry:keys" = "registry:write",
): Promise<PublisherRow> {
  const member = requireMember(viewer, scope);
  const row = await findPublisher(ports.database.query, handle);
  if (member.isModerator) return row;
  if (roleIn(await standingsOf(ports, member), handle) === "owner") return row;
  throw marketRefusal(marketCodes.forbidden, `Only an owner of \`${handle}\` may do this.`);
}

export async function listMembers(
  ports: MarketPorts,
  viewer: Viewer,
  handle: string,
): Promise<readonly PublisherMember[]> {
  const { user_id } = await requireOwner(ports, viewer, handle);
  const { query } = ports.database;
  const rows = await query
    .selectFrom("market_members")
    .innerJoin("users", "users.id", "market_members.user_id")
    .select(["market_members.user_id", "market_members.role", "users.email"])
    .where("market_members.handle", "=", handle)
    .orderBy("users.email")
    .execute();
  const named = rows.map(({ user_id: userId, email, role }) => ({ userId, email, role }));
  if (user_id === null) return named;
  const owner = await findUser(ports.accounts, user_id);
  if (owner === undefined) return named;
  return [{ userId: owner.id, email: owner.email, role: "owner" }, ...named];
}

/** Addresses that were invited and have not answered. */
export async function listInvited(
  ports: MarketPorts,
  viewer: Viewer,
  handle: string,
): Promise<readonly SentInvitation[]> {
  await requireOwner(ports, viewer, handle);
  return await listSent(ports, "publisher", handle);
}

/** Changes the role of a member, or invites an address; without a role neither is left. */
export async function setMember(
  ports: MarketPorts,
  viewer: Viewer,
  handle: string,
  { email, role }: { readonly email: string; readonly role?: PublisherRole },
): Promise<void> {
  await requireOwner(ports, viewer, handle, "registry:keys");
  const { userId } = requireMember(viewer, "registry:keys");
  const { query } = ports.database;
  const user = await query
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  const id = user?.id ?? "";
  if (role === undefined) {
    // The invitation first: whoever accepts it in between is a member that is found.
    await withdrawInvitation(query, "publisher", handle, email);
    await query
      .deleteFrom("market_members")
      .where("handle", "=", handle)
      .where("user_id", "=", id)
      .execute();
    // What the member wanted to give away stays, also if the member comes back.
    await query
      .deleteFrom("market_transfers")
      .where("from_handle", "=", handle)
      .where("requested_by", "=", id)
      .execute();
    return;
  }
  if (await changeRole(ports, handle, id, role)) return;
  await reserveFor(ports, userId, { members: 1 }, (transaction) =>
    invite(transaction, ports.clock, userId, { kind: "publisher", target: handle, email, role }),
  );
}

/** True where the user is a member. Whoever becomes an owner has one publisher more. */
async function changeRole(
  ports: MarketPorts,
  handle: string,
  userId: string,
  role: PublisherRole,
): Promise<boolean> {
  const known = await ports.database.query
    .selectFrom("market_members")
    .select("role")
    .where("handle", "=", handle)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (known === undefined) return false;
  const wish = role === "owner" && known.role !== "owner" ? { publishers: 1 } : {};
  return await reserveFor(ports, userId, wish, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("market_members")
      .set({ role })
      .where("handle", "=", handle)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  });
}

export async function setOfficial(
  ports: MarketPorts,
  viewer: Viewer,
  handle: string,
  isOfficial: boolean,
): Promise<PublisherRecord> {
  requireModerator(viewer);
  const { query } = ports.database;
  await query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("market_publishers")
      .set({ is_official: isOfficial ? 1 : 0 })
      .where("handle", "=", handle)
      .execute();
    await findPublisher(transaction, handle);
    await countSoon(ports.clock, transaction, handle);
  });
  return toPublisher(await findPublisher(query, handle));
}

export function noTeam(handle: string): Error {
  return marketRefusal(
    marketCodes.invalid,
    `The visibility \`team\` needs a publisher that is a team, which \`${handle}\` is not.`,
    { path: ["visibility"] },
  );
}
