/** What tells one look at the folders from another. */
import { isSkillFile, kindOf, lastPart, parentOf } from "../../platform/index.ts";
import type { FoundSkill, FoundSkills } from "./find.ts";
import type { ScannedFolder } from "./folder.ts";
import type { Preparation } from "./prepare.ts";

/** What a look found in one folder. */
export interface Look {
  readonly scanned: ScannedFolder;
  readonly preparation: Preparation;
}

export function isSameSearch(before: FoundSkills | undefined, after: FoundSkills): boolean {
  if (before === after) return true;
  const said = [before, after].map((found) => JSON.stringify([found?.skills, found?.refused]));
  return said[0] === said[1];
}

/** True for a change inside a skill that cannot make or unmake one. */
export function isOwn(path: string, found: FoundSkills): boolean {
  const kind = kindOf(path);
  if (isSkillFile(lastPart(path)))
    return kind === "file" && byFolder(found).get(parentOf(path))?.fileName === lastPart(path);
  if (kind === "folder") return false;
  return foldersAround(parentOf(path), found).length > 0;
}

/** The folders of skills that a path lies in, or is. */
export function foldersAround(path: string, found: FoundSkills): readonly string[] {
  const folders = byFolder(found);
  const around: string[] = [];
  for (let folder = path, below = ""; folder !== below; below = folder, folder = parentOf(folder))
    if (folders.has(folder)) around.push(folder);
  return around;
}

/** A search never changes, and there may be thousands of skills in one. */
const known = new WeakMap<FoundSkills, ReadonlyMap<string, FoundSkill>>();

export function byFolder(found: FoundSkills): ReadonlyMap<string, FoundSkill> {
  const map = known.get(found) ?? new Map(found.skills.map((skill) => [skill.folder, skill]));
  known.set(found, map);
  return map;
}

export function isSameScan(before: ComparedScan, after: ComparedScan): boolean {
  if (before === after) return true;
  if (before.tooLarge !== after.tooLarge || before.files.length !== after.files.length)
    return false;
  if (JSON.stringify(before.passedOver) !== JSON.stringify(after.passedOver)) return false;
  return before.files.every((file, index) => {
    const other = after.files[index];
    return other !== undefined && file.path === other.path && file.sha256 === other.sha256;
  });
}

interface ComparedScan extends Pick<ScannedFolder, "passedOver" | "tooLarge"> {
  readonly files: readonly Pick<ScannedFolder["files"][number], "path" | "sha256">[];
}

export function isSameFile({ preparation }: Look, skill: FoundSkill): boolean {
  if (!preparation.ok) return false;
  const { found } = preparation.prepared;
  return found.fileName === skill.fileName && found.shown === skill.shown;
}
