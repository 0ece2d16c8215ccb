import { isOwnName, normalizeText, RepositoryWatch } from "../../skill/model/index.ts";

/** What is wrong with an archive; none of it is kept then. */
export class UnsafeArchiveError extends Error {
  /** The entry that is the reason, where it is one. */
  readonly entry: string | undefined;

  constructor(message: string, entry?: string) {
    super(message);
    this.name = "UnsafeArchiveError";
    this.entry = entry;
  }
}

export interface SizeLimits {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export interface UnpackLimits extends SizeLimits {
  /** Folders to leave off at the front of every name. */
  readonly stripComponents: number;
  /** Refuses names that are more than they say on some systems. */
  readonly isPortable?: boolean;
}

/** Parts that Windows reads as something else than a name, and letters that change what a terminal shows. */
const ODD_PART =
  /[<>:"|?*\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Bytes of a name that every file system keeps. */
const LONGEST_PART = 255;
/** The same of a whole path, with room for the folder in which it is put. */
const LONGEST_PATH = 1024;

/**
 * The parts of an entry's name below the folder that it is unpacked into; empty for what is stripped
 * away. A name that leads elsewhere is refused rather than bent: the archive is not what it should be.
 */
export function splitEntryName(name: string, stripComponents: number): readonly string[] {
  if (name.includes("\\") || name.includes("\0") || name.startsWith("/") || /^[A-Za-z]:/.test(name))
    throw new UnsafeArchiveError("a name is no path inside the archive", name);
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw new UnsafeArchiveError("a name leads out of the archive", name);
  const isLong =
    parts.some((part) => Buffer.byteLength(part) > LONGEST_PART) ||
    Buffer.byteLength(parts.join("/")) > LONGEST_PATH;
  if (isLong || parts.some((part) => ODD_PART.test(part)))
    throw new UnsafeArchiveError("a name cannot be kept on every system", name);
  return parts.slice(Math.max(0, stripComponents));
}

/** Counts what comes out of an archive, and stops one that never ends. */
export class Tally {
  readonly #limits: SizeLimits;
  #bytes = 0;
  #entries = 0;

  constructor(limits: SizeLimits) {
    this.#limits = limits;
  }

  addEntry(): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.maxEntries)
      throw new UnsafeArchiveError(`it holds more than ${this.#limits.maxEntries} entries`);
  }

  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.#limits.maxBytes)
      throw new UnsafeArchiveError(`it holds more than ${this.#limits.maxBytes} bytes`);
  }
}

/**
 * Finds names that are more than they say on some systems: those that differ in their case or their accents
 * alone, where one file hides the other, and those that make a folder one of a version control, or of this program.
 */
export class PortableNames {
  readonly #seen = new Map<string, string>();
  readonly #repositories = new RepositoryWatch();

  add(parts: readonly string[]): void {
    const repository = this.#repositories.add(parts);
    if (repository !== undefined)
      throw new UnsafeArchiveError(
        `\`${repository}\` is for a version control, which would start what its settings name`,
        parts.join("/"),
      );
    const own = parts.find(isOwnName);
    if (own !== undefined)
      throw new UnsafeArchiveError(
        `\`${own}\` is a folder in which Skillwright keeps what is its own`,
        parts.join("/"),
      );
    for (let length = 1; length <= parts.length; length++) {
      const path = parts.slice(0, length).join("/");
      const folded = normalizeText(path, "NFC").toLowerCase();
      const before = this.#seen.get(folded) ?? path;
      if (before !== path)
        throw new UnsafeArchiveError(`its name and \`${before}\` are one on some systems`, path);
      this.#seen.set(folded, path);
    }
  }
}

const EXECUTABLE = 0o111;

/** Readable by all, writable by the owner, executable if the archive says so; nothing more. */
export function toMode(mode: number | undefined): number {
  return ((mode ?? 0) & EXECUTABLE) === 0 ? 0o644 : 0o755;
}
