/** For programs that run agents: the library, which offers no skill that was changed since it was installed. */
import { type Library, type LibraryOptions, openLibrary as open } from "../../library/index.ts";

export {
  clientRoots,
  HostInventory,
  Library,
  type LibraryConfig,
  type LibraryEvent,
  type LibraryOptions,
  openFolderStore,
  openMemoryStore,
  openS3Store,
  openScopes,
  r2Endpoint,
  readConflict,
  type RunEnvironment,
  type S3StoreOptions,
  type Scopes,
  Session,
  type SessionOptions,
  type SkillExplanation,
  type Snapshot,
  type SnapshotSkill,
  type Store,
  type StoreEntry,
} from "../../library/index.ts";

/** Opens the skills of a system: reads them, gates them, and keeps them up to date until it is closed. */
export async function openLibrary(options: LibraryOptions): Promise<Library> {
  // A store has no folders with a lock, and whoever has a guard of his own need not load this one.
  if (options.store !== undefined || options.whyRefused !== undefined) return await open(options);
  const { lockGuard, recoverFolders } = await import("../../registry/lock/index.ts");
  const guarded = { ...options, whyRefused: lockGuard() };
  const library = await open(guarded);
  if (!(await recoverFolders(library.roots().map(({ path }) => path)))) return library;
  // A process that died had left something half changed, which is whole by now.
  await library.close();
  return await open(guarded);
}
