export type {
  ChangeListener,
  Conflict,
  DeleteOptions,
  Driver,
  DriverObject,
  DriverWrite,
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
export { type FolderStoreOptions, openFolderStore } from "./folder.ts";
export { type MemoryStoreOptions, openMemoryStore } from "./memory.ts";
export { openS3Store, r2Endpoint, type S3Credentials, type S3StoreOptions } from "./s3.ts";
