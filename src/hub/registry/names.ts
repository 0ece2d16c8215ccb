/** Skills under other names: renamed, handed over to another publisher, or merged into another skill. */
import { newId } from "../../platform/machine/index.ts";
import {
  checkReserved,
  checkSlug,
  toFullName,
  marketCodes,
  marketRefusal,
  type SkillRecord,
  type TransferRecord,
  type TransferResult,
  toSkeleton,
  type Viewer,
} from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { describeSkill } from "./describe.ts";
import { actorOf, findForChange, findRow } from "./find.ts";
import { findFormer, formerNames, keepNames, MOST_FORMER_NAMES, namesOf } from "./former-names.ts";
import { countSoon, placeSkill, refreshPublisher, refreshSkill } from "./index-skill.ts";
import { writeLog } from "./log.ts";
import { nameTaken } from "./place.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { checkNotBanned, findPublisher, requireOwner, roleIn, standingsOf } from "./publishers.ts";
import { reserveFor } from "./quotas.ts";
import { fromJson, type SkillRow } from "./records.ts";
import { checkReservedName } from "./reserved.ts";
import { noTransfer, openTransfers, takeTransfer, toTransfer } from "./transfers.ts";
import { type Member, requireMember } from "./viewer.ts";

const DAY_MS = 86_400_000;

/** Each move is stated, and statements stay for good. */
const MOST_MOVES_A_DAY = 5;

interface Move {
  readonly publisher: string;
  readonly slug: string;
  readonly event: "rename" | "transfer";
  /** The wish that is granted; it has to be there still when it is carried out. */
  readonly transferId?: string;
}

/** Whether a name is free for a skill, which may take back one that it had. */
async function checkFree(query: Query, skill: SkillRow, name: string): Promise<void> {
  const found = (await findRow(query, name)) ?? (await findFormer(query, [name])).get(name);
  if (found !== undefined && found.id !== skill.id) throw nameTaken(name, skill.publisher);
}

/** Gives a skill another full name; the old ones lead there from now on. */
async function move(
  ports: MarketPorts,
  member: Member,
  skill: SkillRow,
  { publisher, slug, event, transferId }: Move,
): Promise<void> {
  const full = toFullName(publisher, slug);
  const actor = await actorOf(ports, member);
  const before = toFullName(skill.publisher, skill.slug);
  const { team_id: team } = await findPublisher(ports.database.query, publisher);
  await reserveFor(ports, member.userId, { changes: 1 }, async (transaction) => {
    if (transferId !== undefined) await takeTransfer(ports, transaction, transferId);
    await checkMoves(ports, transaction, skill.id);
    await checkFree(transaction, skill, full);
    const plainOwner = await findRow(transaction, slug);
    const isPlain =
      skill.plain_name !== null && (plainOwner === undefined || plainOwner.id === skill.id);
    await keepNames(ports, transaction, skill.id, namesOf(skill));
    await transaction
      .deleteFrom("market_names")
      .where("name", "in", [full, ...(isPlain ? [slug] : [])])
      .where("skill_id", "=", skill.id)
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable("market_skills")
      .set({
        publisher,
        slug,
        skeleton: toSkeleton(slug),
        plain_name: isPlain ? slug : null,
        ...(skill.visibility === "team" && team === null ? { visibility: "private" } : {}),
      })
      .where("id", "=", skill.id)
      .where("publisher", "=", skill.publisher)
      .where("slug", "=", skill.slug)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0)
      throw marketRefusal(marketCodes.wrongState, `\`${before}\` was changed in the meantime.`);
    await transaction.deleteFrom("market_transfers").where("skill_id", "=", skill.id).execute();
    await writeLog(ports, transaction, {
      actor,
      event,
      skillId: skill.id,
      fullName: full,
      reason: `${before} is now ${full}.`,
    });
    await refreshSkill(ports, transaction, skill.id);
    if (publisher === skill.publisher) return;
    for (const handle of [skill.publisher, publisher]) {
      await refreshPublisher(ports, transaction, handle);
      // Who may rate the skill depends on whose it is.
      await countSoon(ports.clock, transaction, handle);
    }
  });
}

async function checkMoves(
  { clock }: Pick<MarketPorts, "clock">,
  query: Query,
  skillId: string,
): Promise<void> {
  const { count } = await query
    .selectFrom("market_log")
    .select((select) => select.fn.countAll().as("count"))
    .where("skill_id", "=", skillId)
    .where("event", "in", ["rename", "transfer"])
    .where("at", ">", timestampAt(clock, -DAY_MS))
    .executeTakeFirstOrThrow();
  // Each statement on the skill names all of them, so that those on its versions are known to be about it.
  if ((await formerNames(query, skillId)).length >= MOST_FORMER_NAMES)
    throw marketRefusal(
      marketCodes.wrongState,
      `The skill has had ${MOST_FORMER_NAMES} names, and gets no other one.`,
      { hint: "Publish it as a new skill, or give it a name back that it had." },
    );
  if (Number(count) < MOST_MOVES_A_DAY) return;
  throw marketRefusal(
    marketCodes.wrongState,
    `The skill has had ${MOST_MOVES_A_DAY} new names within a day.`,
    { hint: "Wait until tomorrow, and choose a name that stays." },
  );
}

export async function renameSkill(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  slug: string,
): Promise<SkillRecord> {
  checkSlug(slug);
  const { row, member } = await findForChange(ports, viewer, name, "owner");
  checkUnmerged(row);
  if (row.slug === slug)
    throw marketRefusal(marketCodes.invalid, `The skill is called \`${slug}\` already.`, {
      path: ["name"],
    });
  checkReservedName(ports, viewer, slug);
  checkReservedName(ports, viewer, toFullName(row.publisher, slug));
  const { is_official: official } = await findPublisher(ports.database.query, row.publisher);
  checkReserved(slug, { isOfficial: official === 1, permissions: await permissionsOf(ports, row) });
  await move(ports, member, row, { publisher: row.publisher, slug, event: "rename" });
  return await describeSkill(ports, viewer, toFullName(row.publisher, slug));
}

async function permissionsOf(
  { database: { query } }: MarketPorts,
  { latest_id: latest }: SkillRow,
): Promise<readonly string[]> {
  const row =
    latest === null
      ? undefined
      : await query
          .selectFrom("market_versions")
          .select("permissions")
          .where("id", "=", latest)
          .executeTakeFirst();
  return fromJson<readonly string[]>(row?.permissions ?? "[]");
}

function checkUnmerged({ merged_into: merged, successor }: SkillRow): void {
  if (merged !== null)
    throw marketRefusal(
      marketCodes.wrongState,
      `The skill was merged into \`${successor ?? "another one"}\`.`,
    );
}

/** Asks the owners of another publisher to take a skill; who owns both has both their consent. */
export async function transferSkill(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  to: string,
): Promise<TransferResult> {
  // A token that may only publish gives nothing away.
  requireMember(viewer, "registry:keys");
  const { row, member } = await findForChange(ports, viewer, name, "owner");
  checkUnmerged(row);
  const { query } = ports.database;
  const target = await findPublisher(query, to);
  checkNotBanned(target);
  checkNotBanned(await findPublisher(query, row.publisher));
  if (to === row.publisher)
    throw marketRefusal(marketCodes.invalid, `The skill is that of \`${to}\` already.`, {
      path: ["to"],
    });
  // Whether the name is free there is for those to know who take it.
  if (roleIn(await standingsOf(ports, member), to) === "owner") {
    await move(ports, member, row, { publisher: to, slug: row.slug, event: "transfer" });
    return { skill: await describeSkill(ports, viewer, toFullName(to, row.slug)) };
  }
  const id = newId();
  const created = timestampAt(ports.clock);
  const made = { id, from_handle: row.publisher, to_handle: to, requested_by: member.userId };
  await reserveFor(ports, member.userId, { changes: 1 }, async (transaction) => {
    await transaction.deleteFrom("market_transfers").where("skill_id", "=", row.id).execute();
    await transaction
      .insertInto("market_transfers")
      .values({ ...made, skill_id: row.id, created_at: created })
      .execute();
  });
  const skill = await describeSkill(ports, viewer, toFullName(row.publisher, row.slug));
  return { skill, transfer: toTransfer({ ...made, ...row, id, created_at: created }) };
}

/** Those that wait for an answer, of the publishers that the viewer owns. */
export async function listTransfers(
  ports: MarketPorts,
  viewer: Viewer,
): Promise<readonly TransferRecord[]> {
  const member = requireMember(viewer);
  const standings = await standingsOf(ports, member);
  const own = [...standings.roles].filter(([, role]) => role === "owner").map(([one]) => one);
  if (own.length === 0) return [];
  const rows = await openTransfers(ports, ports.database.query)
    .where((where) => where.or([where("from_handle", "in", own), where("to_handle", "in", own)]))
    .orderBy("market_transfers.created_at")
    .limit(1000)
    .execute();
  return rows.map(toTransfer);
}

/** Whoever is to get a skill takes it; either side can say no. */
export async function decideTransfer(
  ports: MarketPorts,
  viewer: Viewer,
  id: string,
  isAccepted: boolean,
): Promise<TransferRecord> {
  const member = requireMember(viewer, "registry:keys");
  const found = await openTransfers(ports, ports.database.query)
    .select("skill_id")
    .where("market_transfers.id", "=", id)
    .executeTakeFirst();
  const role = roleIn(await standingsOf(ports, member), found?.to_handle ?? "");
  const isGiver = roleIn(await standingsOf(ports, member), found?.from_handle ?? "") === "owner";
  if (found === undefined || !(role === "owner" || (isGiver && !isAccepted))) throw noTransfer();
  const { query } = ports.database;
  if (isAccepted) {
    const skill = await query
      .selectFrom("market_skills")
      .selectAll()
      .where("id", "=", found.skill_id)
      .executeTakeFirstOrThrow();
    checkNotBanned(await findPublisher(query, found.to_handle));
    await move(ports, member, skill, {
      publisher: found.to_handle,
      slug: skill.slug,
      event: "transfer",
      transferId: id,
    });
  } else await query.deleteFrom("market_transfers").where("id", "=", id).execute();
  return toTransfer(found);
}

/**
 * Takes a skill out of lists in favour of another one, to which its plain name leads from then on. Under its full name
 * its versions stay, for those who have them in a lock.
 */
export async function mergeSkill(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  into: string,
): Promise<SkillRecord> {
  const source = await findForChange(ports, viewer, name, "owner");
  const target = await findForChange(ports, viewer, into, "owner");
  checkUnmerged(source.row);
  checkUnmerged(target.row);
  if (source.row.id === target.row.id)
    throw marketRefusal(marketCodes.invalid, "A skill cannot be merged into itself.", {
      path: ["into"],
    });
  if (source.row.visibility !== target.row.visibility)
    throw marketRefusal(marketCodes.wrongState, "The two skills are not for the same people.", {
      hint: "Give both the same visibility first.",
    });
  await requireOwner(ports, viewer, target.row.publisher);
  const { id } = source.row;
  if (!source.member.isModerator) await checkUndisputed(ports.database.query, source.row);
  const full = toFullName(target.row.publisher, target.row.slug);
  const actor = await actorOf(ports, source.member);
  await reserveFor(ports, source.member.userId, { changes: 1 }, async (transaction) => {
    const { plain_name: plain } = source.row;
    await transaction
      .updateTable("market_skills")
      .set({
        merged_into: target.row.id,
        plain_name: null,
        deprecation: `It was merged into ${full}.`,
        successor: full,
      })
      .where("id", "=", id)
      .execute();
    // What led to the one by a plain name leads to the other.
    await transaction
      .updateTable("market_names")
      .set({ skill_id: target.row.id })
      .where("skill_id", "=", id)
      .where("name", "not like", "@%")
      .execute();
    if (plain !== null) await keepNames(ports, transaction, target.row.id, [plain]);
    await moveStars(transaction, id, target.row.id);
    await writeLog(ports, transaction, {
      actor,
      event: "merge",
      skillId: id,
      fullName: toFullName(source.row.publisher, source.row.slug),
      reason: `Merged into ${full}.`,
    });
    await refreshSkill(ports, transaction, id);
    await placeSkill(transaction, target.row.id);
  });
  return await describeSkill(ports, viewer, full);
}

/** What its name leads to stays as long as a moderator keeps it back, or is to decide over it. */
async function checkUndisputed(query: Query, { id, publisher }: SkillRow): Promise<void> {
  checkNotBanned(await findPublisher(query, publisher));
  const kept = await query
    .selectFrom("market_versions")
    .select("version")
    .where("skill_id", "=", id)
    .where((where) =>
      where.or([
        where("notice", "is not", null),
        where.and([
          where("state", "<>", "listed"),
          where("held_by", "in", ["moderator", "reporters"]),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (kept !== undefined)
    throw marketRefusal(
      marketCodes.forbidden,
      `A moderator decides over the version \`${kept.version}\` of this skill.`,
    );
}

async function moveStars(query: Query, from: string, to: string): Promise<void> {
  await query
    .insertInto("market_stars")
    .columns(["skill_id", "user_id", "created_at"])
    .expression((from_) =>
      from_
        .selectFrom("market_stars")
        .select((select) => [select.val(to).as("skill_id"), "user_id", "created_at"])
        .where("skill_id", "=", from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await query
    .selectFrom("market_stars")
    .select((select) => select.fn.countAll().as("count"))
    .where("skill_id", "=", to)
    .executeTakeFirstOrThrow();
  await query
    .updateTable("market_skills")
    .set({ stars: Number(count) })
    .where("id", "=", to)
    .execute();
}
