import { computeSha256 } from "../../platform/index.ts";
import { ByteCache } from "./byte-cache.ts";
import type { Catalog, ServedFile } from "./catalog.ts";
import { readWithin } from "./folder.ts";
import { FileChanged } from "./later-reading.ts";
import type { ReadResult } from "./view.ts";

/** Looks at a file that changes all the time before it is given up. */
const ATTEMPTS = 4;

export interface ServedReaderOptions {
  /** The most bytes of one file. */
  readonly most: number;
  /** The most bytes that are kept ready. */
  readonly cacheBytes: number;
  /** Looks at a file again that is not what the catalog says. */
  readonly lookAgain: (disk: string) => Promise<void>;
}

/** Reads files with exactly the digests that a catalog has for them. */
export class ServedReader {
  readonly #options: ServedReaderOptions;
  readonly #bytes: ByteCache;

  constructor(options: ServedReaderOptions) {
    this.#options = options;
    this.#bytes = new ByteCache(options.cacheBytes);
  }

  async read(
    locate: (catalog: Catalog) => ServedFile | undefined,
    catalog: () => Catalog | Promise<Catalog>,
  ): Promise<ReadResult | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const file = locate(await catalog());
      if (file === undefined) return undefined;
      const kept = this.#bytes.get(file.sha256);
      if (kept !== undefined) return { file, bytes: kept };
      const bytes = await this.#bytesOf(file);
      if (bytes !== undefined && computeSha256(bytes) === file.sha256) {
        this.#bytes.add(file.sha256, bytes);
        return { file, bytes };
      }
      await this.#options.lookAgain(file.disk);
    }
    return undefined;
  }

  async #bytesOf({ disk, make }: ServedFile): Promise<Uint8Array | undefined> {
    if (make === undefined) return readWithin(disk, this.#options.most)?.bytes;
    try {
      return await make();
    } catch (error) {
      if (error instanceof FileChanged) return undefined;
      throw error;
    }
  }
}
