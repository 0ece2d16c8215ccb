import { nextTurn } from "../../../platform/machine/index.ts";
import type { Commit, Repository } from "./repository.ts";

/** What a client has and wants. */
export interface FetchRequest {
  readonly wants: readonly string[];
  readonly haves: readonly string[];
  /** Commits that the client has without those before them. */
  readonly shallow: readonly string[];
  /** How many commits deep it wants to go; everything where it says nothing. */
  readonly depth: number | undefined;
  readonly isDone: boolean;
}

export interface Selection {
  /** Commits that are sent, each with the trees and files of it that the client lacks. */
  readonly commits: readonly Commit[];
  /** Names of everything that the client has. */
  readonly known: ReadonlySet<string>;
  /** Commits that will be there without those before them. */
  readonly shallow: readonly string[];
  /** Commits of the client that get what is before them. */
  readonly unshallow: readonly string[];
}

export async function select(repository: Repository, request: FetchRequest): Promise<Selection> {
  const { commits } = repository;
  const had = new Set(request.shallow);
  const owned = reach(commits, request.haves, (id) => had.has(id));
  // Who said nothing of a depth keeps the one that it has.
  const wanted =
    request.depth === undefined
      ? reach(commits, request.wants, (id) => had.has(id))
      : reachToDepth(commits, request.wants, request.depth);
  const known = new Set<string>();
  const ownedCommits = [...owned].flatMap((id) => commits.get(id) ?? []);
  for await (const ids of objectsOf(ownedCommits)) for (const id of ids) known.add(id);
  const isCut = (id: string): boolean =>
    (commits.get(id)?.parents ?? []).some((parent) => !wanted.has(parent));
  return {
    commits: [...wanted].filter((id) => !owned.has(id)).flatMap((id) => commits.get(id) ?? []),
    known,
    shallow:
      request.depth === undefined ? [] : [...wanted].filter((id) => isCut(id) && !had.has(id)),
    unshallow:
      request.depth === undefined ? [] : [...had].filter((id) => wanted.has(id) && !isCut(id)),
  };
}

/** How many names are gone through before others have their turn. */
const AT_A_TIME = 20_000;

/** Lists, each of at least one name, of everything that commits need: themselves, their trees and their files. */
export async function* objectsOf(commits: readonly Commit[]): AsyncGenerator<readonly string[]> {
  let count = 0;
  for (const { object, snapshot } of commits) {
    const { trees, files } = snapshot;
    yield [object.id, ...trees.map(({ id }) => id), ...files.map(({ id }) => id)];
    count += 1 + trees.length + files.length;
    if (count < AT_A_TIME) continue;
    count = 0;
    await nextTurn();
  }
}

function reach(
  commits: Repository["commits"],
  from: readonly string[],
  isEnd: (id: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const commit = commits.get(id);
    if (commit === undefined || found.has(id)) continue;
    found.add(id);
    if (!isEnd(id)) open.push(...commit.parents);
  }
  return found;
}

function reachToDepth(
  commits: Repository["commits"],
  from: readonly string[],
  depth: number,
): ReadonlySet<string> {
  const found = new Set<string>();
  let layer: readonly string[] = from;
  for (let level = 0; level < depth && layer.length > 0; level++) {
    const fresh = layer.filter((id) => commits.has(id) && !found.has(id));
    for (const id of fresh) found.add(id);
    layer = fresh.flatMap((id) => commits.get(id)?.parents ?? []);
  }
  return found;
}
