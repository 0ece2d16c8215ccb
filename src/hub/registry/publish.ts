import { newId } from "../../platform/machine/index.ts";
import {
  checkTag,
  toFullName,
  marketCodes,
  marketRefusal,
  type Published,
  type PublishRequest,
  toSkeleton,
  type Viewer,
} from "../../registry/contract/index.ts";
import { SkillError } from "../../skill/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { describeSkill } from "./describe.ts";
import { refreshPublisher, refreshSkill } from "./index-skill.ts";
import { REGISTRY, writeLog } from "./log.ts";
import { nameTaken } from "./place.ts";
import { type Plan, planPublish, requireStanding, requireStill } from "./plan.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { openReaudit } from "./promotions.ts";
import { noTeam } from "./publishers.ts";
import { reserveFor } from "./quotas.ts";
import { fromJson, type SkillRow, toSummary, toVersion, toVersionSummary } from "./records.ts";
import { versionExists } from "./releases.ts";
import { checkTagCount } from "./tags.ts";
import { dropUploads } from "./uploads.ts";

/**
 * Publishes a version. Its bytes are kept first, under a key that nobody else uses; then one transaction makes
 * it known. Whenever this is broken off, the version is there as a whole or not at all.
 */
export async function publish(
  ports: MarketPorts,
  viewer: Viewer,
  request: PublishRequest,
): Promise<Published> {
  const plan = await planPublish(ports, viewer, request);
  checkVisibility(plan, request);
  if (request.isDryRun === true) return preview(ports, plan, request);
  const { row } = plan;
  await requireStill(ports, viewer, plan, request);
  // Bytes may be long on their way into the store.
  const skillId = await keepPlan(ports, plan, request, (transaction) =>
    requireStanding({ database: { ...ports.database, query: transaction } }, viewer, plan, request),
  );
  if (request.content.kind === "uploads")
    await dropUploads(
      ports,
      request.content.files.map(({ upload }) => upload),
    );
  const fullName = toFullName(plan.publisher.handle, plan.slug);
  const skill = await describeSkill(ports, viewer, fullName);
  const kept = await ports.database.query
    .selectFrom("market_versions")
    .selectAll()
    .where("id", "=", row.id)
    .where("skill_id", "=", skillId)
    .executeTakeFirstOrThrow();
  return {
    skill,
    version: toVersion({ slug: plan.slug, publisher: plan.publisher.handle }, kept),
    isNewSkill: plan.skill === undefined,
    warnings: plan.warnings,
  };
}

/** Throws where a version may not be made known any more; whoever shuts its publisher out waits meanwhile. */
type CheckStill = (transaction: Query) => Promise<void>;

/** First the bytes, then everything that makes them known; gives the id of the skill. */
export async function keepPlan(
  ports: MarketPorts,
  plan: Plan,
  request: PublishRequest,
  check?: CheckStill,
): Promise<string> {
  const { row, archive } = plan;
  const { package_key: key } = row;
  if (key === null || archive === undefined) return await keepRow(ports, plan, request, check);
  await ports.packages.write(key, archive);
  try {
    return await keepRow(ports, plan, request, check);
  } catch (error) {
    // Refused, so that nobody will know of them. After another failure they may be those of a version: a sweep looks.
    if (SkillError.isInstance(error)) await ports.packages.remove(key);
    throw error;
  }
}

async function keepRow(
  ports: MarketPorts,
  plan: Plan,
  request: PublishRequest,
  check: CheckStill | undefined,
): Promise<string> {
  const work = async (transaction: Query): Promise<string> => {
    const skill = await claimSkill(ports, transaction, plan, request);
    if (check !== undefined) {
      // After the skill, as everybody else takes the two.
      await holdPublisher(transaction, plan.publisher.handle);
      await check(transaction);
    }
    return await keep(ports, transaction, plan, skill, request);
  };
  const publisher = await ports.database.query
    .selectFrom("market_publishers")
    .select("user_id")
    .where("handle", "=", plan.actor)
    .executeTakeFirst();
  // Copies of another registry are nobody's.
  const userId = plan.actor === REGISTRY ? undefined : publisher?.user_id;
  if (userId === undefined || userId === null)
    return await ports.database.query.transaction().execute(work);
  return await reserveFor(ports, userId, { versions: 1, bytes: plan.row.size }, work);
}

function checkVisibility({ publisher }: Plan, { visibility }: PublishRequest): void {
  if (visibility === "team" && publisher.team_id === null) throw noTeam(publisher.handle);
}

/** A write that changes nothing makes others wait for the publisher until the transaction is done. */
async function holdPublisher(query: Query, handle: string): Promise<void> {
  await query
    .updateTable("market_publishers")
    .set((set) => ({ ban_reason: set.ref("ban_reason") }))
    .where("handle", "=", handle)
    .execute();
}

async function keep(
  ports: MarketPorts,
  transaction: Query,
  plan: Plan,
  skill: SkillRow,
  request: PublishRequest,
): Promise<string> {
  const { row, slug, publisher, actor } = plan;
  const added = await transaction
    .insertInto("market_versions")
    .values({ ...row, skill_id: skill.id })
    .onConflict((conflict) => conflict.columns(["skill_id", "version_key"]).doNothing())
    .executeTakeFirst();
  // Somebody else was faster.
  if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) throw versionExists(slug, row.version);
  const digests = [
    row.tree,
    row.content_digest,
    row.fingerprint,
    row.folder_digest,
    row.flat_digest,
  ];
  await transaction
    .insertInto("market_digests")
    .values(
      [...new Set(digests)].map((digest) => ({ skill_id: skill.id, digest, version_id: row.id })),
    )
    .execute();
  await transaction
    .insertInto("market_audits")
    .values({
      id: newId(),
      version_id: row.id,
      report: JSON.stringify(plan.audited.report).replaceAll("\\u0000", "\\ufffd"),
      created_at: row.created_at,
    })
    .execute();
  await tellLog(ports, transaction, plan, skill.id, request);
  await refreshSkill(ports, transaction, skill.id);
  if (row.state === "quarantined") await refreshPublisher(ports, transaction, publisher.handle);
  if (skill.tier === "verified" && row.state === "listed")
    await openReaudit(ports, transaction, { ...row, skill_id: skill.id }, actor);
  return skill.id;
}

/** A version comes as a draft, and the audit of the registry decides what becomes of it. */
async function tellLog(
  ports: MarketPorts,
  transaction: Query,
  { row, slug, publisher, actor, audited, hold }: Plan,
  skillId: string,
  { changelog = "" }: PublishRequest,
): Promise<void> {
  const fullName = toFullName(publisher.handle, slug);
  const told = { skillId, fullName, version: row.version };
  await writeLog(ports, transaction, {
    ...told,
    actor,
    event: "publish",
    to: "draft",
    reason: changelog,
  });
  if (row.state !== "draft")
    await writeLog(ports, transaction, {
      ...told,
      actor: REGISTRY,
      event: "audit",
      from: "draft",
      to: row.state,
      reason: hold ?? audited.kept.reason,
    });
}

/** The skill of the version, locked until the transaction ends; made where there is none. */
async function claimSkill(
  ports: MarketPorts,
  transaction: Query,
  plan: Plan,
  request: PublishRequest,
): Promise<SkillRow> {
  const { slug, publisher, isPlain, actor } = plan;
  const made = newSkill(ports, plan, request);
  const insert = async (row: SkillRow): Promise<void> => {
    await transaction
      .insertInto("market_skills")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
  const find = (): Promise<SkillRow | undefined> =>
    transaction
      .selectFrom("market_skills")
      .selectAll()
      .where("publisher", "=", publisher.handle)
      .where("slug", "=", slug)
      .executeTakeFirst();
  if (plan.skill === undefined) {
    await insert(made);
    if ((await find()) === undefined) {
      if (isPlain) throw nameTaken(slug, actor);
      await insert({ ...made, plain_name: null });
    }
  }
  await transaction
    .updateTable("market_skills")
    .set(changesOf(ports, plan, request))
    .where("publisher", "=", publisher.handle)
    .where("slug", "=", slug)
    .execute();
  const skill = await find();
  if (skill === undefined)
    throw marketRefusal(
      marketCodes.wrongState,
      "The skill was renamed or handed over in the meantime.",
      { hint: "Publish it again." },
    );
  return { ...skill, tags: await addTags(transaction, skill, plan, request) };
}

/** Beside those that the skill has by now: others may have set some while the version was scanned. */
async function addTags(
  transaction: Query,
  { id, tags }: SkillRow,
  { row: { version } }: Plan,
  { tags: wanted = [] }: PublishRequest,
): Promise<string> {
  for (const tag of wanted) checkTag(tag);
  const chosen = wanted.filter((tag) => tag !== "latest").map((tag) => [tag, version]);
  if (chosen.length === 0) return tags;
  const next = { ...fromJson<Record<string, string>>(tags), ...Object.fromEntries(chosen) };
  checkTagCount(next);
  const text = JSON.stringify(next);
  await transaction.updateTable("market_skills").set({ tags: text }).where("id", "=", id).execute();
  return text;
}

function newSkill({ clock }: MarketPorts, plan: Plan, request: PublishRequest): SkillRow {
  const { slug, publisher, row } = plan;
  const now = timestampAt(clock);
  return {
    id: newId(),
    publisher: publisher.handle,
    slug,
    skeleton: toSkeleton(slug),
    plain_name: plan.isFullOnly === true ? null : slug,
    display_name: request.displayName ?? row.name,
    summary: row.description,
    topics: row.topics,
    visibility: request.visibility ?? "public",
    latest_id: null,
    is_listed: 0,
    tier: "experimental",
    tags: "{}",
    deprecation: null,
    successor: null,
    merged_into: null,
    fork_of: request.forkOf ?? null,
    downloads: 0,
    stars: 0,
    rating_sum: 0,
    ratings: 0,
    rating: 0,
    versions: 0,
    trend: 0,
    quality: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    deleted_by: null,
  };
}

function changesOf(
  { clock }: MarketPorts,
  { skill }: Plan,
  { displayName, visibility }: PublishRequest,
): Partial<Pick<SkillRow, "display_name" | "visibility" | "updated_at">> {
  return {
    updated_at: timestampAt(clock),
    ...(displayName === undefined ? {} : { display_name: displayName }),
    // Of one that somebody else made meanwhile, nobody has looked whether this one may.
    ...(visibility === undefined || skill === undefined ? {} : { visibility }),
  };
}

/** What publishing would come to. */
function preview(ports: MarketPorts, plan: Plan, request: PublishRequest): Published {
  const { row, publisher, slug } = plan;
  const skill = plan.skill ?? newSkill(ports, plan, request);
  const latest = row.state === "listed" ? toVersionSummary(row) : undefined;
  return {
    skill: {
      ...toSummary(skill, publisher, latest),
      isDeleted: false,
      role: "publisher",
      isStarred: false,
      forkOf: skill.fork_of ?? undefined,
    },
    version: toVersion({ slug, publisher: publisher.handle }, row),
    isNewSkill: plan.skill === undefined,
    warnings: plan.warnings,
  };
}
