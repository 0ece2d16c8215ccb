import { compare, prerelease } from "semver";
import { inRange, isSemver, type RangeGrammar } from "../../skill/index.ts";

/** Everything that any system allows, since the ranges of skills of all systems meet here. */
const grammar: RangeGrammar = {
  comparators: [">=", "<=", "==", "~=", "!=", "^", ">", "<", "~"],
  bare: "prefix",
  any: ["*", "", "latest", "any"],
};

/** A version that every version satisfies, to find out whether a range can be read at all. */
const PROBE = "1.0.0";

/** What stands for "any version". */
export const ANY = "*";

export function isRange(range: string): boolean {
  return inRange(PROBE, range, grammar) !== undefined;
}

/** A malformed version lies in no range but the one that takes any; a malformed range takes nothing. */
export function isInRange(version: string, range: string): boolean {
  if (isSemver(version)) return inRange(version, range, grammar) === true;
  return grammar.any.includes(range.trim().toLowerCase());
}

/** By SemVer, the later one last; what is no version comes before all that are. */
export function compareVersions(a: string, b: string): number {
  const isA = isSemver(a);
  const isB = isSemver(b);
  if (isA && isB) return compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
  if (isA !== isB) return isA ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Only among versions of which both can be compared. */
export function isOlder(version: string, than: string): boolean {
  return isSemver(than) && compareVersions(version, than) < 0;
}

export function isPrerelease(version: string): boolean {
  return isSemver(version) && prerelease(version) !== null;
}

/** Released versions before those that are not yet, and the later before the earlier. */
export function byPreference(a: string, b: string): number {
  return Number(isPrerelease(a)) - Number(isPrerelease(b)) || compareVersions(b, a);
}
