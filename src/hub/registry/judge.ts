import {
  type AuditSummary,
  isGiven,
  type Judgement,
  type NamedVersion,
  newestFirst,
  type SkillSummary,
  type Verdict,
  type VersionJudgement,
  type Viewer,
} from "../../registry/contract/index.ts";
import {
  findAllKnown,
  findKnown,
  type FoundSkill,
  keyOfVersion,
  noSkill,
  noVersion,
  versionRow,
} from "./find.ts";
import { formatNotice, readNotice } from "./notice.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { auditIn, toSummaries, toVersion, type VersionRow } from "./records.ts";

/** Those who have a version want to know what is wrong with it most of all when it is kept from everybody. */
export async function judge(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<Judgement> {
  const { query } = ports.database;
  const found = await findKnown(ports, viewer, name);
  const row =
    (await versionRow(query, found.row, version)) ??
    (version === "latest" ? await newestHeld(query, found) : undefined);
  if (row === undefined || !isTold(found, row))
    throw isHidden(found) ? noSkill(name) : noVersion(found.row.slug, version);
  const [summary] = await toSummaries(query, [found.row]);
  if (summary === undefined) throw new Error("A skill has no summary.");
  return {
    skill: isHidden(found) ? withoutWords(summary) : summary,
    isDeleted: found.row.deleted_at !== null,
    version: toJudgement(found, row),
  };
}

const VERDICT_COLUMNS = [
  "id",
  "skill_id",
  "version_key",
  "version",
  "state",
  "held_by",
  "notice",
  "tier",
  "audit",
] as const;

type VerdictRow = Pick<VersionRow, (typeof VERDICT_COLUMNS)[number]>;

/** As `judge`, with as many statements for many versions as for one, and without the files of any. */
export async function judgeAll(
  ports: MarketPorts,
  viewer: Viewer,
  versions: readonly NamedVersion[],
): Promise<readonly (Verdict | undefined)[]> {
  const { query } = ports.database;
  const known = await findAllKnown(
    ports,
    viewer,
    versions.map(({ name }) => name),
  );
  const wanted = versions.map(({ name, version }) => {
    const found = known.get(name);
    return found === undefined ? undefined : { found, version };
  });
  const rowOf = await readVerdictRows(
    query,
    wanted.filter((one) => one !== undefined),
  );
  const skills = [...new Map([...known.values()].map(({ row }) => [row.id, row])).values()];
  const summaries = new Map((await toSummaries(query, skills)).map((one) => [one.id, one]));
  return wanted.map((one) => {
    const row = one && rowOf(one.found, one.version);
    const summary = one && summaries.get(one.found.row.id);
    if (one === undefined || row === undefined || summary === undefined) return undefined;
    if (!isTold(one.found, row)) return undefined;
    const { found } = one;
    return {
      skill: isHidden(found) ? withoutWords(summary) : summary,
      isDeleted: found.row.deleted_at !== null,
      version: {
        version: row.version,
        state: row.state,
        tier: row.tier,
        ...toldAudit(row, auditIn(row)),
      },
    };
  });
}

interface WantedVersion {
  readonly found: FoundSkill;
  readonly version: string;
}

/** Finds the rows of all versions that are wanted. */
async function readVerdictRows(
  query: Query,
  wanted: readonly WantedVersion[],
): Promise<(found: FoundSkill, version: string) => VerdictRow | undefined> {
  const bySkill = Map.groupBy(wanted, ({ found }) => found.row.id);
  const isLatest = ({ version }: WantedVersion): boolean => version === "latest";
  const latestIds = wanted.filter(isLatest).flatMap(({ found }) => found.row.latest_id ?? []);
  const numbered = [...bySkill].flatMap(([skillId, some]) => {
    const keys = some.flatMap((one) =>
      isLatest(one) ? [] : (keyOfVersion(one.found.row, one.version) ?? []),
    );
    return keys.length === 0 ? [] : [{ skillId, keys }];
  });
  // Of those without a latest one, what they are not offered for.
  const unlisted = wanted
    .filter((one) => isLatest(one) && one.found.row.latest_id === null)
    .map(({ found }) => found.row.id);
  const isAny = latestIds.length + numbered.length + unlisted.length > 0;
  const rows = !isAny
    ? []
    : await query
        .selectFrom("market_versions")
        .select(VERDICT_COLUMNS)
        .where((where) =>
          where.or([
            ...(latestIds.length === 0 ? [] : [where("id", "in", latestIds)]),
            ...numbered.map(({ skillId, keys }) =>
              where.and([where("skill_id", "=", skillId), where("version_key", "in", keys)]),
            ),
            ...(unlisted.length === 0
              ? []
              : [where.and([where("skill_id", "in", unlisted), where("state", "in", HELD)])]),
          ]),
        )
        .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [`${row.skill_id} ${row.version_key}`, row]));
  return ({ row }, version) => {
    if (version !== "latest") return byKey.get(`${row.id} ${keyOfVersion(row, version)}`);
    if (row.latest_id !== null) return byId.get(row.latest_id);
    return firstHeld(rows.filter((one) => one.skill_id === row.id && HELD.includes(one.state)));
  };
}

function isHidden({ row, seesAll }: FoundSkill): boolean {
  return row.is_listed === 0 && !seesAll;
}

/** What a skill in quarantine says of itself may be what it was put there for. */
function withoutWords(summary: SkillSummary): SkillSummary {
  return { ...summary, summary: "", topics: [], latest: undefined };
}

function isTold(
  { seesAll }: FoundSkill,
  { state, held_by }: Pick<VersionRow, "state" | "held_by">,
): boolean {
  return seesAll || isGiven(state, held_by) || state === "quarantined";
}

const HELD: readonly VersionRow["state"][] = ["quarantined", "yanked"];

/** The one for which the skill is not offered: in quarantine, or else yanked. */
async function newestHeld(query: Query, { row }: FoundSkill): Promise<VersionRow | undefined> {
  const rows = await query
    .selectFrom("market_versions")
    .selectAll()
    .where("skill_id", "=", row.id)
    .where("state", "in", HELD)
    .execute();
  return firstHeld(rows);
}

function firstHeld<Row extends Pick<VersionRow, "version" | "state">>(
  rows: readonly Row[],
): Row | undefined {
  const newest = newestFirst(rows);
  return newest.find(({ state }) => state === "quarantined") ?? newest[0];
}

function toJudgement(found: FoundSkill, row: VersionRow): VersionJudgement {
  const record = toVersion(found.row, row);
  const { version, state, tier, createdAt, archives, fingerprint, signature, source } = record;
  return {
    version,
    state,
    tier,
    createdAt,
    archives,
    fingerprint,
    signature,
    source,
    ...toldAudit(row, record.audit),
    fileCount: record.files.length,
  };
}

function toldAudit(
  { state, held_by, notice }: Pick<VersionRow, "state" | "held_by" | "notice">,
  audit: AuditSummary,
): Pick<VersionJudgement, "audit" | "removal"> {
  if (notice !== null) {
    const removal = formatNotice(readNotice(notice));
    return { audit: { ...audit, reason: removal }, removal };
  }
  const byPerson = state === "quarantined" && held_by === "moderator";
  return {
    audit: byPerson ? { ...audit, reason: "A moderator has put it into quarantine." } : audit,
  };
}
