import {
  errorCode,
  failure,
  findSkillsInTurns,
  isInside,
  isSkillFile,
  joinPath,
  kindOf,
  lastPart,
  parentOf,
  relativePath,
  realPath,
  resolvePath,
  showPath,
  takeStamp,
  toContent,
} from "../../platform/index.ts";
import { mcpCodes } from "./diagnostics.ts";
import { SKILL_FILE } from "./uris.ts";
import type { FolderLists, FolderMarks } from "./folder-lists.ts";

/** A folder that holds a skill. */
export interface FoundSkill {
  /** The folder on this machine, without links in its path. */
  readonly folder: string;
  /** The name of its file, which may be written in other letters than `SKILL.md`. */
  readonly fileName: string;
  /** The file as people are shown it. */
  readonly shown: string;
  /** The name of the root, and of each folder on the way to the skill's own. */
  readonly inside: readonly string[];
  /** The users who are shown it. Default: everybody. */
  readonly audience?: ReadonlySet<string>;
}

export interface RefusedSkill {
  readonly shown: string;
  readonly code: string;
  readonly why: string;
}

export interface FoundSkills {
  readonly skills: readonly FoundSkill[];
  readonly refused: readonly RefusedSkill[];
  /** Every folder in which a skill may appear, without links in their paths, as it was before it was read. */
  readonly folders: FolderMarks;
  /** Those of them in which skills are installed. */
  readonly kept: readonly string[];
}

/** Fails where a path is neither a folder nor a skill file. */
export function checkPaths(paths: readonly string[]): void {
  for (const path of paths) {
    const kind = kindOf(path);
    if (kind === "folder" || (kind === "file" && isSkillFile(lastPart(path)))) continue;
    throw failure(mcpCodes.noFolder, `\`${path}\` is not a folder of skills or a SKILL.md.`, {
      file: path,
    });
  }
}

/** Folders that are searched below a path at most. */
const MOST_FOLDERS = 200_000;

/** Called with a folder before it is read, so that it can be watched for what comes later. */
export type OnFolder = (folder: string) => void;

/** How a root is called where its skills are named: as it was given, or by its last part alone. */
export type RootNames = "as-given" | "last-part";

export interface FindOptions {
  readonly rootNames?: RootNames;
  readonly mostFolders?: number;
  readonly lists: FolderLists;
  readonly onFolder: OnFolder;
}

/** Every skill below the paths, each once; an earlier path has precedence over a later one. */
export async function findAll(
  paths: readonly string[],
  options: FindOptions,
): Promise<FoundSkills> {
  const skills = new Map<string, FoundSkill>();
  const refused: RefusedSkill[] = [];
  const folders = new Map<string, string>();
  const kept: string[] = [];
  for (const path of paths) {
    const found = await attemptLater(() => findBelow(path, options));
    // A folder that is gone has no skills until it comes back.
    if (found === undefined) continue;
    for (const [folder, mark] of found.folders) folders.set(folder, mark);
    kept.push(...found.kept);
    refused.push(...found.refused);
    for (const skill of found.skills) {
      const known = skills.get(skill.folder);
      if (known === undefined) skills.set(skill.folder, skill);
      else if (known.fileName !== skill.fileName) {
        const [winner, other] = skill.fileName === SKILL_FILE ? [skill, known] : [known, skill];
        skills.set(skill.folder, winner);
        refused.push(beside(other, winner));
      }
    }
  }
  return { skills: [...skills.values()], refused, folders, kept };
}

function beside(other: FoundSkill, kept: FoundSkill): RefusedSkill {
  const why = `The folder has \`${kept.fileName}\` as well, which takes its place.`;
  return { shown: other.shown, code: "shadowed", why };
}

async function findBelow(
  path: string,
  { rootNames: names = "as-given", mostFolders = MOST_FOLDERS, lists, onFolder }: FindOptions,
): Promise<FoundSkills> {
  if (kindOf(path) === "file") {
    const folder = realPath(parentOf(resolvePath(path)));
    const fileName = lastPart(path);
    const shown = names === "as-given" ? showPath(path) : `${lastPart(folder)}/${fileName}`;
    const inside = [lastPart(parentOf(folder)), lastPart(folder)];
    const skill = { folder, fileName, shown, inside };
    lists.list(folder);
    const folders = new Map([[folder, lists.stampOf(folder)]]);
    return { skills: [skill], refused: [], folders, kept: [parentOf(folder)] };
  }
  const root = realPath(path);
  const shownRoot =
    names === "as-given"
      ? showPath(path).replace(/(?<=[^/])\/+$/, "")
      : lastPart(resolvePath(path));
  const folders = new Map<string, string>();
  const reals = new Map<string, string>();
  const links = new Set<string>();
  const { files, skipped, kept, isCut } = await findSkillsInTurns(
    { path, shown: shownRoot },
    (folder) => {
      const above = reals.get(parentOf(folder));
      const plain = above === undefined ? undefined : joinPath(above, lastPart(folder));
      // Asking for every folder takes as long as listing it.
      const real = plain === undefined || links.has(plain) ? realPath(folder) : plain;
      reals.set(folder, real);
      onFolder(real);
      const entries = lists.list(real);
      folders.set(real, lists.stampOf(real));
      for (const { name, kind } of entries) if (kind === "link") links.add(joinPath(real, name));
      return toContent(real, entries, ({ kind }) => kind);
    },
    { mostFolders },
  );
  const skills: FoundSkill[] = [];
  const refused: RefusedSkill[] = skipped
    .filter(({ isFailure }) => isFailure)
    .map((item) => ({
      shown: item.path,
      code: "unreadable",
      why: `It cannot be read: ${item.reason}.`,
    }));
  if (isCut)
    refused.push({
      shown: shownRoot,
      code: "too-many-folders",
      why: `The search stopped after ${mostFolders} folders; name the folder that holds your skills.`,
    });
  for (const file of files) {
    const around = parentOf(file.path);
    const folder = reals.get(around) ?? attempt(() => realPath(resolvePath(around)));
    if (folder === undefined) continue;
    if (isInside(folder, root))
      skills.push({
        folder,
        fileName: lastPart(file.path),
        shown: file.shown,
        inside: [root, ...relativePath(root, folder).split("/")].map((part) => lastPart(part)),
      });
    else
      refused.push({
        shown: file.shown,
        code: "linked-out",
        why: `A link leads out of \`${shownRoot}\` to it, and such links are not followed.`,
      });
  }
  return { skills: byPrecedence(skills), refused, folders, kept: [...kept, parentOf(root)] };
}

/** A skill inside of another, such as an example, never takes the place of one that stands for itself. */
function byPrecedence(skills: readonly FoundSkill[]): readonly FoundSkill[] {
  const folders = new Set(skills.map(({ folder }) => folder));
  const rank = skills.map((skill) => {
    let nesting = 0;
    let depth = 0;
    for (
      let folder = parentOf(skill.folder), below = skill.folder;
      folder !== below;
      below = folder, folder = parentOf(folder)
    ) {
      depth += 1;
      if (folders.has(folder)) nesting += 1;
    }
    return { skill, nesting, depth };
  });
  return rank
    .toSorted((a, b) => a.nesting - b.nesting || a.depth - b.depth)
    .map(({ skill }) => skill);
}

/** What tells one set of folders behind the paths from another: after a link was set anew, for example. */
export function hashPaths(paths: readonly string[]): string {
  return paths
    .map((path) => attempt(() => `${realPath(path)} ${takeStamp(path)?.inode ?? ""}`) ?? "")
    .join("\n");
}

async function attemptLater<Value>(look: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await look();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return undefined;
  }
}

function attempt<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return undefined;
  }
}

/** What is for others alone is left out before anything is made of it. */
export function foundFor(
  found: FoundSkills = listedSkills([]),
  user: string | undefined,
): FoundSkills {
  const skills = found.skills.filter(
    ({ audience }) => audience === undefined || (user !== undefined && audience.has(user)),
  );
  return skills.length === found.skills.length ? found : { ...found, skills };
}

/** Skills that nobody had to search for. */
export function listedSkills(skills: readonly FoundSkill[]): FoundSkills {
  return { skills, refused: [], folders: new Map(), kept: [] };
}
