/** Where Codex looks for skills, and which files it finds there. */
import {
  byCodePoint,
  resolveCanonical,
  listFolderEntries,
  findUp,
  isFolder,
  joinPath,
  withParents,
} from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";
import { codexHome, type CodexSettings } from "./settings.ts";

export type Scope = "system" | "admin" | "repo" | "user";

export interface CodexRoot {
  readonly path: string;
  readonly scope: Scope;
}

export interface CodexFile {
  /** Without links. */
  readonly path: string;
  /** As the root leads to it. */
  readonly below: string;
  readonly root: CodexRoot;
}

const MAX_DEPTH = 6;
const MAX_FOLDERS = 2000;

/** In the order in which Codex numbers them; a folder that is reached twice counts as the first. */
export function rootsOf(ground: AgentContext, settings: CodexSettings): readonly CodexRoot[] {
  const own = codexHome(ground);
  const { folder, home } = ground;
  const project = findUp(folder, settings.projectMarkers) ?? folder;
  const places = withParents(folder, project);
  const layers = places
    .map((place) => joinPath(place, ".codex"))
    .filter((path) => resolveCanonical(path) !== resolveCanonical(own));
  const roots: readonly CodexRoot[] = [
    ...layers.map((path) => ({ path: joinPath(path, "skills"), scope: "repo" as const })),
    { path: joinPath(own, "skills"), scope: "user" },
    { path: joinPath(home, ".agents/skills"), scope: "user" },
    ...(settings.hasBundled
      ? [{ path: joinPath(own, "skills/.system"), scope: "system" as const }]
      : []),
    { path: "/etc/codex/skills", scope: "admin" },
    ...places
      .toReversed()
      .map((place) => ({ path: joinPath(place, ".agents/skills"), scope: "repo" as const })),
  ];
  const seen = new Set<string>();
  return roots
    .map(({ path, scope }) => ({ path: resolveCanonical(path), scope }))
    .filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** The files of a root, breadth first; what begins with a dot is not entered, and a linked file is no skill. */
export function filesOf(root: CodexRoot): readonly CodexFile[] {
  const files: CodexFile[] = [];
  const seen = new Set<string>([root.path]);
  const queue = isFolder(root.path) ? [{ path: root.path, below: "", depth: 0 }] : [];
  for (let index = 0; index < queue.length && index < MAX_FOLDERS; index += 1) {
    const { path, below, depth } = queue[index] ?? { path: "", below: "", depth: MAX_DEPTH };
    for (const entry of listFolderEntries(path)) {
      const isHidden = entry.name.startsWith(".");
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.kind === "file" && entry.name === "SKILL.md" && !entry.isLink)
        files.push({ path: resolveCanonical(entry.path), below: name, root });
      if (entry.kind !== "folder" || isHidden || depth >= MAX_DEPTH) continue;
      if (entry.isLink && root.scope === "system") continue;
      const real = resolveCanonical(entry.path);
      if (seen.has(real)) continue;
      seen.add(real);
      queue.push({ path: entry.path, below: name, depth: depth + 1 });
    }
  }
  return files;
}

const RANK: { readonly [scope in Scope]: number } = { system: 0, admin: 1, repo: 2, user: 3 };

/** The order of the list for the model. */
export function inOrder(
  one: { readonly name: string; readonly file: CodexFile },
  other: { readonly name: string; readonly file: CodexFile },
): number {
  return (
    RANK[one.file.root.scope] - RANK[other.file.root.scope] ||
    byCodePoint(one.name, other.name) ||
    byCodePoint(one.file.path, other.file.path)
  );
}
