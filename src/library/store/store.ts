import type { Diagnostic } from "../../skill/model/index.ts";

/** What a listing says about an object. */
export interface StoreEntry {
  readonly key: string;
  /** Opaque. Another content has another version; equal versions of a key mean equal content. */
  readonly version: string;
  readonly size: number;
  readonly modified: Date;
}

/** An object of a listing, with its bytes where they had to be read to tell the rest. */
export interface ListedObject extends StoreEntry {
  readonly bytes?: Uint8Array;
}

export interface StoreObject extends StoreEntry {
  readonly bytes: Uint8Array;
}

export interface PutOptions {
  /** The version that must be there for the write to happen; null: there must be nothing yet. */
  readonly expect?: string | null;
}

export interface DeleteOptions {
  /** The version that must be there for the deletion to happen. */
  readonly expect?: string;
}

/** Why a write or deletion with an expectation did not happen. */
export interface Conflict {
  readonly key: string;
  readonly expected: string | null;
  /** What is there now, to merge with; null: nothing. */
  readonly current: StoreObject | null;
}

export type StoreChange =
  | { readonly kind: "put"; readonly key: string; readonly version: string }
  | { readonly kind: "delete"; readonly key: string };

/** What is different since the last call, in key order; changes that undo each other may not show. */
export type ChangeListener = (changes: readonly StoreChange[]) => void;

export interface StoreWatch {
  close(): Promise<void>;
}

export interface StoreCapabilities {
  /** `watch` is there. */
  readonly watches: boolean;
  /** What was put is still there after the process ended. */
  readonly isDurable: boolean;
  /** A deletion with an expectation cannot be overtaken by a write; where false, it can by one at the same moment. */
  readonly deletesAtomically: boolean;
  /** Keys lie in folders, so that `a` and `a/b` cannot both hold an object. */
  readonly hasFolders: boolean;
}

/** Bytes under keys. Every implementation passes `test/contract/store.ts`. */
export interface Store {
  /** For messages: `memory`, the path of a folder, the address of a bucket. */
  readonly name: string;
  readonly capabilities: StoreCapabilities;
  get(key: string): Promise<StoreObject | undefined>;
  /** Returns the new version. An unmet expectation throws `store/conflict`; see `readConflict`. */
  put(key: string, bytes: Uint8Array, options?: PutOptions): Promise<string>;
  /** Objects whose key begins with the text, in order of UTF-16 code units. */
  list(prefix?: string): AsyncIterable<StoreEntry>;
  /** The same, for those who go on to read most of it; absent where no listing reads objects. */
  readonly objects?: (prefix?: string) => AsyncIterable<ListedObject>;
  /** The same keys alone, which a folder can tell without reading its files. */
  keys(prefix?: string): AsyncIterable<string>;
  /** Deleting what is not there is no error, unless a version was expected. */
  delete(key: string, options?: DeleteOptions): Promise<void>;
  /** Changes made from now on by anybody, where the back end can tell. */
  readonly watch?: (prefix: string, listener: ChangeListener) => Promise<StoreWatch>;
  /** Waits for what is under way. Everything asked afterwards is refused. */
  close(): Promise<void>;
}

/** What a driver has under a key. */
export interface DriverObject {
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly modified: Date;
  /** SHA-256 in hex, where it was stored with the object; the core compares it with the bytes. */
  readonly digest?: string;
}

export interface DriverWrite {
  readonly key: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes in hex. */
  readonly digest: string;
  readonly expect: string | null | undefined;
}

export type WriteResult =
  | { readonly kind: "written"; readonly version: string }
  | { readonly kind: "conflict" };

/**
 * A back end. It gets keys that were checked and reports what happened; what that means, and every rule
 * about keys, order, digests and life, is up to `createStore`.
 */
export interface Driver {
  readonly name: string;
  readonly capabilities: Omit<StoreCapabilities, "watches">;
  /** The order in which `list` gives keys. */
  readonly order: "code-units" | "utf-8";
  read(key: string): Promise<DriverObject | undefined>;
  /** The check of the expectation and the write are one step that nobody can come between. */
  write(request: DriverWrite): Promise<WriteResult>;
  list(prefix: string): AsyncIterable<StoreEntry>;
  /** Where listing reads objects: the same with what it read. */
  readonly objects?: (prefix: string) => AsyncIterable<ListedObject>;
  /** Where absent, the core takes the keys of `list`. */
  readonly keys?: (prefix: string) => AsyncIterable<string>;
  remove(key: string, expect: string | undefined): Promise<"removed" | "conflict">;
  /** Calls `hint` whenever something may have changed; the core finds out what. */
  readonly watch?: (hint: () => void) => Promise<StoreWatch>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Hears of what a listing passes over and why, and of a watch that failed. */
  readonly onProblem?: (problem: Diagnostic) => void;
}
