/**
 * Which ratings count: one of each person who has nothing to do with the publisher, as soon as their account has some age.
 * Accounts cost nothing, so whoever makes many of them is to move as much as with one.
 *
 * A request looks at its own rating alone. What follows for the others of a publisher, for its reputation and for all of
 * its skills is worked off behind requests, in short steps: its cost grows with what the publisher has.
 */
import { sql } from "kysely";
import { computeSha256 } from "../../platform/index.ts";
import { isPublicAddress, toClientKey } from "../../platform/network/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { placeSkills, refreshReputation } from "./index-skill.ts";
import type { MarketPorts, Query } from "./ports.ts";
import type { SkillRow } from "./records.ts";
import type { Member } from "./viewer.ts";

type Deps = Pick<MarketPorts, "clock" | "settings">;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What tells that two write from the same place. Addresses of a company's own network tell nothing, or all would be one. */
export function networkOf(address: string | undefined): string | null {
  if (address === undefined || !isPublicAddress(address)) return null;
  return computeSha256(`ratings ${toClientKey(address)}`);
}

/** Mail to `ada+2@example.org` and to `ada@example.org` goes to one person. */
function mailboxOf(email: string): string {
  const [name = "", host = ""] = email.toLowerCase().split("@");
  return computeSha256(`mailbox ${name.split("+", 1)[0]}@${host}`);
}

/** Somebody who wrote, as far as it can be told who that is. */
export interface Writer {
  readonly user_id: string;
  readonly network: string | null;
  readonly email: string;
  readonly is_active: number;
  /** When the account was made. */
  readonly created_at: string;
}

export const WRITER = ["users.email", "users.is_active", "users.created_at"] as const;

/** Whether an address has a part that anybody can put into it. */
function isTagged(email: string): boolean {
  return email.split("@", 1)[0]?.includes("+") === true;
}

/** By what somebody is known again. */
function marksOf({ email, network }: Writer): readonly string[] {
  return [mailboxOf(email), ...(network === null ? [] : [network])];
}

/** Of some writers those who are none of the others, whom a moderator has refuted. */
export function notOf<T extends Writer>(
  writers: readonly T[],
  refuted: readonly Writer[],
): readonly T[] {
  const known = new Set(refuted.flatMap(marksOf));
  // Anybody can write from an address that looks like another one: that says nothing of the plain one.
  const plain = new Set(
    refuted.flatMap((one) => marksOf(isTagged(one.email) ? { ...one, email: "" } : one)),
  );
  return writers.filter(
    (one) => !marksOf(one).some((mark) => (isTagged(one.email) ? known : plain).has(mark)),
  );
}

interface Links {
  readonly users: ReadonlySet<string>;
  readonly networks: ReadonlySet<string>;
}

/**
 * The accounts that count, one for each person. Nobody has to prove that an address is theirs, so that of two accounts
 * of one person the one with the plain address counts, then the older: an account made later silences nobody.
 */
export function countPeople(
  { clock, settings }: Deps,
  writers: readonly Writer[],
  own: Links = { users: new Set(), networks: new Set() },
): ReadonlySet<string> {
  const oldest = timestampAt(clock, -settings.reporterHours * HOUR_MS);
  const rank = ({ email, created_at, user_id }: Writer): string =>
    `${isTagged(email) ? 1 : 0} ${created_at} ${user_id}`;
  const able = writers
    .filter(
      ({ user_id: id, network, is_active, created_at }) =>
        is_active === 1 &&
        created_at <= oldest &&
        !own.users.has(id) &&
        !own.networks.has(network ?? ""),
    )
    .map((writer) => ({ writer, rank: rank(writer) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  /** Everything by which somebody is known again, and who that is. */
  const people = new Map<string, string>();
  const counted = new Set<string>();
  for (const { writer } of able) {
    const id = writer.user_id;
    const marks = marksOf(writer);
    const before = marks.map((mark) => people.get(mark)).find((one) => one !== undefined);
    for (const mark of marks) people.set(mark, before ?? id);
    if ((before ?? id) === id) counted.add(id);
  }
  return counted;
}

/** Accounts compared with the one that writes; a person with more of them is one of those all the same. */
const MOST_RIVALS = 100;

/** Decides whether the rating that somebody has just written counts. */
export async function countReview(
  deps: Deps,
  query: Query,
  { id, publisher }: Pick<SkillRow, "id" | "publisher">,
  { userId, client }: Member,
): Promise<void> {
  const self = await query
    .selectFrom("users")
    .select(WRITER)
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const network = networkOf(client);
  const mailbox = mailboxOf(self.email);
  const rivals = await query
    .selectFrom("market_reviews")
    .innerJoin("market_skills", "market_skills.id", "market_reviews.skill_id")
    .innerJoin("users", "users.id", "market_reviews.user_id")
    .select(["market_reviews.user_id", "market_reviews.network", ...WRITER])
    .distinct()
    .where("market_skills.publisher", "=", publisher)
    .where("market_reviews.user_id", "<>", userId)
    .where((where) =>
      where.or([
        where("market_reviews.mailbox", "=", mailbox),
        ...(network === null ? [] : [where("market_reviews.network", "=", network)]),
      ]),
    )
    .orderBy("users.created_at")
    .limit(MOST_RIVALS)
    .execute();
  const own = await linksOf(query, publisher, { userId, address: client ?? "" });
  const writers = [{ ...self, user_id: userId, network }, ...rivals];
  const isCounted = countPeople(deps, writers, own).has(userId);
  await query
    .updateTable("market_reviews")
    .set({ mailbox, is_counted: isCounted ? 1 : 0 })
    .where("skill_id", "=", id)
    .where("user_id", "=", userId)
    .execute();
}

/** Brings what skills say of their ratings up to date, and what follows for their places. */
export async function sumRatings(query: Query, skillIds: readonly string[]): Promise<void> {
  const counted = sql`from market_reviews where skill_id = market_skills.id and is_counted = 1`;
  await query
    .updateTable("market_skills")
    .set({
      ratings: sql`(select count(*) ${counted})`,
      rating_sum: sql`(select coalesce(sum(rating), 0) ${counted})`,
      rating: sql`(select coalesce(avg(rating), 0) ${counted})`,
    })
    .where("id", "in", skillIds)
    .execute();
  await placeSkills(query, skillIds);
}

/**
 * Those who publish under a handle with everybody who is in a team with one of them, and where they did so from; or of
 * all that only what is known of one person.
 */
async function linksOf(
  query: Query,
  handle: string,
  only?: { readonly userId: string; readonly address: string },
): Promise<Links> {
  const owners = await query
    .selectFrom("market_publishers")
    .leftJoin("team_members", "team_members.team_id", "market_publishers.team_id")
    .select(["market_publishers.user_id", "team_members.user_id as member_id"])
    .where("handle", "=", handle)
    .execute();
  const members = await query
    .selectFrom("market_members")
    .select("user_id")
    .where("handle", "=", handle)
    .execute();
  const people = [
    ...owners.flatMap(({ user_id, member_id }) => [user_id, member_id]),
    ...members.map(({ user_id }) => user_id),
  ].filter((id) => id !== null);
  if (people.length === 0) return { users: new Set(), networks: new Set() };
  const mates = await query
    .selectFrom("team_members as own")
    .innerJoin("team_members as mate", "mate.team_id", "own.team_id")
    .select("mate.user_id")
    .distinct()
    .where("own.user_id", "in", people)
    .$if(only !== undefined, (found) => found.where("mate.user_id", "=", only?.userId ?? ""))
    .execute();
  const places = await query
    .selectFrom("audit_log")
    .select("address")
    .distinct()
    .where("user_id", "in", people)
    .$if(only !== undefined, (found) => found.where("address", "=", only?.address ?? ""))
    .execute();
  return {
    users: new Set([...people, ...mates.map(({ user_id }) => user_id)]),
    networks: new Set(places.flatMap(({ address }) => networkOf(address) ?? [])),
  };
}

/** Publishers looked at in one turn. */
const AT_ONCE = 200;

/** Has those counted anew who were too young when they wrote. */
export async function countMatured({ clock, settings, database }: MarketPorts): Promise<void> {
  const hours = settings.reporterHours;
  const rows = await database.query
    .selectFrom("market_reviews")
    .innerJoin("market_skills", "market_skills.id", "market_reviews.skill_id")
    .innerJoin("users", "users.id", "market_reviews.user_id")
    .select("market_skills.publisher")
    .distinct()
    .where("market_reviews.is_counted", "=", 0)
    .where("users.created_at", "<=", timestampAt(clock, -hours * HOUR_MS))
    // Who was old enough by then was counted, or is linked.
    .where("users.created_at", ">", timestampAt(clock, -2 * hours * HOUR_MS - DAY_MS))
    .limit(AT_ONCE)
    .execute();
  const handles = rows.map(({ publisher }) => publisher);
  if (handles.length > 0)
    await database.query
      .updateTable("market_publishers")
      .set({ count_at: timestampAt(clock) })
      .where("handle", "in", handles)
      .execute();
}

/** Where a process ends within a count, another one begins it again after this time. */
const LEASE_MS = 600_000;

/** Counts the publishers that are due. Whether there were any. */
export async function countDue(ports: MarketPorts, signal: AbortSignal): Promise<boolean> {
  const { query } = ports.database;
  const due = await query
    .selectFrom("market_publishers")
    .select(["handle", "count_at"])
    .where("count_at", "<=", timestampAt(ports.clock))
    .orderBy("count_at")
    .limit(AT_ONCE)
    .execute();
  for (const { handle, count_at } of due) {
    if (signal.aborted) break;
    const lease = timestampAt(ports.clock, LEASE_MS);
    const set = async (from: string | null, to: string | null): Promise<boolean> => {
      const { numUpdatedRows } = await query
        .updateTable("market_publishers")
        .set({ count_at: to })
        .where("handle", "=", handle)
        .where("count_at", "=", from)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    };
    if (!(await set(count_at, lease))) continue;
    await countPublisher(ports, handle, signal);
    // A change in the meantime has put another moment there.
    if (!signal.aborted) await set(lease, null);
  }
  return due.length > 0;
}

/** Rows changed in one transaction; others wait for no more than that. */
const STEP = 100;

/** Counts the ratings of all skills of a publisher anew, with what follows for them and for the publisher. */
async function countPublisher(
  ports: MarketPorts,
  handle: string,
  signal: AbortSignal,
): Promise<void> {
  const { query } = ports.database;
  const reviews = await query
    .selectFrom("market_reviews")
    .innerJoin("market_skills", "market_skills.id", "market_reviews.skill_id")
    .innerJoin("users", "users.id", "market_reviews.user_id")
    .select([
      "market_reviews.skill_id",
      "market_reviews.user_id",
      "market_reviews.rating",
      "market_reviews.network",
      "market_reviews.is_counted",
      ...WRITER,
    ])
    .where("market_skills.publisher", "=", handle)
    .execute();
  const own = await linksOf(query, handle);
  const people = countPeople(ports, reviews, own);
  const counted = new Set(
    reviews.filter(
      ({ user_id, network }) => people.has(user_id) && !own.networks.has(network ?? ""),
    ),
  );
  for (const flag of [0, 1] as const) {
    const wrong = reviews.filter(
      (review) => review.is_counted !== flag && counted.has(review) === (flag === 1),
    );
    for (let at = 0; at < wrong.length && !signal.aborted; at += STEP)
      await query
        .updateTable("market_reviews")
        .set({ is_counted: flag })
        .where((where) =>
          where.or(
            wrong
              .slice(at, at + STEP)
              .map(({ skill_id, user_id }) => where.and({ skill_id, user_id })),
          ),
        )
        .execute();
  }
  const byPerson = [...Map.groupBy(counted, ({ user_id }) => user_id).values()].map(
    (some) => some.reduce((all, { rating }) => all + rating, 0) / some.length,
  );
  await query
    .updateTable("market_publishers")
    .set({ raters: byPerson.length, rater_sum: byPerson.reduce((all, one) => all + one, 0) })
    .where("handle", "=", handle)
    .execute();
  await refreshReputation(query, handle);
  await sumAll(ports, handle, signal);
}

async function sumAll(
  { database: { query } }: MarketPorts,
  handle: string,
  signal: AbortSignal,
): Promise<void> {
  for (let after = ""; !signal.aborted;) {
    const skills = await query
      .selectFrom("market_skills")
      .select(["id", "slug"])
      .where("publisher", "=", handle)
      .where("slug", ">", after)
      .orderBy("slug")
      .limit(STEP)
      .execute();
    const last = skills.at(-1);
    if (last === undefined) return;
    const ids = skills.map(({ id }) => id);
    await query.transaction().execute((transaction) => sumRatings(transaction, ids));
    after = last.slug;
  }
}
