/** What tells one look at the folders from another. */
import { isInside, isSkillFile, joinPath, kindOf, lastPart } from "../../../platform/index.ts";
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
export function isOwn(path: string, { skills }: FoundSkills): boolean {
  const kind = kindOf(path);
  if (isSkillFile(lastPart(path)))
    return kind === "file" && skills.some((item) => joinPath(item.folder, item.fileName) === path);
  if (kind === "folder") return false;
  return skills.some(({ folder }) => path !== folder && isInside(path, folder));
}

export function isSameScan(before: ScannedFolder, after: ScannedFolder): boolean {
  if (before.tooLarge !== after.tooLarge || before.files.length !== after.files.length)
    return false;
  if (JSON.stringify(before.passedOver) !== JSON.stringify(after.passedOver)) return false;
  return before.files.every((file, index) => {
    const other = after.files[index];
    return other !== undefined && file.path === other.path && file.sha256 === other.sha256;
  });
}

export function isSameFile({ preparation }: Look, skill: FoundSkill): boolean {
  if (!preparation.ok) return false;
  const { found } = preparation.prepared;
  return found.fileName === skill.fileName && found.shown === skill.shown;
}
