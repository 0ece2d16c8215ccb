import { errorCode, joinPath, OWN_FOLDER, computeSha256 } from "../../platform/index.ts";
import { nextTurn } from "../../platform/machine/index.ts";
import {
  type FileMark,
  type FolderEntry,
  hasRecovered,
  markOf,
  readAccepted,
} from "../../platform/tree/index.ts";
import type { FolderLists, FolderMarks } from "./folder-lists.ts";
import { isHostile } from "./uris.ts";

/** A file of a skill, with what tells it from every other. */
export interface ScannedFile {
  /** Inside the skill, with `/` between the parts. */
  readonly path: string;
  /** Where it lies on this machine. */
  readonly disk: string;
  readonly size: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
  /** When it last changed, in milliseconds since 1970. */
  readonly changed: number;
  /** What every later change alters; empty where it changed just before it was read, and could again unseen. */
  readonly stamp: string;
}

/** A folder that was listed, with the same of its entries. */
export interface ScannedPlace {
  readonly disk: string;
  readonly stamp: string;
}

/** A file that is not served, or a folder with all that is in it. */
export interface PassedOver {
  readonly path: string;
  readonly why: string;
}

export interface ScannedFolder {
  readonly files: readonly ScannedFile[];
  /** Every folder that was listed, to be watched. */
  readonly folders: readonly ScannedPlace[];
  /** What is not served of it, and why. */
  readonly passedOver: readonly PassedOver[];
  /** Set where the skill is too large to be served at all. */
  readonly tooLarge?: string;
}

/** What hosts must take of one skill; more is not published. */
export interface SkillLimits {
  readonly files: number;
  readonly bytes: number;
  /** Of one file, where the connection bears no more. */
  readonly fileBytes?: number;
}

/** What hosts of the extension must take: 512 files and 16 MiB a skill. */
export const DEFAULT_LIMITS: SkillLimits = { files: 512, bytes: 16 * 1024 * 1024 };

interface Found {
  readonly path: string;
  readonly disk: string;
  readonly mark: FileMark;
}

/** Folders, hidden files and whatever else is not served count as well, since each has to be looked at. */
const MOST_ENTRIES_A_FILE = 8;
/** Entries that are looked at, and bytes that are read, before others have a turn. */
const ENTRIES_A_TURN = 64;
const BYTES_A_TURN = 1024 * 1024;
/** Folders that hold no part of a skill. */
const NEVER = new Set(["node_modules", "__pycache__", ".git", ".DS_Store", OWN_FOLDER]);

/** What is known of a folder before it is scanned. */
export interface KnownScan {
  /** What the last scan found. Only what changed since is read again. */
  readonly before?: ScannedFolder | undefined;
  /** Marks that folders had a moment ago. */
  readonly marks?: FolderMarks | undefined;
}

/** Files of skills with their digests. */
export class FileScanner {
  readonly #forgotten = new Set<string>();
  readonly #limits: SkillLimits;
  readonly #now: () => number;
  readonly #lists: FolderLists;
  readonly #onFolder: (folder: string) => void;

  /** `onFolder` is called with every folder before it is read. */
  constructor(
    limits: SkillLimits,
    now: () => number,
    lists: FolderLists,
    onFolder: (folder: string) => void,
  ) {
    this.#limits = limits;
    this.#now = now;
    this.#lists = lists;
    this.#onFolder = onFolder;
  }

  /** Every file below a folder but hidden ones, links, and what only machines write; the same object where nothing changed. */
  async scan(folder: string, { before, marks }: KnownScan): Promise<ScannedFolder> {
    if (before !== undefined && this.#isSame(before, marks)) return before;
    const found: Found[] = [];
    const folders: ScannedPlace[] = [];
    const passedOver: PassedOver[] = [];
    let bytes = 0;
    let entries = 0;
    const open = [""];
    for (let inside = open.pop(); inside !== undefined; inside = open.pop()) {
      const disk = inside === "" ? folder : joinPath(folder, inside);
      this.#onFolder(disk);
      const content = this.#entries(disk, marks?.get(disk));
      folders.push({ disk, stamp: this.#lists.stampOf(disk) });
      for (const { name, kind } of content) {
        const path = inside === "" ? name : `${inside}/${name}`;
        entries += 1;
        if (entries % ENTRIES_A_TURN === 0) await nextTurn();
        if (NEVER.has(name)) continue;
        if (name.startsWith(".")) passedOver.push({ path, why: "hidden files are not part of it" });
        else if (isHostile(name))
          passedOver.push({ path, why: "its name is not one for an address" });
        else if (kind === "folder") open.push(path);
        else if (kind !== "file")
          passedOver.push({ path, why: "links and devices are not followed" });
        else {
          const place = joinPath(disk, name);
          const mark = markOf(place);
          if (mark === undefined) continue;
          bytes += mark.size;
          found.push({ path, disk: place, mark });
          const tooLarge = this.#fileExcess(path, mark.size);
          if (tooLarge !== undefined) return { files: [], folders, passedOver, tooLarge };
        }
        const over = this.#excess(found.length, bytes, entries);
        if (over !== undefined) return { files: [], folders, passedOver, tooLarge: over };
      }
    }
    const files = await this.#read(found, before?.files ?? []);
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    passedOver.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, folders, passedOver };
  }

  #isSame({ folders, files, tooLarge }: ScannedFolder, marks: FolderMarks | undefined): boolean {
    if (tooLarge !== undefined) return false;
    for (const { disk, stamp } of folders)
      if (!this.#lists.isSame(disk, stamp, marks?.get(disk))) return false;
    return files.every((file) => this.#isKnown(file, markOf(file.disk)));
  }

  /** A folder that went away meanwhile has nothing in it. */
  #entries(folder: string, stamp: string | undefined): readonly FolderEntry[] {
    try {
      return this.#lists.list(folder, stamp);
    } catch (error) {
      if (errorCode(error) === "") throw error;
      return [];
    }
  }

  async #read(found: readonly Found[], before: readonly ScannedFile[]): Promise<ScannedFile[]> {
    const known = new Map(before.map((file) => [file.disk, file]));
    const files: ScannedFile[] = [];
    let bytes = 0;
    for (const { path, disk, mark } of found) {
      const old = known.get(disk);
      const isKnown = old !== undefined && this.#isKnown(old, mark);
      const file = isKnown ? old : this.#file(path, disk);
      if (file === undefined) continue;
      files.push(file);
      bytes += isKnown ? 0 : file.size;
      if (bytes < BYTES_A_TURN) continue;
      bytes = 0;
      await nextTurn();
    }
    return files;
  }

  #isKnown({ stamp, disk }: ScannedFile, mark: FileMark | undefined): boolean {
    return stamp !== "" && stamp === mark?.stamp && !this.#forgotten.has(disk);
  }

  /** The next look reads the file, whatever its mark says. */
  forget(disk: string): void {
    this.#forgotten.add(disk);
  }

  #excess(files: number, bytes: number, entries: number): string | undefined {
    const most = this.#limits.files * MOST_ENTRIES_A_FILE;
    if (entries > most) return `it has more than ${most} folders and files, served or not`;
    if (files > this.#limits.files) return `it has more than ${this.#limits.files} files`;
    return bytes > this.#limits.bytes ? `it has more than ${this.#limits.bytes} bytes` : undefined;
  }

  #fileExcess(path: string, size: number): string | undefined {
    const { fileBytes } = this.#limits;
    if (fileBytes === undefined || size <= fileBytes) return undefined;
    return `\`${path}\` has more than ${fileBytes} bytes, which only clients over HTTP read`;
  }

  #file(path: string, disk: string): ScannedFile | undefined {
    const read = readWithin(disk, this.#limits.bytes);
    if (read === undefined) return undefined;
    this.#forgotten.delete(disk);
    const { changed } = read.mark;
    const stamp = hasRecovered(read.mark, this.#now()) ? read.mark.stamp : "";
    return {
      path,
      disk,
      size: read.bytes.length,
      sha256: computeSha256(read.bytes),
      changed,
      stamp,
    };
  }
}

export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly mark: FileMark;
}

/** The bytes of a regular file of at most so many; undefined where there is none now, or a link. */
export function readWithin(disk: string, most: number): ReadFile | undefined {
  try {
    const look = readAccepted(disk, ({ size }) => size <= most, undefined, "refused");
    return look.kind === "read" ? { bytes: look.bytes, mark: look.mark } : undefined;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return undefined;
  }
}
