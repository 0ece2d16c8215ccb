/** Where Goose looks for skills, and which files it finds there. */
import {
  resolveCanonical,
  listFolderEntries,
  isFolder,
  joinPath,
} from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";
import type { FolderSearch } from "../folder-search.ts";

export type Scope = "project" | "user" | "plugin";

export interface GooseRoot {
  readonly path: string;
  readonly scope: Scope;
}

/** The folder of Goose's own settings. */
export function gooseConfig({ home, environment }: AgentContext): string {
  const root = environment["GOOSE_PATH_ROOT"];
  if (root) return joinPath(root, "config");
  return joinPath(environment["XDG_CONFIG_HOME"] || joinPath(home, ".config"), "goose");
}

/** Of two skills with one name the one in the earlier root counts. */
export function rootsOf(ground: AgentContext): readonly GooseRoot[] {
  const { folder, home } = ground;
  const plugins = listFolderEntries(joinPath(home, ".agents/plugins"))
    .filter(({ kind }) => kind === "folder")
    .map(({ path }) => joinPath(path, "skills"));
  return [
    ...toRoots(
      [".agents/skills", ".goose/skills", ".claude/skills"].map((name) => joinPath(folder, name)),
      "project",
    ),
    ...toRoots(
      [
        joinPath(home, ".agents/skills"),
        joinPath(gooseConfig(ground), "skills"),
        joinPath(home, ".claude/skills"),
        joinPath(home, ".config/agents/skills"),
      ],
      "user",
    ),
    ...toRoots(plugins, "plugin"),
  ];
}

function toRoots(paths: readonly string[], scope: Scope): readonly GooseRoot[] {
  return paths.map((path) => ({ path, scope }));
}

const SKIPPED: ReadonlySet<string> = new Set([".git", ".hg", ".svn"]);

/** At any depth, in hidden folders and through links too; a folder that is reached twice counts once. */
export function filesOf({ path }: GooseRoot, search: FolderSearch): readonly string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  const visit = (folder: string): void => {
    const real = resolveCanonical(folder);
    if (seen.has(real)) return;
    seen.add(real);
    for (const entry of search.entriesOf(folder))
      if (entry.kind === "file" && entry.name === "SKILL.md") files.push(entry.path);
      else if (entry.kind === "folder" && !SKIPPED.has(entry.name)) visit(entry.path);
  };
  if (isFolder(path)) visit(path);
  return files;
}
