import { errorCode, isSkillFile, joinPath, joinShown, OWN_FOLDER } from "../../platform/index.ts";
import { listEntries } from "../../platform/tree/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { rootCodes, rootProblem } from "./diagnostics.ts";
import type { RefusedFile } from "./refused.ts";
import type { OffRoot } from "./resolve.ts";
import type { SkillRoot } from "./root.ts";
import { isHidden, MAX_FOLDERS, maxDepth, type SearchOptions, searchRoot } from "./search.ts";
import { SKILL_FILE } from "./skill-file.ts";

/** Folders with so many entries of their own that nobody keeps a skill in them. */
const NEVER = new Set([".git", "node_modules", OWN_FOLDER]);

interface Place {
  readonly path: string;
  readonly folder: string;
  readonly depth: number;
  /** Why nothing in here is looked for; undefined while it is. */
  readonly why: "hidden" | "inside" | undefined;
}

/**
 * Skill files that a search never comes by: in hidden folders, inside other skills, or too deep. A search
 * need not know them; whoever asks why a skill does not show up does.
 */
export function findPassedOver(
  root: SkillRoot,
  options: Pick<SearchOptions, "search" | "discovery">,
): readonly RefusedFile[] {
  const problems: Diagnostic[] = [];
  const open: Place[] = [{ path: root.path, folder: "", depth: 0, why: undefined }];
  for (let count = 0; count < MAX_FOLDERS; count += 1) {
    const place = open.pop();
    if (place === undefined) break;
    const entries = listQuietly(place.path);
    const file = entries.find(({ name, kind }) => kind === "file" && isSkillFile(name));
    problems.push(...looseFiles(place, entries));
    const limit = place.folder === "" ? Infinity : maxDepth(place.folder, root, options);
    const problem = file && skipReason(joinPath(place.path, file.name), place, limit);
    if (problem !== undefined) problems.push(problem);
    const isInside = !options.search.findsNested && file?.name === SKILL_FILE;
    for (const { name, kind } of entries) {
      if (kind !== "folder" || NEVER.has(name)) continue;
      const hidden = !options.search.entersHidden && isHidden(name) ? "hidden" : undefined;
      open.push({
        path: joinPath(place.path, name),
        folder: joinShown(place.folder, name),
        depth: place.depth + 1,
        why: place.why ?? (isInside ? "inside" : hidden),
      });
    }
  }
  return problems
    .sort((a, b) => ((a.file ?? "") < (b.file ?? "") ? -1 : 1))
    .map((problem) => ({ root, problem }));
}

function ignore(): void {}

/** The skills of plugins that are off, each with what would switch its plugin on. */
export function findOff(
  off: readonly OffRoot[],
  options: Pick<SearchOptions, "search" | "discovery">,
): readonly RefusedFile[] {
  return off.flatMap(({ root, problem, ...change }) => {
    const { skills } = searchRoot(root, {
      ...options,
      list: listQuietly,
      onFolder: ignore,
      onLink: ignore,
    });
    return skills.map(({ path }) => ({ root, problem: { ...problem, file: path }, ...change }));
  });
}

/** What stands where a skill would, and has no `SKILL.md`: a file by itself, or a folder without one. */
function looseFiles(
  { path, depth, why }: Place,
  entries: ReturnType<typeof listEntries>,
): readonly Diagnostic[] {
  if (why !== undefined) return [];
  if (depth === 0)
    return entries
      .filter(({ name, kind }) => kind === "file" && !isSkillFile(name) && !isHidden(name))
      .map(({ name }) => {
        const message = `The file \`${name}\` is not in a skill folder.`;
        const hint = `Move it into a folder of its own, as \`${SKILL_FILE}\`.`;
        return rootProblem(rootCodes.fileKind, message, { file: joinPath(path, name), hint });
      });
  const isBare = !entries.some(({ name, kind }) => kind !== "file" || isSkillFile(name));
  if (!isBare) return [];
  const message = `The folder has no \`${SKILL_FILE}\`.`;
  const hint = `Add a \`${SKILL_FILE}\` to it.`;
  return [rootProblem(rootCodes.fileName, message, { file: path, hint })];
}

function skipReason(file: string, place: Place, limit: number): Diagnostic | undefined {
  if (place.why === "hidden")
    return rootProblem(
      rootCodes.hiddenFolder,
      `The skill is inside the hidden folder \`${place.folder}\`, which is not searched.`,
      { file, hint: "Move the skill: folders that begin with a dot are not searched." },
    );
  if (place.why === "inside")
    return rootProblem(
      rootCodes.insideSkill,
      `The skill is inside another skill, in \`${place.folder}\`.`,
      { file, hint: "Move the skill: skill folders are not searched for further skills." },
    );
  if (place.depth <= limit) return undefined;
  return rootProblem(
    rootCodes.tooDeep,
    `The skill is ${place.depth} folders below the root; at most ${limit} are searched.`,
    { file, hint: "Move it closer to the root." },
  );
}

function listQuietly(path: string): ReturnType<typeof listEntries> {
  try {
    return listEntries(path);
  } catch (error) {
    // The search itself reports what may not be read.
    if (errorCode(error) === "") throw error;
    return [];
  }
}
