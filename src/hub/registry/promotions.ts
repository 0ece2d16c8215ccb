import { newId } from "../../platform/machine/index.ts";
import {
  toFullName,
  marketCodes,
  marketRefusal,
  needsModerator,
  type Page,
  type PageRequest,
  type PromotionFacts,
  type PromotionRecord,
  type PromotionStep,
  promotionSteps,
  type SignatureRecord,
  type Viewer,
} from "../../registry/contract/index.ts";
import type { Tier } from "../../registry/sign/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { holdSkill } from "./change-state.ts";
import { actorOf, findForChange, findVersion } from "./find.ts";
import { refreshPublisher, refreshSkill } from "./index-skill.ts";
import { REGISTRY, writeLog } from "./log.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { fromJson, type KeptAudit, type SkillRow, type VersionRow } from "./records.ts";
import {
  afterPage,
  countOpenReports,
  MOST_SHOWN,
  notOpen,
  rowsOfPage,
  subjectOf,
  toPage,
  versionRow,
} from "./requests.ts";
import { requireModerator } from "./viewer.ts";

/** Asks for the next tier of a version, and shows what that takes. */
export async function promote(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
  { tier, isDryRun = false }: { readonly tier: Tier; readonly isDryRun?: boolean },
): Promise<PromotionRecord> {
  const found = await findForChange(ports, viewer, name, "maintainer");
  const { id } = await findVersion(ports.database.query, found, version);
  const actor = await actorOf(ports, found.member);
  return await ports.database.query.transaction().execute(async (transaction) => {
    await holdSkill(transaction, found.row);
    const row = await versionRow(transaction, id);
    const steps = promotionSteps(await factsOf(transaction, row), tier);
    const areMet = steps.every(({ isMet }) => isMet);
    const state = !areMet ? "refused" : needsModerator(tier) ? "open" : "granted";
    const made: PromotionRow = {
      id: newId(),
      version_id: id,
      from_tier: row.tier,
      to_tier: tier,
      state,
      steps: JSON.stringify(steps),
      reason: areMet ? "" : missingWords(steps),
      requested_by: actor,
      created_at: timestampAt(ports.clock),
    };
    if (!isDryRun) {
      await clearRefused(transaction, made);
      await transaction.insertInto("market_promotions").values(made).execute();
      if (state === "granted")
        await grant(ports, transaction, found.row, row, {
          tier,
          actor: REGISTRY,
          reason: "Every demand is met.",
        });
    }
    return toPromotion({
      ...made,
      slug: found.row.slug,
      publisher: found.row.publisher,
      version: row.version,
    });
  });
}

/** Of requests that came to nothing, the last one is kept. */
async function clearRefused(query: Query, { version_id, to_tier }: PromotionRow): Promise<void> {
  const same = { version_id, to_tier };
  const open = await query
    .selectFrom("market_promotions")
    .select("id")
    .where((where) => where.and({ ...same, state: "open" }))
    .executeTakeFirst();
  if (open !== undefined)
    throw marketRefusal(
      marketCodes.wrongState,
      "This promotion was already requested; wait for the decision.",
    );
  await query
    .deleteFrom("market_promotions")
    .where((where) => where.and({ ...same, state: "refused" }))
    .execute();
}

function missingWords(steps: readonly PromotionStep[]): string {
  return steps
    .filter(({ isMet }) => !isMet)
    .map(({ demand, evidence }) => `${demand} ${evidence}`)
    .join(" ");
}

/** A new version of a verified skill has shown nothing yet: a moderator is asked to look at it too. */
export async function openReaudit(
  ports: MarketPorts,
  query: Query,
  row: VersionRow,
  actor: string,
): Promise<void> {
  const steps = promotionSteps(await factsOf(query, row), "verified");
  if (!steps.every(({ isMet }) => isMet)) return;
  await query
    .insertInto("market_promotions")
    .values({
      id: newId(),
      version_id: row.id,
      from_tier: row.tier,
      to_tier: "verified",
      state: "open",
      steps: JSON.stringify(steps),
      reason: "The version before it was verified.",
      requested_by: actor,
      created_at: timestampAt(ports.clock),
    })
    .execute();
}

async function factsOf(query: Query, row: VersionRow): Promise<PromotionFacts> {
  const audit = fromJson<KeptAudit>(row.audit);
  const signature = row.signature === null ? undefined : fromJson<SignatureRecord>(row.signature);
  return {
    tier: row.tier,
    state: row.state,
    claimedTier: row.claimed_tier ?? undefined,
    isSigned: signature !== undefined,
    signedAs: signature?.role,
    verdicts: audit.verdicts,
    lintErrors: audit.lintErrors,
    openReports: await countOpenReports(query, row.id),
  };
}

async function grant(
  ports: MarketPorts,
  query: Query,
  skill: SkillRow,
  row: VersionRow,
  { tier, actor, reason }: { readonly tier: Tier; readonly actor: string; readonly reason: string },
): Promise<void> {
  await query.updateTable("market_versions").set({ tier }).where("id", "=", row.id).execute();
  await writeLog(ports, query, {
    actor,
    event: `promote-${tier}`,
    skillId: skill.id,
    fullName: toFullName(skill.publisher, skill.slug),
    version: row.version,
    reason,
  });
  await refreshSkill(ports, query, skill.id);
  await refreshPublisher(ports, query, skill.publisher);
}

/** The last ones of a skill, the newest first. */
export async function promotionsOf(
  query: Query,
  skillId: string,
): Promise<readonly PromotionRecord[]> {
  const rows = await promotionRows(query)
    .where("market_versions.skill_id", "=", skillId)
    .orderBy("market_promotions.created_at", "desc")
    .orderBy("market_promotions.id", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(toPromotion);
}

export async function decidePromotion(
  ports: MarketPorts,
  viewer: Viewer,
  id: string,
  { isGranted, reason }: { readonly isGranted: boolean; readonly reason: string },
): Promise<PromotionRecord> {
  const member = requireModerator(viewer);
  const actor = await actorOf(ports, member);
  return await ports.database.query.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("market_promotions")
      .set({ state: isGranted ? "granted" : "refused", reason })
      .where("id", "=", id)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw notOpen("promotion", id);
    const promotion = await promotionRows(transaction)
      .where("market_promotions.id", "=", id)
      .executeTakeFirstOrThrow();
    const { skill, version: row } = await subjectOf(transaction, promotion.version_id);
    const tier = promotion.to_tier;
    if (isGranted) {
      // Between the request and the answer anything may have happened to it.
      const steps = promotionSteps(await factsOf(transaction, row), tier);
      if (!steps.every(({ isMet }) => isMet))
        throw marketRefusal(
          marketCodes.wrongState,
          `The version cannot be promoted: ${missingWords(steps)}`,
        );
      await grant(ports, transaction, skill, row, { tier, actor, reason });
    }
    return toPromotion(promotion);
  });
}

export async function listPromotions(
  ports: MarketPorts,
  viewer: Viewer,
  request: PageRequest & { readonly state?: PromotionRecord["state"] } = {},
): Promise<Page<PromotionRecord>> {
  requireModerator(viewer);
  const rows = await promotionRows(ports.database.query)
    .where("market_promotions.state", "=", request.state ?? "open")
    .where(afterPage("market_promotions", request))
    .orderBy("market_promotions.created_at")
    .orderBy("market_promotions.id")
    .limit(rowsOfPage(request))
    .execute();
  return toPage(request, rows, toPromotion);
}

interface PromotionRow {
  readonly id: string;
  readonly version_id: string;
  readonly from_tier: Tier;
  readonly to_tier: Tier;
  readonly state: PromotionRecord["state"];
  readonly steps: string;
  readonly reason: string;
  readonly requested_by: string;
  readonly created_at: string;
}

// The type of a query is long and says nothing that its columns do not.
function promotionRows(query: Query) {
  return query
    .selectFrom("market_promotions")
    .innerJoin("market_versions", "market_versions.id", "market_promotions.version_id")
    .innerJoin("market_skills", "market_skills.id", "market_versions.skill_id")
    .selectAll("market_promotions")
    .select(["market_versions.version", "market_skills.slug", "market_skills.publisher"]);
}

function toPromotion(
  row: PromotionRow & {
    readonly version: string;
    readonly slug: string;
    readonly publisher: string;
  },
): PromotionRecord {
  return {
    id: row.id,
    fullName: toFullName(row.publisher, row.slug),
    version: row.version,
    from: row.from_tier,
    to: row.to_tier,
    state: row.state,
    steps: fromJson<readonly PromotionStep[]>(row.steps),
    reason: row.reason,
    createdAt: row.created_at,
  };
}
