import { createStore } from "./core.ts";
import { byKey } from "./order.ts";
import type { Driver, Store, StoreEntry, StoreOptions } from "./store.ts";

export interface MemoryStoreOptions extends StoreOptions {
  /** Objects that are there from the start, by key. */
  readonly objects?: Readonly<Record<string, string | Uint8Array>>;
  readonly clock?: () => Date;
}

interface Held {
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly modified: Date;
}

/** A store that lives as long as the process: for tests, and to try things out. */
export async function openMemoryStore(options: MemoryStoreOptions = {}): Promise<Store> {
  const store = createStore(createMemoryDriver(options.clock ?? (() => new Date())), options);
  const encoder = new TextEncoder();
  for (const [key, content] of Object.entries(options.objects ?? {}))
    await store.put(key, typeof content === "string" ? encoder.encode(content) : content);
  return store;
}

function createMemoryDriver(clock: () => Date): Driver {
  const held = new Map<string, Held>();
  const hints = new Set<() => void>();
  const isMet = (key: string, expect: string | null | undefined): boolean =>
    expect === undefined || (held.get(key)?.version ?? null) === expect;
  const changed = (): void => hints.forEach((hint) => hint());
  return {
    name: "memory",
    capabilities: { isDurable: false, deletesAtomically: true, hasFolders: false },
    order: "code-units",
    async read(key) {
      const found = held.get(key);
      return found && { ...found, bytes: found.bytes.slice() };
    },
    async write({ key, bytes, digest, expect }) {
      if (!isMet(key, expect)) return { kind: "conflict" };
      held.set(key, { bytes, version: digest, modified: clock() });
      changed();
      return { kind: "written", version: digest };
    },
    async *list(prefix) {
      const entries: StoreEntry[] = [];
      for (const [key, { bytes, version, modified }] of held)
        if (key.startsWith(prefix)) entries.push({ key, version, modified, size: bytes.length });
      yield* entries.sort(byKey);
    },
    async remove(key, expect) {
      if (!isMet(key, expect)) return "conflict";
      if (held.delete(key)) changed();
      return "removed";
    },
    async watch(hint) {
      hints.add(hint);
      return {
        async close() {
          hints.delete(hint);
        },
      };
    },
    async close() {
      held.clear();
    },
  };
}
