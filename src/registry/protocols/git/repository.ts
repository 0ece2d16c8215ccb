import { compareVersions } from "../../contract/index.ts";
import { commitOf, type GitObject, type TreeFile, treesOf } from "./objects.ts";

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

export function snapshotOf(files: readonly TreeFile[]): Snapshot {
  return { files, trees: treesOf(files) };
}

/**
 * The commit of a version follows that of the highest lower one which was there when it was published. So `main`
 * only ever moves on, a late fix of an old release stands beside it, and nothing that is published later changes
 * the name of a commit.
 */
export function repositoryOf(
  name: string,
  versions: readonly SnapshotVersion[],
  latest: string | undefined,
): Repository {
  const commits = new Map<string, Commit>();
  const ids = new Map<string, string>();
  const before: SnapshotVersion[] = [];
  for (const item of versions.toSorted((a, b) => a.publishedAt - b.publishedAt)) {
    const parent = highestBelow(item.version, before);
    const parents = parent === undefined ? [] : [ids.get(parent.version) ?? ""];
    const object = commitOf({
      tree: item.snapshot.trees.at(-1)?.id ?? "",
      parents,
      author: name,
      seconds: Math.floor(item.publishedAt / 1000),
      message: `${name} ${item.version}`,
    });
    commits.set(object.id, { object, parents, version: item.version, snapshot: item.snapshot });
    ids.set(item.version, object.id);
    before.push(item);
  }
  const head = latest === undefined ? undefined : ids.get(latest);
  const tags = [...ids].map(([version, id]) => ({ name: `refs/tags/v${version}`, id }));
  return {
    head,
    references: [...(head === undefined ? [] : [{ name: MAIN, id: head }]), ...tags].toSorted(
      (a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)),
    ),
    commits,
  };
}

function highestBelow(
  version: string,
  candidates: readonly SnapshotVersion[],
): SnapshotVersion | undefined {
  let highest: SnapshotVersion | undefined;
  for (const candidate of candidates) {
    if (compareVersions(candidate.version, version) >= 0) continue;
    if (highest === undefined || compareVersions(candidate.version, highest.version) > 0)
      highest = candidate;
  }
  return highest;
}
