/** Where Cursor looks for skills, and which files it finds there. */
import {
  resolveCanonical,
  listFolderEntries,
  fileExists,
  isFolder,
  joinPath,
  lastPart,
  parentOf,
  resolvePath,
} from "../../../platform/index.ts";
import type { DroppedFile, AgentContext } from "../agent.ts";
import { FolderSearch } from "../folder-search.ts";

export type Scope = "builtin" | "user" | "workspace" | "nested";

export interface CursorFile {
  readonly path: string;
  readonly scope: Scope;
}

/** Folders of others come before its own. */
const KINDS = [".claude", ".codex", ".agents", ".cursor"];

const MAX_DEPTH = 10;
const SKIPPED: ReadonlySet<string> = new Set([
  "node_modules",
  ".git",
  ".svn",
  ".hg",
  "__pycache__",
  ".cache",
  "dist",
  "build",
  ".next",
  ".nuxt",
]);
/** Where no folder of skills inside a project is looked for. */
const SKIPPED_ABOVE: ReadonlySet<string> = new Set([
  ...SKIPPED,
  ".turbo",
  ".pnpm",
  ".yarn",
  "out",
  "target",
  ".vscode",
  ".idea",
  "venv",
  "logs",
  "tmp",
  "temp",
]);

/** Skills that Codex brings along, in its folders. */
const OF_CODEX: ReadonlySet<string> = new Set([
  "imagegen",
  "openai-docs",
  "plugin-creator",
  "skill-creator",
  "skill-installer",
]);

function isOfCodex(path: string): boolean {
  return path.includes("/.codex/skills/") && OF_CODEX.has(lastPart(parentOf(path)));
}

/** Each file once, in the order in which Cursor reads them. */
export function findFiles(ground: AgentContext, dropped: DroppedFile[]): readonly CursorFile[] {
  const search = new FolderSearch(dropped);
  const seen = new Set<string>();
  return rootsOf(ground)
    .flatMap(({ path, scope }) => filesIn(path, search).map((file) => ({ path: file, scope })))
    .filter(({ path }) => !isOfCodex(path) && !seen.has(path) && seen.add(path));
}

export function rootsOf({ folder, home }: AgentContext): readonly CursorFile[] {
  return [
    { path: joinPath(folder, ".cursor/rules"), scope: "workspace" },
    ...KINDS.map((kind) => ({
      path: joinPath(folder, kind, "skills"),
      scope: "workspace" as const,
    })),
    ...KINDS.map((kind) => ({ path: joinPath(home, kind, "skills"), scope: "user" as const })),
    { path: joinPath(home, ".cursor/skills-cursor"), scope: "builtin" },
    ...nestedRoots(folder, home).map((path) => ({ path, scope: "nested" as const })),
  ];
}

/** A folder that is reached twice counts once; what is skipped is never entered. */
function filesIn(root: string, search: FolderSearch): readonly string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  const visit = (folder: string, depth: number): void => {
    const real = resolveCanonical(folder);
    if (depth > MAX_DEPTH || seen.has(real)) return;
    seen.add(real);
    for (const { name, path, kind } of search.entriesOf(folder))
      if (kind === "folder" && !SKIPPED.has(name)) visit(path, depth + 1);
      else if (kind === "file" && name === "SKILL.md") files.push(path);
  };
  if (isFolder(root)) visit(root, 0);
  return files.toSorted((one, other) => one.localeCompare(other, "en"));
}

/** Folders of skills below a repository: their skills count for the files beside them. */
function nestedRoots(project: string, home: string): readonly string[] {
  if (resolvePath(project) === resolvePath(home) || !fileExists(joinPath(project, ".git")))
    return [];
  const roots: string[] = [];
  const visit = (folder: string, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const { name, path, kind, isLink } of listFolderEntries(folder)) {
      if (kind !== "folder" || isLink || SKIPPED_ABOVE.has(name)) continue;
      if (depth > 0 && KINDS.includes(name)) roots.push(joinPath(path, "skills"));
      else visit(path, depth + 1);
    }
  };
  visit(project, 0);
  return roots;
}
