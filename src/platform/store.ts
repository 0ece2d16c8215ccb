import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "./files.ts";
import { sumOf } from "./hash.ts";

const MAGIC = "skillwright-cache-1";
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** A folder of caches. Whatever is wrong with one, it counts as absent: a cache may only save time. */
export interface CacheStore {
  read(name: string): string | undefined;
  write(name: string, content: string): void;
}

/** A file name for the results of one command on one question. */
export function nameOf(command: string, question: readonly string[]): string {
  return `${command}-${sumOf(Buffer.from(question.join("\0")))}.json`;
}

export function isSameQuestion(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

export function openStore(folder: string, now: number): CacheStore {
  return {
    read: (name) => readChecked(join(folder, name)),
    write: (name, content) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const bytes = Buffer.from(content);
        const head = Buffer.from(`${MAGIC} ${sumOf(bytes)}\n`);
        writeFileAtomically(join(folder, name), Buffer.concat([head, bytes]), { isDurable: false });
        dropOld(folder, now);
      } catch {
        // A full or read-only disk makes the next run slower, nothing else.
      }
    },
  };
}

/** The content when it is what was written. The sum finds files that were cut or changed. */
function readChecked(path: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    const end = bytes.indexOf("\n");
    const [magic, sum] = bytes.toString("latin1", 0, end).split(" ");
    const content = bytes.subarray(end + 1);
    if (end === -1 || magic !== MAGIC || sumOf(content) !== sum) return undefined;
    return content.toString("utf8");
  } catch {
    return undefined;
  }
}

/** Caches of trees that nobody asks for any more would pile up. */
function dropOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(".json")) continue;
    const path = join(folder, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status !== undefined && now - status.mtimeMs > MAX_AGE) rmSync(path, { force: true });
  }
}
