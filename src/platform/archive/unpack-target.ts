/** Where the files of an archive go: into a new folder, or into memory. */
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { UnsafeArchiveError } from "./entry.ts";
import type { TreeContent } from "./read-tree.ts";

export interface UnpackTarget {
  /** Makes a folder with those above it; no parts stand for the whole. */
  readonly addFolder: (parts: readonly string[]) => Promise<void>;
  /** Opens a new file in a folder that is there; what has its name already fails. */
  readonly openFile: (parts: readonly string[], mode: number) => Writable;
  /** The same for a file of which everything is known. */
  readonly addFile: (parts: readonly string[], mode: number, bytes: Uint8Array) => Promise<void>;
}

export function intoFolder(folder: string): UnpackTarget {
  return {
    addFolder: async (parts) => {
      await mkdir(join(folder, ...parts), { recursive: true });
    },
    openFile: (parts, mode) => createWriteStream(join(folder, ...parts), { flags: "wx", mode }),
    addFile: async (parts, mode, bytes) => {
      await writeFile(join(folder, ...parts), bytes, { flag: "wx", mode });
    },
  };
}

export interface MemoryTree extends UnpackTarget {
  readonly files: readonly TreeContent[];
  /** Names at the top, of files and of folders. */
  readonly topNames: ReadonlySet<string>;
}

const MAY_RUN = 0o100;

/** Behaves as a folder does: a file cannot come twice, nor where a folder is. */
export function intoMemory(): MemoryTree {
  const files: TreeContent[] = [];
  const kinds = new Map<string, "file" | "folder">();
  const topNames = new Set<string>();
  const take = (parts: readonly string[], kind: "file" | "folder"): string => {
    const path = parts.join("/");
    const before = kinds.get(path);
    if (before !== undefined && (kind === "file" || before === "file"))
      throw new UnsafeArchiveError("two entries have the same name", path);
    kinds.set(path, kind);
    if (parts[0] !== undefined) topNames.add(parts[0]);
    return path;
  };
  const keep = (path: string, mode: number, bytes: Uint8Array): void => {
    files.push({ path, bytes, isExecutable: (mode & MAY_RUN) !== 0 });
  };
  return {
    files,
    topNames,
    addFolder: (parts) => {
      parts.forEach((_part, index) => take(parts.slice(0, index + 1), "folder"));
      return Promise.resolve();
    },
    openFile: (parts, mode) => {
      const path = take(parts, "file");
      const chunks: Buffer[] = [];
      return new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          chunks.push(chunk);
          done();
        },
        final: (done) => {
          keep(path, mode, Buffer.concat(chunks));
          done();
        },
      });
    },
    addFile: (parts, mode, bytes) => {
      keep(take(parts, "file"), mode, bytes);
      return Promise.resolve();
    },
  };
}
