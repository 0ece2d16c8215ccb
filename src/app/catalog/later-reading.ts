import { computeSha256 } from "../../platform/index.ts";
import {
  decodeText,
  findDialect,
  type Dialect,
  readAs,
  readDocument,
  type Reading,
} from "../../skill/index.ts";
import { readWithin } from "./folder.ts";

/** The most bytes of a file that is read as a skill. */
export const MAX_SKILL_BYTES: number = 4 * 1024 * 1024;
/** A file of a skill is no longer the one that was looked at. */
export class FileChanged extends Error {
  readonly disk: string;

  constructor(disk: string) {
    super(`${disk} has changed meanwhile. Try again.`);
    this.disk = disk;
  }
}

/** The reading that was asked for last: whoever makes something of a skill asks for several parts of it. */
export class LastReading {
  #later: LaterReading | undefined;
  #reading: Reading | undefined;

  get(later: LaterReading, make: () => Reading): Reading {
    if (this.#later === later && this.#reading !== undefined) return this.#reading;
    const reading = make();
    this.#later = later;
    this.#reading = reading;
    return reading;
  }
}

/** A file as it was when somebody looked at it. */
export interface KnownFile {
  readonly disk: string;
  readonly sha256: string;
}

interface Place {
  readonly file: KnownFile;
  /** The name of the folder that holds the file. */
  readonly directory?: string;
  readonly last: LastReading;
}

/**
 * A reading that stays in its file until somebody asks for it, so that thousands of skills are not held in memory.
 * Fails with `FileChanged` where the file is another by then.
 */
export class LaterReading implements Reading {
  readonly dialect: Dialect;
  readonly path: string;
  readonly directory?: string;
  /** What its system refuses it for does not count. */
  readonly isTolerant: boolean;
  readonly #place: Place;

  constructor(dialect: Dialect, place: Place, isTolerant = false) {
    this.dialect = dialect;
    this.path = place.file.disk;
    if (place.directory !== undefined) this.directory = place.directory;
    this.#place = place;
    this.isTolerant = isTolerant;
  }

  get document(): Reading["document"] {
    return this.#whole().document;
  }

  get view(): Reading["view"] {
    return this.#whole().view;
  }

  get body(): string {
    return this.#whole().body;
  }

  get refusals(): Reading["refusals"] {
    return this.isTolerant ? [] : this.#whole().refusals;
  }

  get namespace(): string {
    // The field may be absent, which is the same to whoever reads it.
    return this.#whole().namespace as string;
  }

  /** The same file as another system reads it. */
  as(dialect: Dialect): LaterReading {
    const { file, last } = this.#place;
    return new LaterReading(dialect, { file, last });
  }

  /** The same without what a system refuses the file for. */
  tolerant(): LaterReading {
    return new LaterReading(this.dialect, this.#place, true);
  }

  /** The reading of bytes that somebody has, and that are those of the file. */
  of(bytes: Uint8Array): Reading {
    const { text, problems } = decodeText(bytes);
    const place = this.directory === undefined ? {} : { directory: this.directory };
    return readAs(this.dialect, readDocument(text, problems), { path: this.path, ...place });
  }

  #whole(): Reading {
    const { file, last } = this.#place;
    return last.get(this, () => {
      const bytes = readWithin(file.disk, MAX_SKILL_BYTES)?.bytes;
      if (bytes === undefined || computeSha256(bytes) !== file.sha256)
        throw new FileChanged(file.disk);
      return this.of(bytes);
    });
  }
}

/** Makes something of readings; where a file has changed, it is looked at again first, at most so often. */
export async function retryChanged<Value>(
  make: () => Promise<Value>,
  attempts: number,
  lookAgain: (disk: string) => Promise<void>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === attempts) throw error;
      await lookAgain(error.disk);
    }
  }
}

/** A file of a system that an earlier process has found out; undefined where there is no such system any more. */
export function laterReading(dialect: string, place: Place): LaterReading | undefined {
  const found = findDialect(dialect);
  return found && new LaterReading(found, place);
}
