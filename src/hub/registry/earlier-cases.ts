/** Versions that were taken away, and that another one repeats. */
import { type Expression, type SqlBool, sql } from "kysely";
import { type FileRecord, toFullName } from "../../registry/contract/index.ts";
import { SIGNATURE_FILE } from "../../registry/sign/index.ts";
import { REGISTRY } from "./log.ts";
import type { Query } from "./ports.ts";
import { fromJson, type VersionRow } from "./records.ts";

/** A version, and where it is or is to be. */
export interface Candidate extends Pick<
  VersionRow,
  "id" | "skill_id" | "name" | "content_digest" | "body_words" | "files" | "published_by"
> {
  readonly publisher: string;
}

/** Cases of one publisher that are compared by their words. */
const MOST_COMPARED = 200;
const MOST_TOLD = 5;
/** So much of the words of two texts is the same where one is made of the other. */
const NEAR = 0.8;

/**
 * Names what moderators took away and this one brings back: the same files of anybody, and nearly the same text or the
 * same code of those who published the earlier one. What a moderator has accepted of the same skill is no case.
 */
export async function findEarlierCases(
  query: Query,
  candidate: Candidate,
): Promise<readonly string[]> {
  // Copies are what another registry gives, and go when it gives them no more.
  if (candidate.published_by === REGISTRY) return [];
  const others = query
    .selectFrom("market_versions as version")
    .innerJoin("market_skills as skill", "skill.id", "version.skill_id")
    .select(["version.name", "version.version", "version.body_words", "version.files"])
    .select(["skill.publisher", "skill.slug"])
    .where("version.id", "!=", candidate.id)
    .orderBy("version.created_at", "desc");
  const same = await others
    .where("version.content_digest", "=", candidate.content_digest)
    .where(
      sql<SqlBool>`((version.state = 'quarantined' and version.held_by != 'upstream')
        or ${takenByModerator()})`,
    )
    .limit(MOST_TOLD)
    .execute();
  const own = await others
    .where((where) =>
      where.or([
        where("skill.publisher", "=", candidate.publisher),
        where("version.published_by", "=", candidate.published_by),
      ]),
    )
    .where(takenByModerator())
    .limit(MOST_COMPARED)
    .execute();
  const near = own.filter((one) => isNear(candidate, one));
  if (same.length + near.length === 0) return [];
  const accepted = await others
    .where("version.skill_id", "=", candidate.skill_id)
    .where("version.state", "=", "listed")
    .where("version.held_by", "=", "moderator")
    .limit(MOST_COMPARED)
    .execute();
  if (accepted.some((one) => isNear(candidate, one))) return [];
  const names = [...same, ...near].map(
    ({ publisher, slug, version }) => `${toFullName(publisher, slug)} ${version}`,
  );
  return [...new Set(names)].slice(0, MOST_TOLD);
}

function takenByModerator(): Expression<SqlBool> {
  return sql<SqlBool>`(skill.deleted_by = 'moderator'
    or (version.held_by = 'moderator' and version.state in ('quarantined', 'yanked', 'in-review')))`;
}

type Compared = Pick<VersionRow, "name" | "body_words" | "files">;

function isNear(one: Compared, other: Compared): boolean {
  const code = codeOf(one);
  if (code !== "" && code === codeOf(other)) return true;
  const names = new Set([...wordsIn(one.name), ...wordsIn(other.name)]);
  const [left, right] = [one, other].map(
    ({ body_words: words }) =>
      new Set(words.split(" ").filter((word) => word !== "" && !names.has(word))),
  );
  if (left === undefined || right === undefined) return false;
  const most = Math.max(left.size, right.size);
  const common = [...left].filter((word) => right.has(word)).length;
  return most > 0 && common / most >= NEAR;
}

function wordsIn(name: string): readonly string[] {
  return name.toLowerCase().split(/[^a-z0-9]/u);
}

/** The files beside the text, whatever they are called; empty for none. */
function codeOf({ files }: Compared): string {
  return fromJson<readonly FileRecord[]>(files)
    .filter(({ path, size }) => path !== "SKILL.md" && path !== SIGNATURE_FILE && size > 0)
    .map(({ digest }) => digest)
    .toSorted()
    .join(" ");
}
