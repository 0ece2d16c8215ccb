import {
  type Environment,
  isSkillFile,
  joinPath,
  kindOf,
  lastPart,
  readFolder,
  resolvePath,
  showPath,
} from "../../../platform/index.ts";
import { dialects, didYouMean, SkillError } from "../../../skill/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import { withoutEnd } from "../../../skill/model/index.ts";

/** Where skills are looked for by name. */
export interface SkillPlaces {
  readonly folder: string;
  readonly home: string;
  readonly environment: Environment;
  /** Folders of skills that go before the usual ones. */
  readonly roots?: readonly string[];
}

export interface FoundSkill {
  /** The SKILL.md. */
  readonly file: string;
  readonly shown: string;
}

/** A name that can be that of a folder and leads nowhere else. */
export const PLAIN_NAME: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The folders that are searched for a skill of some name, the first of them first. */
export function skillRoots({
  folder,
  home,
  environment,
  roots = [],
}: SkillPlaces): readonly string[] {
  const installed = dialects.flatMap(({ layout }) => {
    if (layout === undefined) return [];
    const own = environment[layout.variable];
    const base = own === undefined || own === "" ? joinPath(home, layout.home) : own;
    return [joinPath(base, layout.skills)];
  });
  const all = [
    ...roots.map((root) => resolvePath(folder, root)),
    joinPath(folder, "skills"),
    folder,
    ...installed,
  ];
  return [...new Set(all)];
}

/** A skill by the path of its folder or file, or by its name in the usual folders. */
export function findSkillFile(word: string, places: SkillPlaces): FoundSkill {
  const path = resolvePath(places.folder, word);
  const isPath = /[\\/]/.test(word) || word === "." || word === "..";
  if (isPath || isSkillFile(lastPart(word))) {
    const file = fileAt(path);
    if (file !== undefined) return { file, shown: shownFor(word, file, path) };
    throw unknownSkillError(
      `\`${word}\` is not the folder of a skill.`,
      "The folder has no SKILL.md.",
    );
  }
  if (!PLAIN_NAME.test(word))
    throw unknownSkillError(
      `The name \`${word}\` is not valid: use letters, digits, dots, hyphens and underscores.`,
      "Name a skill, or the path of its folder.",
    );
  const roots = skillRoots(places);
  for (const root of roots) {
    const file = fileAt(joinPath(root, word));
    if (file !== undefined) return { file, shown: shownFor(word, file, joinPath(root, word)) };
  }
  throw unknownSkillError(
    `No skill \`${word}\` in ${roots.map((root) => `\`${showPath(root)}\``).join(", ")}.`,
    didYouMean(word, roots.flatMap(namesIn)) ?? "Name the path of its folder instead.",
  );
}

function fileAt(path: string): string | undefined {
  const kind = kindOf(path);
  if (kind === "file") return isSkillFile(lastPart(path)) ? path : undefined;
  if (kind !== "folder") return undefined;
  const [name] = readFolder(path).skills;
  return name === undefined ? undefined : joinPath(path, name);
}

/** As the user wrote it, so that messages name what he knows. */
function shownFor(word: string, file: string, path: string): string {
  const plain = showPath(withoutEnd(word, "\\/"));
  if (file === path) return plain;
  const isPath = /[\\/]/.test(word);
  if (!isPath && word !== ".") return showPath(file);
  return plain === "." ? lastPart(file) : `${plain}/${lastPart(file)}`;
}

function namesIn(root: string): readonly string[] {
  if (kindOf(root) !== "folder") return [];
  return readFolder(root).folders.filter((name) => fileAt(joinPath(root, name)) !== undefined);
}

function unknownSkillError(message: string, hint: string): SkillError {
  return new SkillError(toolProblem(toolCodes.unknownSkill, message, { hint }));
}
