import { type Dialect, findDialect } from "../../skill/index.ts";
import type { LockEntry } from "../lock/index.ts";
import { convertFiles } from "../package/convert-files.ts";
import { toFetched } from "../sources/fetched-files.ts";
import type { FetchedSkill } from "../sources/fetched.ts";

/** In what dialect skills are to be installed. */
export interface ConversionRequest {
  readonly to: Dialect;
  /** Converts every skill, not only those that the dialect would refuse. */
  readonly isAlways?: boolean;
}

export interface ConvertedSkill {
  readonly skill: FetchedSkill;
  readonly to: Dialect;
  /** Fields for which the dialect has no place. */
  readonly lost: readonly string[];
}

/** A skill as it is to be installed; undefined where that is as it was published. What was converted once stays so. */
export function convertFetched(
  skill: FetchedSkill,
  wish: ConversionRequest | undefined,
  before: LockEntry | undefined,
): ConvertedSkill | undefined {
  const earlier = before?.conversion?.to;
  const to = wish?.to ?? (earlier === undefined ? undefined : findDialect(earlier));
  if (to === undefined) return undefined;
  const isAlways = wish?.isAlways === true || to.id === earlier;
  const converted = convertFiles(skill.name, skill.files, { to, isAlways });
  if (converted === undefined) return undefined;
  const { files, lost } = converted;
  return { skill: { ...skill, files: files.map(toFetched) }, to, lost };
}
