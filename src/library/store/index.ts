export type {
  ChangeListener,
  Conflict,
  DeleteOptions,
  Driver,
  DriverObject,
  DriverWrite,
  ListedObject,
  PutOptions,
  Store,
  StoreCapabilities,
  StoreChange,
  StoreEntry,
  StoreObject,
  StoreOptions,
  StoreWatch,
  WriteResult,
} from "./store.ts";
export { createStore, readConflict } from "./core.ts";
export { type StoreCode, storeCodes } from "./diagnostics.ts";
export { type FolderStoreOptions, openFolderStore } from "./folder.ts";
export { type MemoryStoreOptions, openMemoryStore } from "./memory.ts";
export { openS3Store, r2Endpoint, type S3Credentials, type S3StoreOptions } from "./s3.ts";
export {
  type DescribedSkill,
  describeSkill,
  listSkills,
  type ScopedSkill,
  selectSkills,
} from "./scope-list.ts";
export { readPathOf, type ScopeName } from "./scope-paths.ts";
export {
  openScopes,
  type ScopedEdit,
  type ScopedFile,
  type ScopedFolder,
  type ScopedWrite,
  type Scopes,
} from "./scopes.ts";
