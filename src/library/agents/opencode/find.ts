/** Where OpenCode looks for skills, and which files it finds there. */
import { resolveCanonical, isFolder, joinPath, resolvePath } from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";
import type { FolderSearch } from "../folder-search.ts";
import { homeOf, isSet, ownFolders, placesOf, type Scope } from "./places.ts";
import type { OpencodeSettings } from "./settings.ts";

export interface OpencodeRoot {
  readonly path: string;
  readonly scope: Scope;
  /** Folders whose name begins with a dot are entered too. */
  readonly hasHidden: boolean;
}

/** In the order in which OpenCode looks. */
export function rootsOf(ground: AgentContext, settings: OpencodeSettings): readonly OpencodeRoot[] {
  const { folder, environment } = ground;
  const home = homeOf(ground);
  const names = foreignFolders(environment);
  const foreign = (place: string, scope: Scope): readonly OpencodeRoot[] =>
    names.map((name) => ({ path: joinPath(place, name), scope, hasHidden: true }));
  return [
    ...foreign(home, "user"),
    ...placesOf(folder).flatMap((place) => foreign(place, "project")),
    ...ownFolders(ground).flatMap(({ path, scope }) =>
      ["skill", "skills"].map((name) => ({ path: joinPath(path, name), scope, hasHidden: false })),
    ),
    ...settings.paths.map((path) => ({
      path: resolvePath(folder, path.replace(/^~(?=\/)/u, home)),
      scope: "settings" as const,
      hasHidden: false,
    })),
  ];
}

function foreignFolders(environment: AgentContext["environment"]): readonly string[] {
  if (isSet(environment["OPENCODE_DISABLE_EXTERNAL_SKILLS"])) return [];
  const isWithout =
    isSet(environment["OPENCODE_DISABLE_CLAUDE_CODE"]) ||
    isSet(environment["OPENCODE_DISABLE_CLAUDE_CODE_SKILLS"]);
  return [...(isWithout ? [] : [".claude/skills"]), ".agents/skills"];
}

/** At any depth, through links too; a link that leads back to a folder above it is not followed again. */
export function filesOf(
  { path, hasHidden }: OpencodeRoot,
  search: FolderSearch,
): readonly string[] {
  const files: string[] = [];
  const visit = (folder: string, above: ReadonlySet<string>): void => {
    const real = resolveCanonical(folder);
    if (above.has(real)) return;
    const entries = search.entriesOf(folder);
    for (const { name, path: file, kind } of entries)
      if (name === "SKILL.md" && kind !== "folder") files.push(file);
    for (const { name, path: below, kind } of entries)
      if (kind === "folder" && (hasHidden || !name.startsWith(".")))
        visit(below, new Set([...above, real]));
  };
  if (isFolder(path)) visit(path, new Set());
  return files;
}
