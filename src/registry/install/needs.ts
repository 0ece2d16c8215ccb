import { joinPath, kindOf } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { SkillLock } from "../lock/index.ts";
import { readInstalled } from "../package/read-files.ts";
import type { Demand } from "../resolve/index.ts";
import { factsOf } from "../sources/skill-index.ts";

/** What an installed skill needs, by its own words; nothing where it cannot be read. */
export function needsAt(folder: string, name: string): readonly Demand[] {
  const path = joinPath(folder, name);
  if (kindOf(path) !== "folder") return [];
  try {
    return factsOf(readInstalled(path)).dependencies;
  } catch (error) {
    if (SkillError.isInstance(error)) return [];
    throw error;
  }
}

/** The ranges in which installed skills need each other, by name. */
export function rangesIn(folder: string, lock: SkillLock): ReadonlyMap<string, readonly string[]> {
  const demands = [...lock.keys()].flatMap((name) => needsAt(folder, name));
  const ranges = new Map<string, string[]>();
  for (const { name, range } of demands) ranges.set(name, [...(ranges.get(name) ?? []), range]);
  return ranges;
}
