/** Where Goose looks for skills, and which files it finds there. */
import { canonicalOf, entriesOf, isFolder, joinPath } from "../../../platform/index.ts";
import type { Ground } from "../agent.ts";

export type Scope = "project" | "user" | "plugin";

export interface GooseRoot {
  readonly path: string;
  readonly scope: Scope;
}

/** The folder of Goose's own settings. */
export function gooseConfig({ home, environment }: Ground): string {
  const root = environment["GOOSE_PATH_ROOT"];
  if (root) return joinPath(root, "config");
  return joinPath(environment["XDG_CONFIG_HOME"] || joinPath(home, ".config"), "goose");
}

/** Of two skills with one name the one in the earlier root counts. */
export function rootsOf(ground: Ground): readonly GooseRoot[] {
  const { folder, home } = ground;
  const plugins = entriesOf(joinPath(home, ".agents/plugins"))
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
export function filesOf({ path }: GooseRoot): readonly string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  const visit = (folder: string): void => {
    const real = canonicalOf(folder);
    if (seen.has(real)) return;
    seen.add(real);
    for (const entry of entriesOf(folder))
      if (entry.kind === "file" && entry.name === "SKILL.md") files.push(entry.path);
      else if (entry.kind === "folder" && !SKIPPED.has(entry.name)) visit(entry.path);
  };
  if (isFolder(path)) visit(path);
  return files;
}
