import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { writeFileAtomically } from "./files.ts";

const MAGIC = "skillwright-cache-1";
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** A folder of caches. Whatever is wrong with one, it counts as absent: a cache may only save time. */
export interface CacheStore {
  read(name: string): string | undefined;
  write(name: string, content: string): void;
}

export function openStore(folder: string, now: number): CacheStore {
  return {
    read: (name) => readChecked(join(folder, name)),
    write: (name, content) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const head = `${MAGIC} ${crc32(content).toString(16)}\n`;
        writeFileAtomically(join(folder, name), head + content, { isDurable: false });
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
    if (end === -1 || magic !== MAGIC || crc32(content).toString(16) !== sum) return undefined;
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
