import { sql } from "kysely";
import {
  marketCodes,
  marketRefusal,
  type Page,
  type PageRequest,
  type ReviewRecord,
  type Viewer,
} from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { countReview, networkOf, sumRatings } from "./counted-ratings.ts";
import { decodeCursor, encodeCursor, limitOf } from "./cursor.ts";
import { findSkill, type FoundSkill } from "./find.ts";
import { countSoon, placeSkill } from "./index-skill.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { ensureOwn } from "./publishers.ts";
import { fromJson } from "./records.ts";
import { requireMember } from "./viewer.ts";

export async function star(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
): Promise<{ readonly wasStarred: boolean }> {
  const { userId } = requireMember(viewer);
  const { row } = await findSkill(ports, viewer, name);
  return await ports.database.query.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto("market_stars")
      .values({ skill_id: row.id, user_id: userId, created_at: timestampAt(ports.clock) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const wasStarred = Number(added.numInsertedOrUpdatedRows ?? 0) === 0;
    if (!wasStarred) await countStars(transaction, row.id);
    return { wasStarred };
  });
}

export async function unstar(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
): Promise<{ readonly wasStarred: boolean }> {
  const { userId } = requireMember(viewer);
  const { row } = await findSkill(ports, viewer, name);
  return await ports.database.query.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("market_stars")
      .where("skill_id", "=", row.id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    const wasStarred = Number(numDeletedRows) > 0;
    if (wasStarred) await countStars(transaction, row.id);
    return { wasStarred };
  });
}

async function countStars(query: Query, skillId: string): Promise<void> {
  await sql`update market_skills set stars =
    (select count(*) from market_stars where skill_id = ${skillId}) where id = ${skillId}`.execute(
    query,
  );
  await placeSkill(query, skillId);
}

const LONGEST_TEXT = 10_000;

export async function review(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  { rating, text = "" }: { readonly rating: number; readonly text?: string },
): Promise<ReviewRecord> {
  const member = requireMember(viewer);
  const found = await findSkill(ports, viewer, name);
  checkReview(found, rating, text);
  const { handle } = await ensureOwn(ports, member);
  const now = timestampAt(ports.clock);
  const { latest: version = "" } = fromJson<{ readonly latest?: string }>(found.row.tags);
  const changes = { rating, text, version, network: networkOf(member.client), updated_at: now };
  await ports.database.query.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("market_reviews")
      .values({ skill_id: found.row.id, user_id: member.userId, created_at: now, ...changes })
      .onConflict((conflict) => conflict.columns(["skill_id", "user_id"]).doUpdateSet(changes))
      .execute();
    await countReview(ports, transaction, found.row, member);
    await sumRatings(transaction, [found.row.id]);
    await countSoon(ports.clock, transaction, found.row.publisher);
  });
  const kept = await ports.database.query
    .selectFrom("market_reviews")
    .select(["created_at", "is_counted"])
    .where("skill_id", "=", found.row.id)
    .where("user_id", "=", member.userId)
    .executeTakeFirst();
  return {
    author: handle,
    rating,
    text,
    version,
    isCounted: kept?.is_counted === 1,
    createdAt: kept?.created_at ?? now,
    updatedAt: now,
  };
}

function checkReview({ role }: FoundSkill, rating: number, text: string): void {
  if (role !== undefined)
    throw marketRefusal(marketCodes.forbidden, "Those who publish a skill do not rate it.");
  if (!Number.isInteger(rating) || rating < 1 || rating > 5)
    throw marketRefusal(
      marketCodes.invalid,
      `The rating must be a number from 1 to 5, not \`${rating}\`.`,
      { path: ["rating"] },
    );
  if (text.length > LONGEST_TEXT)
    throw marketRefusal(
      marketCodes.invalid,
      `The text is too long; at most ${LONGEST_TEXT} characters are allowed.`,
      { path: ["text"] },
    );
}

export async function unreview(ports: MarketPorts, viewer: Viewer, name: string): Promise<void> {
  const { userId } = requireMember(viewer);
  const found = await findSkill(ports, viewer, name);
  await ports.database.query.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom("market_reviews")
      .where("skill_id", "=", found.row.id)
      .where("user_id", "=", userId)
      .execute();
    await sumRatings(transaction, [found.row.id]);
    await countSoon(ports.clock, transaction, found.row.publisher);
  });
}

export async function listReviews(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  request: PageRequest = {},
): Promise<Page<ReviewRecord>> {
  const limit = limitOf(request);
  const { row } = await findSkill(ports, viewer, name);
  const [before, userId] = decodeCursor(request.cursor, ["string", "string"]);
  const rows = await ports.database.query
    .selectFrom("market_reviews")
    .leftJoin("market_publishers", "market_publishers.user_id", "market_reviews.user_id")
    .selectAll("market_reviews")
    .select("market_publishers.handle")
    .where("skill_id", "=", row.id)
    .$if(before !== undefined, (found) =>
      found.where(
        sql<boolean>`(market_reviews.updated_at, market_reviews.user_id) < (${String(before)}, ${String(userId)})`,
      ),
    )
    .orderBy("market_reviews.updated_at", "desc")
    .orderBy("market_reviews.user_id", "desc")
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((one) => ({
      author: one.handle ?? "",
      rating: one.rating,
      text: one.text,
      version: one.version,
      isCounted: one.is_counted === 1,
      createdAt: one.created_at,
      updatedAt: one.updated_at,
    })),
    cursor:
      rows.length > limit && last !== undefined
        ? encodeCursor([last.updated_at, last.user_id])
        : undefined,
  };
}
