import { compare, parse, type SemVer } from "semver";
import {
  type ComparedSkill,
  compareLevels,
  type ReleaseLevel,
  type SkillChange,
} from "./change.ts";
import { compareSkills } from "./compare.ts";

/** What became of a skill since an earlier version, and whether its number says so. */
export interface ReleaseJudgement {
  /** The version with which it was compared. */
  readonly since: string;
  /** What the changes ask for. */
  readonly needs: ReleaseLevel;
  /** The lowest number that is free and high enough. */
  readonly proposed: string;
  /** The number is as high as the changes ask for. */
  readonly isHonest: boolean;
  /** It breaks what worked, or may do more, under a number that promises neither. */
  readonly isBreach: boolean;
  /** The gravest first; at most `MOST_CHANGES`. */
  readonly changes: readonly SkillChange[];
  /** How many changes are left out. */
  readonly omitted: number;
}

const MOST_CHANGES = 40;

/** What a number is judged by. */
export interface Release extends ComparedSkill {
  readonly version: string;
}

/**
 * Judges the number of a version by what changed. Before 1.0.0 the second number stands for the first, as ranges with
 * `^` take it; after a version that is only a pre-release every number is honest.
 */
export function judgeRelease(
  before: Release,
  after: ComparedSkill & { readonly version?: string },
  taken: readonly string[] = [],
): ReleaseJudgement {
  const changes = compareSkills(before, after);
  const needs = changes[0]?.level ?? "patch";
  const [from, to] = [parse(before.version), parse(after.version ?? "")];
  const isFree = from === null || from.prerelease.length > 0;
  const isHonest = isFree || to === null || compareLevels(levelOf(from, to), needs) >= 0;
  return {
    since: before.version,
    needs,
    proposed: from === null ? "1.0.0" : proposeVersion(from, needs, taken),
    isHonest,
    isBreach: !isHonest && needs === "major",
    changes: changes.slice(0, MOST_CHANGES),
    omitted: Math.max(0, changes.length - MOST_CHANGES),
  };
}

/** The version that those have who update to this one: the highest lower one, a final one before a pre-release. */
export function versionBefore(
  version: string | undefined,
  known: readonly string[],
): string | undefined {
  const limit = version === undefined ? null : parse(version);
  const lower = known
    .map((one) => parse(one))
    .filter((one) => one !== null)
    .filter((one) => limit === null || compare(one, limit) < 0)
    .toSorted((a, b) => compare(b, a));
  return (lower.find(({ prerelease }) => prerelease.length === 0) ?? lower[0])?.version;
}

/** What the step from one number to another allows. */
function levelOf(from: SemVer, to: SemVer): ReleaseLevel {
  if (to.major !== from.major) return "major";
  if (to.minor !== from.minor) return from.major === 0 ? "major" : "minor";
  return from.major === 0 ? "minor" : "patch";
}

function proposeVersion(from: SemVer, needs: ReleaseLevel, taken: readonly string[]): string {
  const numbers = new Set(taken.map((one) => parse(one)?.version));
  let next = from.prerelease.length > 0 ? [from.major, from.minor, from.patch] : raise(from, needs);
  while (numbers.has(next.join(".")))
    next = raise({ major: next[0] ?? 0, minor: next[1] ?? 0, patch: next[2] ?? 0 }, needs);
  return next.join(".");
}

function raise(
  { major, minor, patch }: Pick<SemVer, "major" | "minor" | "patch">,
  needs: ReleaseLevel,
): readonly number[] {
  const isEarly = major === 0;
  if (needs === "major") return isEarly ? [0, minor + 1, 0] : [major + 1, 0, 0];
  return needs === "minor" && !isEarly ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
