/** Skills with tools on the disk. */
import { findSkills, kindOf, parentOf, resolvePath, showPath } from "../../platform/index.ts";
import { recoverFolders } from "../../registry/lock/index.ts";
import {
  findSkillFile,
  readSkillTools,
  type SkillPlaces,
  skillRoots,
  type SkillTools,
} from "../../run/tools/index.ts";

/** Finishes what a process that died had begun, where the skills of a call are looked for. */
export async function recoverPlaces(places: SkillPlaces, words: readonly string[]): Promise<void> {
  const named = words.flatMap((word) => {
    // A word may be that of a folder, of a skill in it, or of a tool of that.
    const path = resolvePath(places.folder, word);
    return [path, parentOf(path), parentOf(parentOf(path))];
  });
  await recoverFolders([...skillRoots(places), ...named]);
}

/** The skills that the words name: by name, by path, or all below a folder; without a word, those of the usual folders. */
export async function readNamed(
  places: SkillPlaces,
  words: readonly string[],
): Promise<readonly SkillTools[]> {
  const files = new Map<string, string>();
  for (const word of words.length === 0 ? usualFolders(places) : words) {
    const path = resolvePath(places.folder, word);
    const below = kindOf(path) === "folder" ? skillsBelow(path, word) : [];
    const isTree = below.some(({ file }) => parentOf(file) !== path);
    for (const { file, shown } of isTree ? below : [findSkillFile(word, places)])
      files.set(resolvePath(file), shown);
  }
  const read: SkillTools[] = [];
  for (const [file, shown] of files) read.push(await readSkillTools(file, shown));
  return read;
}

/** The skills in a folder, also its own. */
export function skillsBelow(
  path: string,
  word: string,
): readonly { readonly file: string; readonly shown: string }[] {
  return findSkills({ path, shown: showPath(word) }).files.map((item) => ({
    file: item.path,
    shown: item.shown,
  }));
}

function usualFolders(places: SkillPlaces): readonly string[] {
  return skillRoots(places).filter((root) => root !== places.folder && kindOf(root) === "folder");
}

/** Every SKILL.md of the folders that were named, or of the usual ones. */
export function skillFiles(places: SkillPlaces): readonly string[] {
  const { roots = [] } = places;
  const found = (roots.length > 0 ? roots : skillRoots(places))
    .map((root) => resolvePath(places.folder, root))
    .filter((root) => kindOf(root) === "folder")
    .flatMap((root) => findSkills({ path: root, shown: root }).files.map(({ path }) => path));
  return [...new Set(found)];
}
