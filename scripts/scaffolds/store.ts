import type { Scaffold } from "./scaffold.ts";

export const storeScaffold: Scaffold = {
  example: "my-store",
  title: "Say where it keeps things.",
  plan: ({ id, type, title }) => ({
    files: {
      [`src/library/store/${id}.ts`]: `import { createStore } from "./core.ts";
import { byKey } from "./order.ts";
import type { Driver, DriverObject, Store, StoreOptions } from "./store.ts";

/** ${title} */
export function open${type}Store(options: StoreOptions = {}): Promise<Store> {
  return Promise.resolve(createStore(create${type}Driver(), options));
}

/** Replace the map by the back end. \`createStore\` checks keys, order, digests and conflicts. */
function create${type}Driver(): Driver {
  const objects = new Map<string, DriverObject>();
  const isMet = (key: string, expect: string | null | undefined): boolean =>
    expect === undefined || (objects.get(key)?.version ?? null) === expect;
  return {
    name: "${id}",
    capabilities: { isDurable: false, deletesAtomically: true, hasFolders: false },
    order: "code-units",
    read(key) {
      const found = objects.get(key);
      return Promise.resolve(found && { ...found, bytes: found.bytes.slice() });
    },
    write({ key, bytes, digest, expect }) {
      if (!isMet(key, expect)) return Promise.resolve({ kind: "conflict" });
      objects.set(key, { bytes, version: digest, modified: new Date() });
      return Promise.resolve({ kind: "written", version: digest });
    },
    async *list(prefix) {
      const found = [...objects].filter(([key]) => key.startsWith(prefix));
      yield* found
        .map(([key, { bytes, version, modified }]) => ({
          key,
          version,
          modified,
          size: bytes.length,
        }))
        .toSorted(byKey);
    },
    remove(key, expect) {
      if (!isMet(key, expect)) return Promise.resolve("conflict");
      objects.delete(key);
      return Promise.resolve("removed");
    },
    close() {
      objects.clear();
      return Promise.resolve();
    },
  };
}
`,
      [`src/library/store/${id}.test.ts`]: `import { testScopes } from "../../../test/contract/scopes.ts";
import { testStore } from "../../../test/contract/store.ts";
import { open${type}Store } from "./index.ts";

testStore("${id}", () => open${type}Store());

testScopes("a store of ${id}", () => open${type}Store());
`,
    },
    lines: [
      {
        path: "src/library/store/index.ts",
        line: `export { open${type}Store } from "./${id}.ts";`,
        after: /^export \{ openMemoryStore \}/u,
      },
    ],
    next: [
      `Write the driver in src/library/store/${id}.ts; its test runs the contract of all stores.`,
      "Let people choose it: by an address in the settings of the server, or an option.",
    ],
  }),
};
