import { valid } from "semver";
import {
  type ArchiveContent,
  type ArchiveLayout,
  type AuditReport,
  compareVersions,
  type FileContent,
  type FileRecord,
  type GivenVersion,
  isGiven,
  type LogEntry,
  marketCodes,
  marketRefusal,
  newestFirst,
  type Page,
  type PageRequest,
  type PublishedManifest,
  type SkillRecord,
  type VersionRecord,
  type VersionSummary,
  versionRanks,
  type Viewer,
} from "../../registry/contract/index.ts";
import type { SkillFile } from "../../registry/package/index.ts";
import { zipParts } from "../../platform/archive/index.ts";
import { concatInTurns, sha256InTurns } from "../../platform/index.ts";
import { untrustedCaller } from "../../platform/jobs/index.ts";
import { decodeCursor, encodeCursor, limitOf } from "./cursor.ts";
import { findSkill, findVersion, type FoundSkill } from "./find.ts";
import { readLog } from "./log.ts";
import { filesBelow } from "../jobs/index.ts";
import { removed } from "./notice.ts";
import type { MarketPorts } from "./ports.ts";
import {
  fromJson,
  SUMMARY_COLUMNS,
  toArchive,
  toSummaries,
  toVersion,
  toVersionSummary,
  type VersionRow,
} from "./records.ts";

export async function describeSkill(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
): Promise<SkillRecord> {
  return await toRecord(
    ports,
    viewer,
    await findSkill(ports, viewer, name, { mayBeDeleted: true }),
  );
}

async function toRecord(
  { database: { query } }: MarketPorts,
  viewer: Viewer,
  { row, role }: FoundSkill,
): Promise<SkillRecord> {
  const [summary] = await toSummaries(query, [row]);
  if (summary === undefined) throw new Error("A skill has no summary.");
  const star =
    viewer.userId === undefined
      ? undefined
      : await query
          .selectFrom("market_stars")
          .select("skill_id")
          .where("skill_id", "=", row.id)
          .where("user_id", "=", viewer.userId)
          .executeTakeFirst();
  return {
    ...summary,
    isDeleted: row.deleted_at !== null,
    role: role ?? (viewer.isModerator ? "moderator" : undefined),
    isStarred: star !== undefined,
    forkOf: row.fork_of ?? undefined,
  };
}

/** Only SemVer knows the order of versions, so they are ordered here; what else is told is read for the page alone. */
export async function listVersions(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  request: PageRequest = {},
): Promise<Page<VersionSummary>> {
  const limit = limitOf(request);
  const { row, seesAll } = await findSkill(ports, viewer, name);
  const { query } = ports.database;
  const rows = await query
    .selectFrom("market_versions")
    .select(["id", "version", "state", "held_by"])
    .where("skill_id", "=", row.id)
    .execute();
  const ordered = newestFirst(
    rows.filter(({ state, held_by }) => seesAll || isGiven(state, held_by)),
  );
  const [after] = decodeCursor(request.cursor, ["string"]);
  const rest =
    after === undefined
      ? ordered
      : ordered.filter(({ version }) => isBefore(version, String(after)));
  const chosen = rest.slice(0, limit);
  const last = chosen.at(-1);
  const found =
    last === undefined
      ? []
      : await query
          .selectFrom("market_versions")
          .select(SUMMARY_COLUMNS)
          .where(
            "id",
            "in",
            chosen.map(({ id }) => id),
          )
          .execute();
  const byId = new Map(found.map((one) => [one.id, one]));
  // One that was taken away between the two questions is not on the page.
  const items = chosen.flatMap(({ id }) => byId.get(id) ?? []).map(toVersionSummary);
  return {
    items,
    cursor: rest.length > limit && last !== undefined ? encodeCursor([last.version]) : undefined,
  };
}

export async function listGiven(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
): Promise<readonly GivenVersion[]> {
  const { row, seesAll } = await findSkill(ports, viewer, name);
  const rows = await ports.database.query
    .selectFrom("market_versions")
    .select([
      "version",
      "state",
      "held_by",
      "deprecation",
      "created_at",
      "tree",
      "folder_digest",
      "folder_size",
    ])
    .where("skill_id", "=", row.id)
    .where((where) =>
      where.or([where("state", "in", ["listed", "yanked"]), where("held_by", "=", "reporters")]),
    )
    .execute();
  const given = rows.filter(({ state, held_by }) => seesAll || isGiven(state, held_by));
  const ranks = versionRanks(given);
  return given
    .map((one) => ({ one, time: Date.parse(one.created_at), rank: ranks.get(one) ?? 0 }))
    .toSorted((a, b) => a.time - b.time || a.rank - b.rank)
    .map(({ one }) => ({
      version: one.version,
      state: one.state,
      deprecation: one.deprecation ?? undefined,
      createdAt: one.created_at,
      tree: one.tree,
      archives: { folder: toArchive(one.folder_digest, one.folder_size) },
    }));
}

function isBefore(version: string, other: string): boolean {
  if (valid(other) === null)
    throw marketRefusal(marketCodes.invalid, "The cursor does not come from this list.", {
      path: ["cursor"],
    });
  return compareVersions(version, other) < 0;
}

export interface Located {
  readonly skill: FoundSkill;
  readonly row: VersionRow;
}

export async function locate(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<Located> {
  const skill = await findSkill(ports, viewer, name);
  return { skill, row: await findVersion(ports.database.query, skill, version) };
}

export async function describeVersion(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<VersionRecord> {
  const { skill, row } = await locate(ports, viewer, name, version);
  return toVersion(skill.row, row);
}

/** What a legal notice took away is given to nobody, its publisher included. */
async function locateBytes(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<Located> {
  const located = await locate(ports, viewer, name, version);
  checkUnnoticed(viewer, located.row);
  return located;
}

export function checkUnnoticed(viewer: Viewer, { notice, name, version }: VersionRow): void {
  if (notice !== null && !viewer.isModerator) throw removed(`${name}@${version}`, notice);
}

export async function readContent(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<readonly SkillFile[]> {
  const { row } = await locateBytes(ports, viewer, name, version);
  return await filesOf(ports, row, viewer);
}

/** The files of a version; they count for the answer to the viewer, if there is one. */
export async function filesOf(
  ports: MarketPorts,
  row: VersionRow,
  viewer?: Viewer,
): Promise<readonly SkillFile[]> {
  if (row.package_key === null)
    throw marketRefusal(marketCodes.gone, `The version \`${row.version}\` was deleted for good.`);
  const files = fromJson<readonly FileRecord[]>(row.files);
  viewer?.reserve?.(files.reduce((sum, { size }) => sum + size, 0));
  return await ports.packages.read({ key: row.package_key, name: row.name, files });
}

export async function readFile(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
  path: string,
): Promise<FileContent> {
  const { row } = await locateBytes(ports, viewer, name, version);
  // What is not listed is refused before anything is read.
  const record = fromJson<readonly FileRecord[]>(row.files).find((file) => file.path === path);
  const file = record && (await filesOf(ports, row, viewer)).find((one) => one.path === path);
  if (record === undefined || file === undefined)
    throw marketRefusal(
      marketCodes.notFound,
      `\`${name}\` ${row.version} has no file \`${path}\`.`,
      { path: ["path"] },
    );
  return { bytes: file.bytes, digest: record.digest, isExecutable: record.isExecutable };
}

/** What a stranger wrote is read by a worker. */
export async function readManifest(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<PublishedManifest | undefined> {
  const { row } = await locateBytes(ports, viewer, name, version);
  const file = (await filesOf(ports, row)).find(({ path }) => path === "SKILL.md");
  if (file === undefined) return undefined;
  const input = { path: `${row.name}/SKILL.md`, bytes: file.bytes };
  const { userId, client = "" } = viewer;
  return await ports.jobs.run("read-manifest", input, { owner: userId ?? untrustedCaller(client) });
}

export async function readArchive(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
  layout: ArchiveLayout = "folder",
): Promise<ArchiveContent> {
  const { row } = await locateBytes(ports, viewer, name, version);
  const isFlat = layout === "flat";
  const files = filesBelow(await filesOf(ports, row, viewer), isFlat ? undefined : row.name);
  const bytes = await concatInTurns(zipParts(files));
  const expected = isFlat ? row.flat_digest : row.folder_digest;
  // A later version of the writer must not hand out other bytes than those that locks know.
  if ((await sha256InTurns(bytes)) !== expected)
    throw new Error("The archive is not the one that was published.");
  return {
    ...toArchive(expected, bytes.length),
    fileName: `${row.name}-${row.version}.zip`,
    mediaType: "application/zip",
    bytes,
  };
}

/** Digests come in several spellings; they are kept as their makers write them, archives as digits alone. */
export async function resolveByDigest(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  digest: string,
): Promise<{ readonly match: string | undefined; readonly latest: string | undefined }> {
  const { row, seesAll } = await findSkill(ports, viewer, name);
  const { query } = ports.database;
  const spellings = [digest, digest.replace(/^sha256:/u, ""), hexOfIntegrity(digest)];
  const rows = await query
    .selectFrom("market_digests")
    .innerJoin("market_versions", "market_versions.id", "market_digests.version_id")
    .select(["market_versions.version", "market_versions.state", "market_versions.held_by"])
    .where("market_digests.skill_id", "=", row.id)
    .where("market_digests.digest", "in", [...new Set(spellings)])
    .execute();
  const known = newestFirst(
    rows.filter(({ state, held_by }) => seesAll || isGiven(state, held_by)),
  );
  const { latest } = fromJson<{ readonly latest?: string }>(row.tags);
  return { match: known[0]?.version, latest };
}

function hexOfIntegrity(text: string): string {
  const [, base64] = /^sha256-([A-Za-z0-9+/=]+)$/u.exec(text) ?? [];
  return base64 === undefined ? text : Buffer.from(base64, "base64").toString("hex");
}

export async function readAudit(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<AuditReport> {
  const { row } = await locateBytes(ports, viewer, name, version);
  const { report } = await ports.database.query
    .selectFrom("market_audits")
    .select("report")
    .where("version_id", "=", row.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return fromJson<AuditReport>(report);
}

export async function readSkillLog(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  request: PageRequest = {},
): Promise<Page<LogEntry>> {
  const { row, seesAll } = await findSkill(ports, viewer, name, { mayBeDeleted: true });
  if (!seesAll)
    throw marketRefusal(
      marketCodes.forbidden,
      "Only its publisher and moderators may read the log.",
    );
  return await readLog(ports.database.query, row.id, request);
}
