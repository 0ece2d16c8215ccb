import { SkillError } from "../../skill/model/index.ts";
import { storeCodes, storeProblem } from "./diagnostics.ts";
import type {
  ChangeListener,
  Driver,
  StoreChange,
  StoreEntry,
  StoreOptions,
  StoreWatch,
} from "./store.ts";

type Versions = ReadonlyMap<string, string>;

interface WatchRequest {
  readonly watch: NonNullable<Driver["watch"]>;
  readonly list: () => AsyncIterable<StoreEntry>;
  readonly listener: ChangeListener;
  readonly onProblem: StoreOptions["onProblem"];
}

/**
 * Turns hints that something may have changed into what has changed, by comparing listings. Back ends
 * report too much, too little detail or the same thing twice; a comparison is never wrong about the result.
 */
export async function watchChanges(request: WatchRequest): Promise<StoreWatch> {
  let known: Versions | undefined;
  let isClosed = false;
  let isStale = false;
  let scan = Promise.resolve();
  async function compare(): Promise<void> {
    if (!isStale || isClosed || known === undefined) return;
    isStale = false;
    const now = await readVersions(request.list());
    const changes = difference(known, now);
    known = now;
    if (changes.length > 0 && !isClosed) request.listener(changes);
  }
  function hint(): void {
    isStale = true;
    scan = scan.then(compare).catch((error: unknown) => {
      if (!SkillError.isInstance(error)) throw error;
      if (!isClosed) request.onProblem?.(watchFailed(error));
    });
  }
  // The watch begins before the first listing, so that nothing falls between them.
  const watch = await request.watch(hint);
  try {
    known = await readVersions(request.list());
  } catch (error) {
    await watch.close();
    throw error;
  }
  if (isStale) hint();
  return {
    async close() {
      isClosed = true;
      await watch.close();
      await scan;
    },
  };
}

function watchFailed(error: SkillError): SkillError["diagnostic"] {
  return storeProblem(storeCodes.failed, `Looking for changes failed: ${error.message}`, {
    hint: "Skillwright keeps checking for changes.",
    cause: error,
  });
}

async function readVersions(entries: AsyncIterable<StoreEntry>): Promise<Versions> {
  const versions = new Map<string, string>();
  for await (const { key, version } of entries) versions.set(key, version);
  return versions;
}

function difference(before: Versions, after: Versions): readonly StoreChange[] {
  const changes: StoreChange[] = [];
  for (const [key, version] of after)
    if (before.get(key) !== version) changes.push({ kind: "put", key, version });
  for (const key of before.keys()) if (!after.has(key)) changes.push({ kind: "delete", key });
  return changes.sort((a, b) => (a.key < b.key ? -1 : 1));
}
