import { SkillError } from "../../skill/model/index.ts";
import { watchChanges } from "./changes.ts";
import { storeCodes, storeError, storeProblem } from "./diagnostics.ts";
import { checkKey, checkPrefix, isKey } from "./keys.ts";
import { inCodeUnitOrder } from "./order.ts";
import type {
  ChangeListener,
  Conflict,
  Driver,
  Store,
  StoreEntry,
  StoreObject,
  StoreOptions,
  StoreWatch,
} from "./store.ts";
import { sha256 } from "./versions.ts";

/** A store over a back end: the rules that hold for all of them are kept here, once. */
export function createStore(driver: Driver, options: StoreOptions = {}): Store {
  const life = createLife(driver);
  const list = (prefix: string): AsyncIterable<StoreEntry> =>
    inOrder(driver, prefix, () => driver.list(prefix), options);
  const store: Store = {
    name: driver.name,
    capabilities: { ...driver.capabilities, watches: driver.watch !== undefined },
    get: (key) => life.run(() => getObject(driver, key)),
    put: (key, bytes, { expect } = {}) =>
      life.run(async () => {
        checkKey(key);
        // The caller may go on writing into its buffer while the back end still sends it.
        const own = new Uint8Array(bytes);
        const result = await driver.write({ key, bytes: own, digest: sha256(own), expect });
        if (result.kind === "written") return result.version;
        throw await conflict(driver, key, expect ?? null);
      }),
    list: (prefix = "") => life.iterate(() => list(prefix)),
    keys: (prefix = "") => life.iterate(() => onlyKeys(driver, prefix, options)),
    delete: (key, { expect } = {}) =>
      life.run(async () => {
        checkKey(key);
        const result = await driver.remove(key, expect);
        if (result === "conflict") throw await conflict(driver, key, expect ?? null);
      }),
    close: () => life.close(),
  };
  const { watch, objects } = driver;
  const whole: Store =
    objects === undefined
      ? store
      : {
          ...store,
          objects: (prefix = "") =>
            life.iterate(() => inOrder(driver, prefix, () => objects(prefix), options)),
        };
  if (watch === undefined) return whole;
  const begin = (prefix: string, listener: ChangeListener): Promise<StoreWatch> => {
    checkPrefix(prefix);
    const { onProblem } = options;
    return watchChanges({ watch, list: () => list(prefix), listener, onProblem });
  };
  return { ...whole, watch: (prefix, listener) => life.watch(() => begin(prefix, listener)) };
}

/** What stood in the way of a write or deletion, where the error says so. */
export function readConflict(error: unknown): Conflict | undefined {
  if (!SkillError.isInstance(error) || error.diagnostic.code !== storeCodes.conflict)
    return undefined;
  // Errors of this code are made below, and nowhere else.
  return error.diagnostic.cause as Conflict;
}

async function getObject(driver: Driver, key: string): Promise<StoreObject | undefined> {
  checkKey(key);
  const found = await driver.read(key);
  if (found === undefined) return undefined;
  const { bytes, version, modified, digest } = found;
  if (digest !== undefined && digest !== sha256(bytes)) {
    throw storeError(
      storeCodes.corrupt,
      `The content of \`${key}\` in ${driver.name} is not what was written.`,
      {
        hint: "The storage back end changed or lost data. Write the object again from its source.",
      },
    );
  }
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return { key, bytes: plain, version, modified, size: plain.length };
}

interface Listed {
  readonly key: string;
  readonly size?: number;
}

/** What a driver lists, in the order and with the keys that stores promise. */
async function* inOrder<T extends Listed>(
  driver: Driver,
  prefix: string,
  begin: () => AsyncIterable<T>,
  { onProblem }: StoreOptions,
): AsyncIterable<T> {
  checkPrefix(prefix);
  const entries = begin();
  for await (const entry of driver.order === "utf-8" ? inCodeUnitOrder(entries) : entries) {
    if (isKey(entry.key)) yield entry;
    // Consoles of buckets make empty objects whose key ends in a slash, to show a folder.
    else if (!(entry.key.endsWith("/") && entry.size === 0)) onProblem?.(passedOver(driver, entry));
  }
}

async function* onlyKeys(
  driver: Driver,
  prefix: string,
  options: StoreOptions,
): AsyncIterable<string> {
  const begin = (): AsyncIterable<Listed> =>
    driver.keys === undefined ? driver.list(prefix) : asListed(driver.keys(prefix));
  for await (const { key } of inOrder(driver, prefix, begin, options)) yield key;
}

async function* asListed(keys: AsyncIterable<string>): AsyncIterable<Listed> {
  for await (const key of keys) yield { key };
}

function passedOver(driver: Driver, { key }: Listed): SkillError["diagnostic"] {
  return storeProblem(
    storeCodes.keyInvalid,
    `The key ${JSON.stringify(key)} in ${driver.name} is not plain names with \`/\` between them.`,
    {
      hint: "The object is skipped. Rename or delete it with a tool of the storage back end.",
    },
  );
}

async function conflict(driver: Driver, key: string, expected: string | null): Promise<SkillError> {
  const current = (await getObject(driver, key)) ?? null;
  const found = current === null ? "no object" : `version \`${current.version}\``;
  const wanted = expected === null ? "none yet" : `version \`${expected}\``;
  const cause: Conflict = { key, expected, current };
  return storeError(
    storeCodes.conflict,
    `\`${key}\` has ${found}, but the change expects ${wanted}.`,
    {
      hint: "The object was changed in the meantime. Read it again, apply your change, and retry.",
      cause,
    },
  );
}

interface Life {
  run<T>(work: () => Promise<T>): Promise<T>;
  iterate<T>(begin: () => AsyncIterable<T>): AsyncIterable<T>;
  watch(begin: () => Promise<StoreWatch>): Promise<StoreWatch>;
  close(): Promise<void>;
}

/** Knows what is under way, so that closing waits for it and refuses what comes later. */
function createLife(driver: Driver): Life {
  const running = new Set<Promise<unknown>>();
  const watches = new Set<StoreWatch>();
  let closing: Promise<void> | undefined;
  function checkOpen(): void {
    if (closing === undefined) return;
    throw storeError(storeCodes.closed, `${driver.name} is closed.`, {
      hint: "Open the store again, or close it later.",
    });
  }
  async function run<T>(work: () => Promise<T>): Promise<T> {
    checkOpen();
    const result = work();
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }
  async function finish(): Promise<void> {
    await Promise.allSettled(running);
    await Promise.all([...watches].map((watch) => watch.close()));
    await driver.close();
  }
  return {
    run,
    async *iterate(begin) {
      checkOpen();
      for await (const item of begin()) {
        checkOpen();
        yield item;
      }
    },
    async watch(begin) {
      const inner = await run(begin);
      const watch = {
        async close() {
          watches.delete(watch);
          await inner.close();
        },
      };
      watches.add(watch);
      return watch;
    },
    close: () => (closing ??= finish()),
  };
}
