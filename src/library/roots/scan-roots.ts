import { errorCode, joinPath, parentOf, type Progress, reasonOf } from "../../platform/index.ts";
import type { WatchReach } from "../../platform/tree/index.ts";
import {
  type Diagnostic,
  type Dialect,
  getPath,
  type HomeRules,
  isList,
  type JsonObject,
} from "../../skill/index.ts";
import { rootCodes, rootProblem } from "./diagnostics.ts";
import {
  type FileRules,
  isReadable,
  isReadableOrigin,
  cacheOrigin,
  cacheSkill,
  type CachedFile,
} from "./cached-file.ts";
import type { CachedRoot, CachedSkill, SearchedFolder } from "./memory.ts";
import type { RefusedFile } from "./refused.ts";
import type { SkillRoot } from "./root.ts";
import { type SearchOptions, searchRoot } from "./search.ts";
import type { FoundSkill, RootScan, DiscoveredSkill } from "./discovered.ts";
import type { FileTree } from "./tree.ts";

export interface ScanRootsOptions {
  /** Who looks: for others, files may have other names. */
  readonly reader?: string;
  readonly dialect: Dialect;
  readonly homes: HomeRules;
  readonly tree: FileTree<CachedFile>;
  readonly facts: JsonObject;
  /** How the system names a file. */
  readonly locate: (path: string) => string;
  /** Hears of each folder that is searched, before it is, and of those that matter beside it. */
  readonly onFolder: (folder: string, reach: WatchReach) => void;
  /** Hears of all folders of a root; where nothing changed, it gets the very list of the last time. */
  readonly onSearched?: (folders: readonly SearchedFolder[]) => void;
  /** Hears of a skill file that is a link, and of the file behind it. */
  readonly onLink?: (path: string, target: string) => void;
  /** Hears of each folder and of each skill file in its turn. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Everything that the roots hold now. Only what changed since the last look is read. */
export function scanRoots(roots: readonly SkillRoot[], options: ScanRootsOptions): RootScan {
  const { dialect, homes, tree, onFolder, onProgress } = options;
  let searched = 0;
  const { discovery, sources } = dialect.gating ?? {};
  const rules: FileRules = {
    dialect,
    maxBytes: sizeLimit(options),
    refusesHardLinks: homes.search.refusesHardLinks,
    tellsByMark: tree.readsHeads,
  };
  const refused: RefusedFile[] = [];
  const linkSetting = readLinkSetting(options);
  // The gate lets the later of two in one source win, or the earlier; the first root must.
  const ordered = sources?.sameSource === "later" ? roots.toReversed() : roots;
  const skills = ordered.map((root) => {
    const known = tree.memory.rootOf(options.reader ?? "", root);
    const search: SearchOptions = {
      search: homes.search,
      ...(discovery === undefined ? {} : { discovery }),
      ...(linkSetting === undefined ? {} : { linkSetting }),
      list: (folder) => {
        searched += 1;
        onProgress?.({ unit: "folders", done: searched, path: folder });
        return tree.list(folder);
      },
      onFolder,
      onLink: (path, target) => {
        onFolder(parentOf(target), "entries");
        options.onLink?.(path, target);
      },
    };
    const found = searchRoot(root, search, known.branch);
    options.onSearched?.(found.folders);
    refused.push(...found.refused);
    const leave = (problem: Diagnostic): number => refused.push({ root, problem });
    const isSame = found.branch !== undefined && found.branch === known.branch;
    known.branch = found.branch;
    if (!isSame || known.readings === undefined)
      return readAll(found.skills, known, (skill, done) => {
        const all = found.skills.length;
        onProgress?.({ unit: "skills", done, all, path: skill.path });
        return readFound(skill, rules, options, leave);
      });
    for (const folder of known.readings.folders) onFolder(folder, "entries");
    return known.readings.skills;
  });
  return { skills: skills.flat(), refused, problems: refused.map(({ problem }) => problem) };
}

function readAll(
  found: readonly FoundSkill[],
  known: CachedRoot,
  read: (found: FoundSkill, done: number) => CachedSkill | undefined,
): readonly DiscoveredSkill[] {
  const skills: DiscoveredSkill[] = [];
  const folders: string[] = [];
  let isCertain = true;
  let done = 0;
  for (const item of found) {
    done += 1;
    const reading = read(item, done);
    isCertain &&= reading?.isCertain === true;
    if (reading === undefined) continue;
    skills.push(reading.skill);
    if (reading.folder !== undefined) folders.push(reading.folder);
  }
  known.readings = isCertain ? { skills, folders } : undefined;
  return skills;
}

/** The setting that names folders outside of a root to which links may lead. */
function readLinkSetting({ homes, facts }: ScanRootsOptions): SearchOptions["linkSetting"] {
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
function sizeLimit({ dialect, facts }: ScanRootsOptions): number {
  const path = dialect.gating?.discovery?.limits.maxFileBytes;
  const own = path === undefined ? undefined : getPath(facts, path);
  return typeof own === "number" ? own : (dialect.maxFileBytes ?? Infinity);
}

function readFound(
  found: FoundSkill,
  rules: FileRules,
  options: ScanRootsOptions,
  leave: Leave,
): CachedSkill | undefined {
  const { tree, onFolder } = options;
  const known = tree.memory.skills.get(found);
  if (known !== undefined) {
    if (known.folder !== undefined) onFolder(known.folder, "entries");
    return known;
  }
  const path = options.locate(found.shown);
  const kept = attempt(found.path, leave, () =>
    tree.read(
      found.path,
      (mark) => isReadable(mark, rules),
      (file) => cacheSkill(file, rules, path, found.path),
    ),
  );
  if (kept?.kind === "left") leave(kept.problem);
  if (kept?.kind !== "skill") return undefined;
  const { key, folder, isCertain } = originOf(found, options, leave);
  const skill: DiscoveredSkill = {
    source: found.root.source,
    root: found.root.path,
    folder: found.folder,
    path,
    reading: kept.reading,
    bytes: kept.size,
    hash: kept.hash,
    baseDir: parentOf(found.shown),
    ...(key === undefined ? {} : { configKey: key }),
  };
  const reading: CachedSkill = { skill, folder, isCertain };
  if (isCertain) tree.memory.skills.set(found, reading);
  return reading;
}

interface Origin extends Pick<CachedSkill, "isCertain"> {
  readonly key?: string | undefined;
  readonly folder?: string;
}

/** The key under which whoever installed the skill has it, which stands in a file beside it. */
function originOf(
  found: FoundSkill,
  { homes, tree, onFolder }: ScanRootsOptions,
  leave: Leave,
): Origin {
  const { originFile } = homes;
  if (originFile === undefined) return { isCertain: true };
  const folder = parentOf(found.path);
  const [first] = originFile.path.split("/");
  if (tree.recall(folder)?.some(({ name }) => name === first) !== true) return { isCertain: true };
  const file = joinPath(folder, originFile.path);
  onFolder(parentOf(file), "entries");
  const kept = attempt(file, leave, () =>
    tree.read(file, isReadableOrigin, (opened) => cacheOrigin(opened, originFile.key)),
  );
  if (kept?.kind !== "origin") return { isCertain: false };
  return { key: kept.key, folder: parentOf(file), isCertain: true };
}

function attempt<Value>(file: string, leave: Leave, read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    // What went away while it was looked at is not there.
    if (errorCode(error) === "ENOENT") return undefined;
    const message = `The file or folder cannot be read: ${reasonOf(error)}.`;
    leave(rootProblem(rootCodes.unreadable, message, { file, cause: error }));
    return undefined;
  }
}
