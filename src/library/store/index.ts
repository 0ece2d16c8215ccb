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
