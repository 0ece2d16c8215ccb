import {
  type FilesFolder,
  LockHeldError,
  openFilesFolder,
  RefusedPathError,
} from "../../platform/folder/index.ts";
import { errorCode, reasonOf, workAhead } from "../../platform/index.ts";
import { type Diagnostic, SkillError } from "../../skill/model/index.ts";
import { createStore } from "./core.ts";
import { storeCodes, storeProblem } from "./diagnostics.ts";
import { RESERVED_PART } from "./keys.ts";
import type { Driver, ListedObject, Store, StoreEntry, StoreOptions } from "./store.ts";
import { createVersions, sha256, type Versions } from "./versions.ts";

/** A file is read in several steps, each of which waits for the disk. */
const FILES_AT_ONCE = 16;

export interface FolderStoreOptions extends StoreOptions {
  /** How long a write waits for another one to the same key. */
  readonly lockTimeoutMs?: number;
  /** Nobody but the user of this process may read what is written here. */
  readonly isPrivate?: boolean;
}

/** A store in a folder of this machine, which is made when it is missing. Several processes may use it. */
export async function openFolderStore(
  path: string,
  options: FolderStoreOptions = {},
): Promise<Store> {
  const { lockTimeoutMs = 10_000, isPrivate = false } = options;
  const folder = await translating(path, () =>
    openFilesFolder({ path, hidden: RESERVED_PART, lockTimeoutMs, isPrivate }),
  );
  return createStore(createFolderDriver(folder, options), options);
}

function createFolderDriver(folder: FilesFolder, { onProblem }: StoreOptions): Driver {
  const name = folder.path;
  const versions = createVersions((key) => folder.read(key));
  const objects = (prefix: string): AsyncIterable<ListedObject> =>
    listFolder(folder, versions, prefix, onProblem);
  const locked = <T>(key: string, work: () => Promise<T>): Promise<T> =>
    translating(name, () => folder.exclusively(sha256(key).slice(0, 32), work), key);
  const isMet = (key: string, expect: string | null | undefined): Promise<boolean> =>
    isThere(folder, key, expect);
  return {
    name,
    capabilities: { isDurable: true, deletesAtomically: true, hasFolders: true },
    order: "code-units",
    read: (key) =>
      translating(
        name,
        async () => {
          const content = await folder.read(key);
          return content && { ...content, version: sha256(content.bytes) };
        },
        key,
      ),
    write: ({ key, bytes, digest, expect }) =>
      locked(key, async () => {
        if (!(await isMet(key, expect))) return { kind: "conflict" };
        await folder.write(key, bytes);
        return { kind: "written", version: digest };
      }),
    list: (prefix) => withoutBytes(objects(prefix)),
    objects,
    keys: (prefix) => keysOf(folder, prefix, onProblem),
    remove: (key, expect) =>
      locked(key, async () => {
        if (!(await isMet(key, expect))) return "conflict";
        await folder.remove(key);
        return "removed";
      }),
    async watch(hint) {
      const watcher = await translating(name, async () =>
        folder.watch(hint, (error) => onProblem?.(describe(name, error, undefined))),
      );
      return {
        async close() {
          watcher.close();
        },
      };
    },
    close: () => translating(name, () => folder.close()),
  };
}

/** Of two processes that saw the same version, only one may find it here. */
async function isThere(
  folder: FilesFolder,
  key: string,
  expect: string | null | undefined,
): Promise<boolean> {
  if (expect === undefined) return true;
  const content = await folder.read(key);
  return (content === undefined ? null : sha256(content.bytes)) === expect;
}

async function* keysOf(
  folder: FilesFolder,
  prefix: string,
  onProblem: StoreOptions["onProblem"],
): AsyncIterable<string> {
  const { path } = folder;
  try {
    yield* folder.keys(prefix, (error) => onProblem?.(describe(path, error, error.at)));
  } catch (error) {
    throw translate(path, error);
  }
}

async function* listFolder(
  folder: FilesFolder,
  versions: Versions,
  prefix: string,
  onProblem: StoreOptions["onProblem"],
): AsyncIterable<ListedObject> {
  const { path } = folder;
  const files = folder.list(prefix, (error) => onProblem?.(describe(path, error, error.at)));
  try {
    for await (const entry of workAhead(files, FILES_AT_ONCE, (file) => versions.entryOf(file)))
      if (entry !== undefined) yield entry;
  } catch (error) {
    throw translate(path, error);
  }
}

async function* withoutBytes(objects: AsyncIterable<ListedObject>): AsyncIterable<StoreEntry> {
  for await (const { bytes: _bytes, ...entry } of objects) yield entry;
}

async function translating<T>(path: string, work: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(path, error, key);
  }
}

/** Errors without a code of the operating system are bugs, and stay as they are. */
function translate(path: string, error: unknown, key?: string): unknown {
  const isExpected =
    error instanceof RefusedPathError || error instanceof LockHeldError || errorCode(error) !== "";
  return isExpected && !SkillError.isInstance(error)
    ? new SkillError(describe(path, error, key))
    : error;
}

function describe(path: string, error: unknown, key: string | undefined): Diagnostic {
  const shown = key === undefined ? `\`${path}\`` : `\`${key}\` in \`${path}\``;
  if (error instanceof LockHeldError) return describeLock(shown, error);
  if (error instanceof RefusedPathError) return describeRefusal(shown, error);
  const code = errorCode(error);
  if (key !== undefined && ["EISDIR", "ENOTDIR", "ENOTEMPTY"].includes(code))
    return describeBlocked(shown, key);
  const isDenied = ["EACCES", "EPERM", "EROFS"].includes(code);
  return storeProblem(
    isDenied ? storeCodes.denied : storeCodes.failed,
    `Reading or writing ${shown} failed: ${reasonOf(error)}.`,
    {
      hint: isDenied ? "Grant the rights, or choose another folder." : "Fix the cause, then retry.",
      cause: error,
    },
  );
}

function describeRefusal(shown: string, error: RefusedPathError): Diagnostic {
  if (error.reason === "blocked") return describeBlocked(shown, error.at);
  if (error.reason === "name") {
    return storeProblem(
      storeCodes.keyInvalid,
      `The key ${shown} contains a name that Windows does not allow for files.`,
      {
        hint: 'Leave out the characters `<>:"|?*`, names of devices, and a dot or blank at the end.',
      },
    );
  }
  return storeProblem(
    storeCodes.linkRefused,
    `${shown} lies behind a link at \`${error.at}\`, which leads out of the store.`,
    {
      hint: "Put the content there instead of the link. Only links to files of the same store are followed.",
    },
  );
}

function describeBlocked(shown: string, at: string): Diagnostic {
  return storeProblem(
    storeCodes.keyBlocked,
    `A file or folder at \`${at}\` is in the way of ${shown}: no key can be the folder of another.`,
    { hint: "Choose another key, or delete what is in the way." },
  );
}

function describeLock(shown: string, { file, owner }: LockHeldError): Diagnostic {
  const holder =
    owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host.split(" ")[0]}`;
  return storeProblem(storeCodes.locked, `${shown} is locked by ${holder}.`, {
    hint: "Retry later. If that process is gone, delete the lock file.",
    file,
  });
}
