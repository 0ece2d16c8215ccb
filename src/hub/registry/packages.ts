import { sha256InTurns } from "../../platform/index.ts";
import type { Store } from "../../library/store/index.ts";
import type { FileRecord } from "../../registry/contract/index.ts";
import type { SkillFile } from "../../registry/package/index.ts";

/** A version as it lies in the store. */
export interface PackagePlace {
  readonly key: string;
  /** The folder in the archive. */
  readonly name: string;
  /** In the order of the archive. */
  readonly files: readonly FileRecord[];
}

/** The bytes of versions: one archive each, written once and never changed. */
export interface Packages {
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Every file, compared with the digest that it was published with. */
  read(place: PackagePlace): Promise<readonly SkillFile[]>;
  remove(key: string): Promise<void>;
}

/** Bytes of archives that are kept at hand, since what is popular is asked for again and again. */
const CACHE_BYTES = 64 * 1024 * 1024;
const LOCAL_HEADER = 30;

export const PACKAGES = "packages/";

/** The digest says what is in it, the id whose it is: no two versions share one, so each can be thrown away. */
export function packageKey(sha256: string, versionId: string): string {
  return `${PACKAGES}${sha256.slice(0, 2)}/${sha256}/${versionId}.zip`;
}

export function createPackages(store: Store): Packages {
  const kept = new Map<string, readonly SkillFile[]>();
  let size = 0;
  const keep = (key: string, files: readonly SkillFile[]): void => {
    const bytes = sizeOf(files);
    if (bytes > CACHE_BYTES / 4) return;
    for (const [oldest, old] of kept) {
      if (size + bytes <= CACHE_BYTES) break;
      kept.delete(oldest);
      size -= sizeOf(old);
    }
    kept.set(key, files);
    size += bytes;
  };
  return {
    write: async (key, bytes) => {
      await store.put(key, bytes);
    },
    read: async (place) => {
      const known = kept.get(place.key);
      if (known !== undefined) {
        // The last to be asked for is the last to be let go.
        kept.delete(place.key);
        kept.set(place.key, known);
        return known;
      }
      const object = await store.get(place.key);
      if (object === undefined) throw new Error(`The store has lost \`${place.key}\`.`);
      const files = await filesIn(object.bytes, place);
      keep(place.key, files);
      return files;
    },
    remove: async (key) => {
      await store.delete(key);
    },
  };
}

function sizeOf(files: readonly SkillFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** The archive is one of ours: nothing in it is compressed, and its headers have the shortest form. */
async function filesIn(
  archive: Uint8Array,
  { key, name, files }: PackagePlace,
): Promise<readonly SkillFile[]> {
  const found: SkillFile[] = [];
  let offset = 0;
  for (const { path, size, digest, isExecutable } of files) {
    offset += LOCAL_HEADER + Buffer.byteLength(`${name}/${path}`);
    const bytes = archive.subarray(offset, offset + size);
    offset += size;
    if (digest !== `sha256:${await sha256InTurns(bytes)}`)
      throw new Error(`The file \`${path}\` in \`${key}\` is not what was published.`);
    found.push({ path, bytes, isExecutable });
  }
  return found;
}
