import { findSkills, kindOf, resolvePath, showPath } from "../../platform/index.ts";
import {
  findSkillFile,
  readSkillTools,
  type SkillTools,
  skillRoots,
} from "../../run/tools/index.ts";
import type { Context } from "../context.ts";
import { placesOf } from "./ground.ts";

/** The skills that the words name: by name, by path, or all below a folder. */
export async function readNamed(context: Context): Promise<readonly SkillTools[]> {
  const places = placesOf(context);
  const words = context.arguments.length === 0 ? usualFolders(context) : context.arguments;
  const files = new Map<string, string>();
  for (const word of words) {
    const path = resolvePath(context.folder, word);
    const isTree = kindOf(path) === "folder" && findSkills({ path, shown: word }).files.length > 1;
    const found = isTree
      ? findSkills({ path, shown: showPath(word) }).files.map((item) => ({
          file: item.path,
          shown: item.shown,
        }))
      : [findSkillFile(word, places)];
    for (const { file, shown } of found) files.set(resolvePath(file), shown);
  }
  const read: SkillTools[] = [];
  for (const [file, shown] of files) read.push(await readSkillTools(file, shown));
  return read;
}

/** Folders of skills that are there. */
function usualFolders(context: Context): readonly string[] {
  return skillRoots(placesOf(context)).filter(
    (root) => root !== context.folder && kindOf(root) === "folder",
  );
}

/** Those of them that have tools, or say so. */
export function withTools(skills: readonly SkillTools[]): readonly SkillTools[] {
  return skills.filter(
    ({ module, skill, diagnostics }) =>
      module !== undefined || (skill.tools.declared ?? []).length > 0 || diagnostics.length > 0,
  );
}
