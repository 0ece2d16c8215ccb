import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from "node:fs";

/** A file with what tells it apart from others of the same bytes. */
export interface ContentFile {
  /** From the folder on, with `/` between the parts. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly mode?: number;
  /** Where a symbolic link leads, as written; it is not followed. */
  readonly link?: string;
  /** Of the whole file, where `content` is only its beginning. */
  readonly size?: number;
}

export interface ContentLimits {
  /** Bytes that are read of one file. */
  readonly bytes: number;
  /** Bytes that are read of all files together; of the rest only names are told. */
  readonly totalBytes: number;
  readonly files: number;
  /** Folders that are listed. */
  readonly folders: number;
}

const LIMITS: ContentLimits = {
  bytes: 4_000_000,
  totalBytes: 64_000_000,
  files: 20_000,
  folders: 5000,
};
const NOTHING: Uint8Array = new Uint8Array(0);
/** Nothing is left out by its name; these come last, so that a limit is spent on the rest first. */
const LAST = new Set([".git", "node_modules", ".venv"]);

/**
 * Everything below a folder. Links are named and never followed; devices, pipes and sockets are named with no content.
 * What lies beyond a limit is named by its folder, with a size and no content.
 */
export function readContent(
  folder: string,
  limits: Partial<ContentLimits> = {},
): readonly ContentFile[] {
  const { bytes, totalBytes, files: mostFiles, folders: mostFolders } = { ...LIMITS, ...limits };
  const files: ContentFile[] = [];
  let room = totalBytes;
  const folders: string[] = [""];
  const last: string[] = [];
  for (let listed = 0; ; listed++) {
    const inner = folders.shift() ?? last.shift();
    if (inner === undefined) return files;
    if (files.length >= mostFiles || listed >= mostFolders) {
      files.push({ path: inner === "" ? "." : inner, content: NOTHING, size: 1 });
      return files;
    }
    for (const entry of readEntries(`${folder}/${inner}`)) {
      const path = inner + entry.name;
      if (entry.isDirectory()) (LAST.has(entry.name) ? last : folders).push(`${path}/`);
      else if (files.length >= mostFiles) {
        files.push({ path, content: NOTHING, size: 1 });
        return files;
      } else {
        const file = readEntry(`${folder}/${path}`, path, entry, Math.min(bytes, room));
        room -= file.content.length;
        files.push(file);
      }
    }
  }
}

/** The beginning of one file that was named by its path, under the last part of it. */
export function readContentFile(path: string): ContentFile {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return { path: name, ...readBeginning(path, LIMITS.bytes, FOLLOWED) };
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A folder that may not be read has nothing to look at.
    return [];
  }
}

function readEntry(full: string, path: string, entry: Dirent, most: number): ContentFile {
  try {
    if (entry.isSymbolicLink()) return { path, content: NOTHING, link: readlinkSync(full) };
    if (!entry.isFile()) return { path, content: NOTHING };
    return { path, ...readBeginning(full, most, NOT_FOLLOWED) };
  } catch {
    return { path, content: NOTHING, size: 1 };
  }
}

/** A pipe would wait for a writer. Windows has neither of the two. */
const FOLLOWED = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** The entry may have become a link since it was listed. */
const NOT_FOLLOWED = FOLLOWED | (constants.O_NOFOLLOW ?? 0);

function readBeginning(full: string, most: number, flags: number): Omit<ContentFile, "path"> {
  const handle = openSync(full, flags);
  try {
    const { size, mode } = fstatSync(handle);
    const content = new Uint8Array(Math.min(size, Math.max(0, most)));
    const length = content.length === 0 ? 0 : readSync(handle, content, 0, content.length, 0);
    const read = length === content.length ? content : content.subarray(0, length);
    return { content: read, mode: mode & 0o7777, ...(size > read.length ? { size } : {}) };
  } finally {
    closeSync(handle);
  }
}
