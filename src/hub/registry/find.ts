import {
  isGiven,
  isTag,
  marketCodes,
  marketRefusal,
  type PublisherRole,
  readSkillName,
  type Viewer,
  versionKey,
} from "../../registry/contract/index.ts";
import { findFormer } from "./former-names.ts";
import { removed } from "./notice.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { ensureOwn, isAtLeastRole, roleIn, type Standings, standingsOf } from "./publishers.ts";
import { fromJson, type SkillRow, type VersionRow } from "./records.ts";
import { checkMayRead, type Member, requireMember } from "./viewer.ts";

export interface FoundSkill {
  readonly row: SkillRow;
  /** What the viewer is to its publisher. */
  readonly role: PublisherRole | undefined;
  /** Sees every version, in whichever state. */
  readonly seesAll: boolean;
}

/** A skill that the viewer may know of; whatever else is refused as if it were not there. */
export async function findSkill(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  options: { readonly mayBeDeleted?: boolean } = {},
): Promise<FoundSkill> {
  const found = await findKnown(ports, viewer, name);
  const { row, seesAll } = found;
  if (row.deleted_at !== null && !(options.mayBeDeleted === true && seesAll))
    throw marketRefusal(marketCodes.gone, `The skill \`${name}\` was deleted.`, {
      path: ["name"],
    });
  if (!seesAll && row.is_listed === 0) await checkEverGiven(ports.database.query, row, name);
  return found;
}

/** The same, also where it is deleted or kept from everybody. */
export async function findKnown(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
): Promise<FoundSkill> {
  checkMayRead(ports, viewer);
  const [row, standings] = await Promise.all([
    findRow(ports.database.query, name),
    standingsOf(ports, viewer),
  ]);
  if (row === undefined || !isVisible(row, viewer, standings)) throw noSkill(name);
  const role = roleIn(standings, row.publisher);
  return { row, role, seesAll: viewer.isModerator || role !== undefined };
}

/** Those of several names that the viewer may know of, by two statements or so for all of them together. */
export async function findAllKnown(
  ports: MarketPorts,
  viewer: Viewer,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, FoundSkill>> {
  checkMayRead(ports, viewer);
  const wanted = [...new Set(names)].flatMap((name) => {
    const parts = readSkillName(name);
    return parts === undefined ? [] : [{ name, ...parts }];
  });
  if (wanted.length === 0) return new Map();
  const [rows, standings] = await Promise.all([
    findRows(ports.database.query, wanted),
    standingsOf(ports, viewer),
  ]);
  const known = new Map<string, SkillRow>(
    rows.flatMap((row) => [
      [`@${row.publisher}/${row.slug}`, row] as const,
      ...(row.plain_name === null ? [] : [[row.plain_name, row] as const]),
    ]),
  );
  const keyOf = ({ slug, publisher }: (typeof wanted)[number]): string =>
    publisher === undefined ? slug : `@${publisher}/${slug}`;
  const unknown = wanted.map(keyOf).filter((key) => !known.has(key));
  const former = await findFormer(ports.database.query, unknown);
  return new Map(
    wanted.flatMap((one) => {
      const { name } = one;
      const row = known.get(keyOf(one)) ?? former.get(keyOf(one));
      if (row === undefined || !isVisible(row, viewer, standings)) return [];
      const role = roleIn(standings, row.publisher);
      return [[name, { row, role, seesAll: viewer.isModerator || role !== undefined }] as const];
    }),
  );
}

async function findRows(
  query: Query,
  wanted: readonly { readonly slug: string; readonly publisher?: string | undefined }[],
): Promise<readonly SkillRow[]> {
  const byPublisher = Map.groupBy(wanted, ({ publisher }) => publisher);
  return await query
    .selectFrom("market_skills")
    .selectAll()
    .where((where) =>
      where.or(
        [...byPublisher].map(([publisher, some]) => {
          const slugs = some.map(({ slug }) => slug);
          return publisher === undefined
            ? where("plain_name", "in", slugs)
            : where.and([where("publisher", "=", publisher), where("slug", "in", slugs)]);
        }),
      ),
    )
    .execute();
}

export async function findRow(query: Query, name: string): Promise<SkillRow | undefined> {
  const wanted = readSkillName(name);
  if (wanted === undefined) return undefined;
  const { slug, publisher } = wanted;
  const rows = query.selectFrom("market_skills").selectAll();
  const row = await (
    publisher === undefined
      ? rows.where("plain_name", "=", slug)
      : rows.where("slug", "=", slug).where("publisher", "=", publisher)
  ).executeTakeFirst();
  if (row !== undefined) return row;
  const former = publisher === undefined ? slug : `@${publisher}/${slug}`;
  return (await findFormer(query, [former])).get(former);
}

/** Whether a viewer may know of a skill; also `visibleTo` says so, of rows of a query. */
export function isVisible(
  { visibility, publisher }: Pick<SkillRow, "visibility" | "publisher">,
  { isModerator }: Viewer,
  { roles, throughTeam }: Standings,
): boolean {
  if (visibility === "public" || isModerator || roles.has(publisher)) return true;
  return visibility === "team" && throughTeam.has(publisher);
}

/** A skill of which nothing was ever let through is not known to others. */
async function checkEverGiven(query: Query, { id }: SkillRow, name: string): Promise<void> {
  const rows = await query
    .selectFrom("market_versions")
    .select(["state", "held_by", "notice"])
    .distinct()
    .where("skill_id", "=", id)
    .execute();
  if (rows.some(({ state, held_by }) => isGiven(state, held_by))) return;
  const { notice } = rows.find((one) => one.notice !== null) ?? { notice: null };
  if (notice !== null) throw removed(name, notice);
  if (rows.some(({ state }) => state === "quarantined")) throw quarantined(name);
  throw noSkill(name);
}

/** A version by its number or a tag; quarantined ones are told of, others that are not given are not there. */
export async function findVersion(
  query: Query,
  { row, seesAll }: FoundSkill,
  wanted: string,
): Promise<VersionRow> {
  const found = await versionRow(query, row, wanted);
  if (found === undefined) throw noVersion(row.slug, wanted);
  if (seesAll || isGiven(found.state, found.held_by)) return found;
  const what = `${row.slug}@${found.version}`;
  if (found.notice !== null) throw removed(what, found.notice);
  if (found.state === "quarantined") throw quarantined(what);
  throw noVersion(row.slug, wanted);
}

export async function versionRow(
  query: Query,
  skill: SkillRow,
  wanted: string,
): Promise<VersionRow | undefined> {
  const { id, latest_id } = skill;
  const rows = query.selectFrom("market_versions").selectAll();
  if (wanted === "latest")
    return latest_id === null
      ? undefined
      : await rows.where("id", "=", latest_id).executeTakeFirst();
  const key = keyOfVersion(skill, wanted);
  if (key === undefined) return undefined;
  return await rows.where("skill_id", "=", id).where("version_key", "=", key).executeTakeFirst();
}

/** The key of a version that is named by its number or a tag; undefined for a tag that the skill has not. */
export function keyOfVersion({ tags }: Pick<SkillRow, "tags">, wanted: string): string | undefined {
  const version = isTag(wanted) ? taggedVersion(tags, wanted) : wanted;
  return version === undefined ? undefined : versionKey(version);
}

/** Looked for among the own keys: `constructor` may be asked for like any other word. */
function taggedVersion(tags: string, wanted: string): string | undefined {
  const known = fromJson<Record<string, string>>(tags);
  return Object.hasOwn(known, wanted) ? known[wanted] : undefined;
}

/** A skill that the viewer may change, at least in the given role; moderators may everything. */
export async function findForChange(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  least: PublisherRole,
  options: { readonly mayBeDeleted?: boolean } = {},
): Promise<FoundSkill & { readonly member: Member }> {
  const member = requireMember(viewer);
  const found = await findSkill(ports, viewer, name, options);
  if (member.isModerator || isAtLeastRole(found.role, least)) return { ...found, member };
  throw marketRefusal(
    marketCodes.forbidden,
    `Only a ${least} of \`${found.row.publisher}\` may do this.`,
  );
}

/** The handle under which somebody is told of in the log; whoever has none yet is given one. */
export async function actorOf(ports: MarketPorts, member: Member): Promise<string> {
  return (await ensureOwn(ports, member)).handle;
}

export function noSkill(name: string): Error {
  return marketRefusal(marketCodes.notFound, `No skill \`${name}\`.`, { path: ["name"] });
}

export function noVersion(slug: string, version: string): Error {
  return marketRefusal(
    marketCodes.notFound,
    `No version \`${version}\` of \`${slug}\` was published.`,
    { path: ["version"] },
  );
}

function quarantined(what: string): Error {
  return marketRefusal(marketCodes.quarantined, `\`${what}\` is in quarantine.`, {
    path: ["version"],
  });
}
