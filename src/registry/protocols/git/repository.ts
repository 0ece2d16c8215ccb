import { versionRanks } from "../../contract/index.ts";
import { buildCommit, type GitObject, type TreeFile, buildTrees } from "./objects.ts";

/** What a version holds, without the bytes of its files. */
export interface Snapshot {
  readonly files: readonly TreeFile[];
  /** The outermost is the last. */
  readonly trees: readonly GitObject[];
}

export interface SnapshotVersion {
  readonly version: string;
  /** Milliseconds. */
  readonly publishedAt: number;
  readonly snapshot: Snapshot;
}

export interface Commit {
  readonly object: GitObject;
  readonly parents: readonly string[];
  readonly version: string;
  readonly snapshot: Snapshot;
}

export interface Reference {
  readonly name: string;
  readonly id: string;
}

/** A skill as git sees it: a commit and a tag for each version, and `main` at the latest. */
export interface Repository {
  readonly head: string | undefined;
  /** Without `HEAD`, in the order of their names. */
  readonly references: readonly Reference[];
  readonly commits: ReadonlyMap<string, Commit>;
}

export const MAIN = "refs/heads/main";

export function buildSnapshot(files: readonly TreeFile[]): Snapshot {
  return { files, trees: buildTrees(files) };
}

/**
 * The commit of a version follows that of the highest lower one which was there when it was published. So `main`
 * only ever moves on, a late fix of an old release stands beside it, and nothing that is published later changes
 * the name of a commit.
 */
export function openRepository(
  name: string,
  versions: readonly SnapshotVersion[],
  latest: string | undefined,
): Repository {
  const commits = new Map<string, Commit>();
  const ids = new Map<string, string>();
  const ranks = versionRanks(versions);
  const before: RankedCommit[] = [];
  for (const item of versions.toSorted((a, b) => a.publishedAt - b.publishedAt)) {
    const { version } = item;
    const rank = ranks.get(item) ?? 0;
    const place = placeOf(rank, before);
    const parent = before[place - 1];
    const parents = parent === undefined ? [] : [parent.id];
    const object = buildCommit({
      tree: item.snapshot.trees.at(-1)?.id ?? "",
      parents,
      author: name,
      seconds: Math.floor(item.publishedAt / 1000),
      message: `${name} ${version}`,
    });
    commits.set(object.id, { object, parents, version, snapshot: item.snapshot });
    ids.set(version, object.id);
    before.splice(place, 0, { rank, id: object.id });
  }
  const head = latest === undefined ? undefined : ids.get(latest);
  const tags = [...ids].map(([version, id]) => ({ name: `refs/tags/v${version}`, id }));
  return {
    head,
    // Versions are ASCII, so that this is the order of their bytes.
    references: [...(head === undefined ? [] : [{ name: MAIN, id: head }]), ...tags].toSorted(
      (a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)),
    ),
    commits,
  };
}

/** A commit that is there already. */
interface RankedCommit {
  readonly rank: number;
  readonly id: string;
}

/** Behind everything that is lower. */
function placeOf(rank: number, ordered: readonly RankedCommit[]): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle]?.rank ?? rank) < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
