/** What tests of stores have in common. */
import { expect } from "vitest";
import {
  type Conflict,
  readConflict,
  type Store,
  type StoreChange,
  type StoreObject,
} from "../../src/library/store/index.ts";
import { type Diagnostic, SkillError } from "../../src/skill/index.ts";

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(object: StoreObject | undefined | null): string | undefined {
  return object ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(object.bytes) : undefined;
}

/** The diagnostic of the error that the work ends with. */
export async function problemOf(work: Promise<unknown>): Promise<Diagnostic> {
  return (await errorOf(work)).diagnostic;
}

async function errorOf(work: Promise<unknown>): Promise<SkillError> {
  try {
    await work;
  } catch (error) {
    if (SkillError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("The work succeeded, but it was expected to fail.");
}

export async function conflictOf(work: Promise<unknown>): Promise<Conflict> {
  const error = await errorOf(work);
  const conflict = readConflict(error);
  if (conflict === undefined) throw error;
  return conflict;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The keys as a listing gives them, which must be what `keys` gives. */
export async function keysOf(store: Store, prefix?: string): Promise<readonly string[]> {
  const keys = (await collect(store.list(prefix))).map(({ key }) => key);
  expect(await collect(store.keys(prefix))).toEqual(keys);
  return keys;
}

/** Changes that a watch told of. */
export interface Inbox {
  readonly all: StoreChange[];
  readonly listener: (changes: readonly StoreChange[]) => void;
  until(change: StoreChange): Promise<void>;
}

/** Waits for changes as they come in, however they are grouped. */
export function createInbox(): Inbox {
  const all: StoreChange[] = [];
  let wake: (() => void) | undefined;
  return {
    all,
    listener(changes) {
      all.push(...changes);
      wake?.();
    },
    async until(change) {
      const isSeen = (): boolean =>
        all.some((seen) => JSON.stringify(seen) === JSON.stringify(change));
      while (!isSeen()) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

/** Works on the items with some workers at a time. */
export async function inParallel<T>(
  workers: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items.values();
  async function next(): Promise<void> {
    for (const item of rest) await work(item);
  }
  await Promise.all(Array.from({ length: workers }, next));
}
