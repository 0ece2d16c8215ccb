import { fileExists } from "./files.ts";
import { areUnchanged, type EncodedLedger, emptyLedger, joinPlaces } from "./ledger.ts";
import type { CacheStore } from "./store.ts";

/** What an output depends on, beside the words of its command. */
export interface Basis {
  /** Folders and files, with their stamps. */
  readonly places: readonly EncodedLedger[];
  /** Other places, and whether anything was there. */
  readonly others: ReadonlyMap<string, boolean>;
}

/** A piece of the output, for standard output or standard error. */
export interface OutputChunk<Text> {
  readonly isError: boolean;
  readonly text: Text;
}

/** What a command printed, and its exit code. */
export interface CachedOutput<Text> {
  readonly chunks: readonly OutputChunk<Text>[];
  readonly exitCode: number;
}

interface Head {
  readonly exitCode: number;
  /** Of each chunk, whether it goes to standard error, and its bytes. */
  readonly chunks: readonly (readonly [isError: boolean, bytes: number])[];
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

const COMMAND = "answer";

/** The cached output of the same command, while nothing that it depends on has changed. */
export function findOutput(
  store: CacheStore,
  key: readonly string[],
): CachedOutput<Uint8Array> | undefined {
  const { folders: places, answer: [answer] = [] } = store.read(COMMAND, key);
  if (answer === undefined) return undefined;
  const start = answer.indexOf(LINE_FEED) + 1;
  // Only `storeOutput` wrote it.
  const head = JSON.parse(new TextDecoder().decode(answer.subarray(0, start))) as Head;
  if (!areUnchanged(places)) return undefined;
  if (!head.present.every(fileExists) || head.absent.some(fileExists)) return undefined;
  let at = start;
  return {
    exitCode: head.exitCode,
    chunks: head.chunks.map(([isError, bytes]) => ({
      isError,
      text: answer.subarray(at, (at += bytes)),
    })),
  };
}

const LINE_FEED = 10;

export function storeOutput(
  store: CacheStore,
  key: readonly string[],
  { chunks, exitCode }: CachedOutput<Uint8Array>,
  { places, others }: Basis,
): void {
  const names = [...others.keys()];
  const head: Head = {
    exitCode,
    chunks: chunks.map(({ isError, text }) => [isError, text.length]),
    present: names.filter((place) => others.get(place)),
    absent: names.filter((place) => !others.get(place)),
  };
  const answer = [Buffer.from(`${JSON.stringify(head)}\n`), ...chunks.map(({ text }) => text)];
  store.write(COMMAND, key, { folders: joinPlaces(places), files: emptyLedger, answer });
}
