import { errorCode, joinPath, parentOf, reasonOf } from "../../platform/index.ts";
import type { WatchReach } from "../../platform/tree/index.ts";
import {
  type Diagnostic,
  type Dialect,
  getPath,
  type HomeRules,
  isList,
  type JsonObject,
} from "../../skill/index.ts";
import type { Candidate } from "../gate/index.ts";
import { rootCodes, rootProblem } from "./diagnostics.ts";
import {
  type FileRules,
  isReadable,
  isReadableOrigin,
  keepOrigin,
  keepSkill,
  type KeptFile,
} from "./kept.ts";
import type { RefusedFile } from "./refused.ts";
import type { SkillRoot } from "./root.ts";
import { type FoundSkill, type SearchOptions, searchRoot } from "./search.ts";
import type { FileTree } from "./tree.ts";

/** A skill as it was seen, with all that the gate asks for. */
export interface SeenSkill extends Candidate {
  /** Equal for equal content. */
  readonly hash: string;
  /** The folder of the skill, for `{baseDir}`. */
  readonly baseDir: string;
}

export interface Seen {
  /** In the order that the gate expects of candidates. */
  readonly skills: readonly SeenSkill[];
  /** What lies in a root and is not taken. */
  readonly refused: readonly RefusedFile[];
  /** The same as problems, and those that are of no file in a root. */
  readonly problems: readonly Diagnostic[];
}

export interface LookOptions {
  readonly dialect: Dialect;
  readonly homes: HomeRules;
  readonly tree: FileTree<KeptFile>;
  readonly facts: JsonObject;
  /** How the system names a file. */
  readonly locate: (path: string) => string;
  readonly onFolder: (folder: string, reach: WatchReach) => void;
  /** Hears of a skill file that is a link, and of the file behind it. */
  readonly onLink?: (path: string, target: string) => void;
}

/** Everything that the roots hold now. Only what changed since the last look is read. */
export function lookAtRoots(roots: readonly SkillRoot[], options: LookOptions): Seen {
  const { dialect, homes, tree, onFolder } = options;
  const { discovery, sources } = dialect.gating ?? {};
  const rules: FileRules = {
    dialect,
    maxBytes: sizeLimit(options),
    refusesHardLinks: homes.search.refusesHardLinks,
    tellsByMark: tree.readsHeads,
  };
  const refused: RefusedFile[] = [];
  const linkSetting = linkSettingOf(options);
  // The gate lets the later of two in one source win, or the earlier; the first root must.
  const ordered = sources?.sameSource === "later" ? roots.toReversed() : roots;
  const skills = ordered.flatMap((root) => {
    const found = searchRoot(root, {
      search: homes.search,
      ...(discovery === undefined ? {} : { discovery }),
      ...(linkSetting === undefined ? {} : { linkSetting }),
      list: (folder) => tree.list(folder),
      onFolder,
      onLink: (path, target) => {
        onFolder(parentOf(target), "entries");
        options.onLink?.(path, target);
      },
    });
    refused.push(...found.refused);
    const leave = (problem: Diagnostic): number => refused.push({ root, problem });
    return found.skills.flatMap((skill) => readFound(skill, rules, options, leave) ?? []);
  });
  return { skills, refused, problems: refused.map(({ problem }) => problem) };
}

/** The setting that names folders outside of a root to which links may lead. */
function linkSettingOf({ homes, facts }: LookOptions): SearchOptions["linkSetting"] {
  const { path } =
    homes.settings.fields.find(
      (field) => field.path.at(-1) === "allowSymlinkTargets" && field.removed === undefined,
    ) ?? {};
  if (path === undefined) return undefined;
  const known = getPath(facts, path);
  const targets = isList(known) ? known.filter((item) => typeof item === "string") : [];
  return { path, targets };
}

type Leave = (problem: Diagnostic) => void;

/** The limit of the system, by its settings or by itself. */
function sizeLimit({ dialect, facts }: LookOptions): number {
  const path = dialect.gating?.discovery?.limits.maxFileBytes;
  const own = path === undefined ? undefined : getPath(facts, path);
  return typeof own === "number" ? own : (dialect.maxFileBytes ?? Infinity);
}

function readFound(
  found: FoundSkill,
  rules: FileRules,
  options: LookOptions,
  leave: Leave,
): SeenSkill | undefined {
  const path = options.locate(found.shown);
  const kept = attempt(found.path, leave, () =>
    options.tree.read(
      found.path,
      (mark) => isReadable(mark, rules),
      (file) => keepSkill(file, rules, path, found.path),
    ),
  );
  if (kept?.kind === "left") leave(kept.problem);
  if (kept?.kind !== "skill") return undefined;
  const configKey = originOf(found, options, leave);
  return {
    source: found.root.source,
    root: found.root.path,
    folder: found.folder,
    path,
    reading: kept.reading,
    bytes: kept.size,
    hash: kept.hash,
    baseDir: parentOf(found.shown),
    ...(configKey === undefined ? {} : { configKey }),
  };
}

/** The key under which whoever installed the skill has it, which stands in a file beside it. */
function originOf(
  found: FoundSkill,
  { homes, tree, onFolder }: LookOptions,
  leave: Leave,
): string | undefined {
  const { originFile } = homes;
  if (originFile === undefined) return undefined;
  const folder = parentOf(found.path);
  const [first] = originFile.path.split("/");
  if (tree.recall(folder)?.some(({ name }) => name === first) !== true) return undefined;
  const file = joinPath(folder, originFile.path);
  onFolder(parentOf(file), "entries");
  const kept = attempt(file, leave, () =>
    tree.read(file, isReadableOrigin, (opened) => keepOrigin(opened, originFile.key)),
  );
  return kept?.kind === "origin" ? kept.key : undefined;
}

function attempt<Value>(file: string, leave: Leave, read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    // What went away while it was looked at is not there.
    if (errorCode(error) === "ENOENT") return undefined;
    const message = `Unexpected failure to read it: ${reasonOf(error)}.`;
    leave(rootProblem(rootCodes.unreadable, message, { file, cause: error }));
    return undefined;
  }
}
