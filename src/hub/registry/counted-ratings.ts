/**
 * Which ratings count: one of each person who has nothing to do with the publisher, as soon as their account has some age.
 * Accounts cost nothing, so whoever makes many of them is to move as much as with one.
 */
import { sha256Of } from "../../platform/index.ts";
import { isPublicAddress, toClientKey } from "../../platform/network/index.ts";
import { momentOf } from "../accounts/index.ts";
import { placeSkill, refreshPublisher } from "./index-skill.ts";
import type { MarketPorts, Query } from "./ports.ts";

type Deps = Pick<MarketPorts, "clock" | "settings">;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What tells that two write from the same place. Addresses of a company's own network tell nothing, or all would be one. */
export function networkOf(address: string | undefined): string | null {
  if (address === undefined || !isPublicAddress(address)) return null;
  return sha256Of(`ratings ${toClientKey(address)}`);
}

/** Mail to `ada+2@example.org` and to `ada@example.org` goes to one person. */
function mailboxOf(email: string): string {
  const [name = "", host = ""] = email.toLowerCase().split("@");
  return `${name.split("+", 1)[0]}@${host}`;
}

/** Counts the ratings of all skills of a publisher anew, with what follows for them and for the publisher. */
export async function countRatings(deps: Deps, query: Query, handle: string): Promise<void> {
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
      "users.email",
      "users.is_active",
      "users.created_at",
    ])
    .where("market_skills.publisher", "=", handle)
    .orderBy("market_reviews.created_at")
    .orderBy("market_reviews.user_id")
    .execute();
  const oldest = momentOf(deps.clock, -deps.settings.reporterHours * HOUR_MS);
  const own = await linksOf(query, handle);
  /** Everything by which somebody is known again, and who that is. */
  const people = new Map<string, string>();
  const counted = reviews.filter(({ user_id: id, network, email, is_active, created_at }) => {
    if (is_active !== 1 || created_at > oldest || own.users.has(id)) return false;
    if (network !== null && own.networks.has(network)) return false;
    const marks = [`mailbox ${mailboxOf(email)}`, ...(network === null ? [] : [network])];
    const before = marks.map((mark) => people.get(mark)).find((one) => one !== undefined);
    for (const mark of marks) people.set(mark, before ?? id);
    return before === undefined || before === id;
  });
  const isCounted = new Set(counted.map(({ skill_id, user_id }) => `${skill_id} ${user_id}`));
  for (const { skill_id, user_id, is_counted } of reviews) {
    const flag = isCounted.has(`${skill_id} ${user_id}`) ? 1 : 0;
    if (flag !== is_counted)
      await query
        .updateTable("market_reviews")
        .set({ is_counted: flag })
        .where("skill_id", "=", skill_id)
        .where("user_id", "=", user_id)
        .execute();
  }
  const bySkill = Map.groupBy(counted, ({ skill_id }) => skill_id);
  for (const skillId of new Set(reviews.map(({ skill_id }) => skill_id)))
    await writeRating(query, skillId, bySkill.get(skillId) ?? []);
  const byPerson = [...Map.groupBy(counted, ({ user_id }) => user_id).values()];
  await query
    .updateTable("market_publishers")
    .set({
      raters: byPerson.length,
      rater_sum: byPerson.reduce((all, some) => all + sumOf(some) / some.length, 0),
    })
    .where("handle", "=", handle)
    .execute();
  await refreshPublisher(query, handle);
}

function sumOf(reviews: readonly { readonly rating: number }[]): number {
  return reviews.reduce((all, { rating }) => all + rating, 0);
}

async function writeRating(
  query: Query,
  skillId: string,
  counted: readonly { readonly rating: number }[],
): Promise<void> {
  const ratings = counted.length;
  const sum = sumOf(counted);
  await query
    .updateTable("market_skills")
    .set({ ratings, rating_sum: sum, rating: ratings === 0 ? 0 : sum / ratings })
    .where("id", "=", skillId)
    .execute();
  await placeSkill(query, skillId);
}

/** Those who publish under a handle with everybody who is in a team with one of them, and where they did so from. */
async function linksOf(
  query: Query,
  handle: string,
): Promise<{ readonly users: ReadonlySet<string>; readonly networks: ReadonlySet<string> }> {
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
    .execute();
  const places = await query
    .selectFrom("audit_log")
    .select("address")
    .distinct()
    .where("user_id", "in", people)
    .execute();
  return {
    users: new Set([...people, ...mates.map(({ user_id }) => user_id)]),
    networks: new Set(places.flatMap(({ address }) => networkOf(address) ?? [])),
  };
}

/** Publishers looked at in one turn. */
const AT_ONCE = 200;

/** Counts what was too young when it was written. */
export async function countMatured(ports: MarketPorts): Promise<void> {
  const { query } = ports.database;
  const hours = ports.settings.reporterHours;
  const rows = await query
    .selectFrom("market_reviews")
    .innerJoin("market_skills", "market_skills.id", "market_reviews.skill_id")
    .innerJoin("users", "users.id", "market_reviews.user_id")
    .select("market_skills.publisher")
    .distinct()
    .where("market_reviews.is_counted", "=", 0)
    .where("users.created_at", "<=", momentOf(ports.clock, -hours * HOUR_MS))
    // Who was old enough by then was counted, or is linked.
    .where("users.created_at", ">", momentOf(ports.clock, -2 * hours * HOUR_MS - DAY_MS))
    .limit(AT_ONCE)
    .execute();
  for (const { publisher } of rows)
    await query.transaction().execute((transaction) => countRatings(ports, transaction, publisher));
}
