import type { DiscoveryRules } from "../../skill/index.ts";
import { createTextOrder, type TextOrder } from "./text-order.ts";

/** A root as a list of the folders in it that hold a skill file, by paths with `/` inside it. */
export interface Root {
  readonly source: string;
  /** Where it lies; a root that is itself called like an inner root is searched deeper. */
  readonly path?: string;
  readonly folders: readonly string[];
  readonly maxFolders: number;
}

function isSkipped(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

function isBelow(folder: string, parent: string): boolean {
  return folder === parent || folder.startsWith(`${parent}/`);
}

/** The folders that a system looks into, in its order; the others it never sees. */
export function discover(
  root: Root,
  rules: DiscoveryRules,
  order: TextOrder = createTextOrder(),
): readonly string[] {
  const isContainer = rules.containers.includes(root.source);
  if (!isContainer && root.folders.includes("")) {
    const isInnerSkill = rules.innerRoot !== undefined && root.folders.includes(rules.innerRoot);
    return [isInnerSkill ? (rules.innerRoot ?? "") : ""];
  }
  const visible = root.folders.filter(
    (folder) => folder !== "" && !folder.split("/").some(isSkipped),
  );
  const inner = isContainer ? undefined : innerRoot(visible, rules);
  if (inner !== undefined && visible.includes(inner)) return [inner];
  const base = inner === undefined ? "" : `${inner}/`;
  const inside = visible.filter((folder) => folder.startsWith(base));
  const found = walk({
    base,
    folders: inside,
    depthOf: (folder) => depthAt(folder, root, rules, inner),
    maxFolders: root.maxFolders,
    kept: rules.innerRoot,
  });
  const places = order.sort(found.map((folder) => folder.slice(base.length)));
  return places.flatMap((at) => found[at] ?? []);
}

/** The inner folder stands for the root where it alone holds skills. */
function innerRoot(folders: readonly string[], rules: DiscoveryRules): string | undefined {
  const name = rules.innerRoot;
  if (name === undefined) return undefined;
  const isReached = (folder: string): boolean => folder.split("/").length <= rules.depth;
  const hasOthers = folders.some((folder) => !isBelow(folder, name) && isReached(folder));
  if (hasOthers) return undefined;
  const hasInner = folders.some((folder) => {
    if (!isBelow(folder, name)) return false;
    return folder.split("/").length - 1 <= rules.depth;
  });
  return hasInner ? name : undefined;
}

function depthAt(
  folder: string,
  root: Root,
  rules: DiscoveryRules,
  inner: string | undefined,
): number {
  const name = rules.innerRoot;
  const isInner = name !== undefined && inner === undefined && isBelow(folder, name);
  // The inner folder itself does not count as a level.
  const levels = isInner ? rules.depth + 1 : rules.depth;
  if (!Object.hasOwn(rules.depthBySource, root.source)) return levels;
  const lastPart = root.path?.split(/[\\/]/).findLast((part) => part !== "");
  const isDeep = isInner || inner !== undefined || (name !== undefined && lastPart === name);
  return isDeep ? levels : (rules.depthBySource[root.source] ?? levels);
}

interface Walk {
  readonly base: string;
  readonly folders: readonly string[];
  readonly depthOf: (folder: string) => number;
  readonly maxFolders: number;
  /** A folder at the top that no limit leaves out. */
  readonly kept: string | undefined;
}

/** By folder, those directly in it. */
function childrenOf({ folders, base }: Walk): ReadonlyMap<string, ReadonlySet<string>> {
  const children = new Map<string, Set<string>>();
  for (const folder of folders) {
    const parts = folder.slice(base.length).split("/");
    for (let at = 0; at < parts.length; at++) {
      const parent = parts.slice(0, at).join("/");
      const known = children.get(parent) ?? new Set();
      children.set(parent, known.add(parts.slice(0, at + 1).join("/")));
    }
  }
  return children;
}

/** Nothing is looked for below a skill, nor in more folders than the limit. */
function walk(job: Walk): readonly string[] {
  const skills = new Set(job.folders);
  const children = childrenOf(job);
  const found: string[] = [];
  const visit = (parent: string, depth: number): void => {
    const sorted = [...(children.get(parent) ?? [])].sort();
    for (const [at, child] of sorted.entries()) {
      const isKept = parent === "" && child === job.kept;
      const folder = job.base + child;
      if ((at >= job.maxFolders && !isKept) || depth > job.depthOf(folder)) continue;
      if (skills.has(folder)) found.push(folder);
      else visit(child, depth + 1);
    }
  };
  visit("", 1);
  return found;
}
