import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "./files.ts";
import { checksum } from "./hash.ts";
import { type EncodedLedger, emptyLedger } from "./ledger.ts";

const MAGIC = "skillwright-cache-5";
const EXTENSION = ".cache";
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** What is kept between runs for one question: what stands in folders, and what was found in files. */
export interface CacheRecord {
  readonly folders: EncodedLedger;
  readonly files: EncodedLedger;
  /** What was answered, in one part where it was read. */
  readonly answer?: readonly Uint8Array[];
}

const NOTHING: CacheRecord = { folders: emptyLedger, files: emptyLedger };

/** A folder of caches. Whatever is wrong with one, it counts as empty: a cache may only save time. */
export interface CacheStore {
  read(command: string, question: readonly string[]): CacheRecord;
  write(command: string, question: readonly string[], kept: CacheRecord): void;
  /** The same for an answer that is one text. */
  readAnswer(command: string, question: readonly string[]): string | undefined;
  writeAnswer(command: string, question: readonly string[], answer: string): void;
}

export function openStore(folder: string, now: number): CacheStore {
  // Answers come by the dozen, and one look for old ones is enough for all of them.
  let hasLooked = false;
  const put = (
    command: string,
    question: readonly string[],
    kept: CacheRecord,
    isLooking: boolean,
  ) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, storeFileName(command, question));
      writeFileAtomically(path, encode(question, kept), { isDurable: false });
      if (isLooking) dropOld(folder, now);
    } catch {
      // A full or read-only disk makes the next run slower, nothing else.
    }
  };
  const store: CacheStore = {
    read: (command, question) => {
      try {
        const bytes = readFileSync(join(folder, storeFileName(command, question)));
        return decode(bytes, question) ?? NOTHING;
      } catch {
        return NOTHING;
      }
    },
    write: (command, question, kept) => {
      put(command, question, kept, true);
    },
    readAnswer: (command, question) => {
      const [answer] = store.read(command, question).answer ?? [];
      return answer === undefined ? undefined : new TextDecoder().decode(answer);
    },
    writeAnswer: (command, question, text) => {
      put(command, question, { ...NOTHING, answer: [Buffer.from(text)] }, !hasLooked);
      hasLooked = true;
    },
  };
  return store;
}

/** Names may collide, so the question stands in the file too. */
function storeFileName(command: string, question: readonly string[]): string {
  return `${command}-${checksum(question.join("\0"))}${EXTENSION}`;
}

interface Head {
  readonly question: readonly string[];
  /** Count, bytes of text and bytes of stamps of each ledger. */
  readonly sizes: readonly (readonly [count: number, text: number, stamps: number])[];
  /** Whether an answer follows; it goes to the end. */
  readonly hasAnswer: boolean;
}

/** In parts, since a copy of all of them would take as much memory once more. */
function encode(
  question: readonly string[],
  { folders, files, answer }: CacheRecord,
): readonly Uint8Array[] {
  const parts = [folders, files].map(({ count, text, stamps }) => ({
    count,
    text,
    stamps: Buffer.from(stamps.buffer, stamps.byteOffset, stamps.byteLength),
  }));
  const sizes = parts.map(({ count, text, stamps }) => [count, text.length, stamps.length]);
  const hasAnswer = answer !== undefined;
  const head = Buffer.from(`${JSON.stringify({ question, sizes, hasAnswer })}\n`);
  const ledgers = parts.flatMap(({ text, stamps }) => [text, stamps]);
  const body = [head, ...ledgers, ...(answer ?? [])];
  return [Buffer.from(`${MAGIC} ${checksum(...body)}\n`), ...body];
}

/** Undefined where the file is not what was written for the question. The sum finds damage. */
function decode(bytes: Buffer, question: readonly string[]): CacheRecord | undefined {
  const firstEnd = bytes.indexOf("\n");
  const body = bytes.subarray(firstEnd + 1);
  if (bytes.toString("latin1", 0, firstEnd) !== `${MAGIC} ${checksum(body)}`) return undefined;
  const headEnd = body.indexOf("\n");
  // The sum was right, so this is what `encode` wrote.
  const head = JSON.parse(body.toString("utf8", 0, headEnd)) as Head;
  if (head.question.join("\0") !== question.join("\0")) return undefined;
  let at = headEnd + 1;
  const [folders, files] = head.sizes.map(([count, textBytes, stampBytes]): EncodedLedger => {
    const text = body.subarray(at, (at += textBytes));
    // A copy, since views of numbers must begin at a multiple of eight.
    const stamps = new Float64Array(new Uint8Array(body.subarray(at, (at += stampBytes))).buffer);
    return { count, text, stamps };
  });
  if (folders === undefined || files === undefined) return undefined;
  return head.hasAnswer ? { folders, files, answer: [body.subarray(at)] } : { folders, files };
}

/** Caches of trees that are no longer used would pile up. */
function dropOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(EXTENSION)) continue;
    const path = join(folder, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status !== undefined && now - status.mtimeMs > MAX_AGE) rmSync(path, { force: true });
  }
}
