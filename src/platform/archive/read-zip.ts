import { type SizeLimits, Tally } from "./entry.ts";

const DEFLATED = 8;

/**
 * The files of a zip that are wanted, by name. Throws an `UnsafeArchiveError` where the whole zip holds more than it
 * may: first by what its directory says, and then by what really comes out, since the directory may lie.
 */
export async function readZip(
  bytes: Uint8Array,
  limits: SizeLimits,
  isWanted: (name: string) => boolean = () => false,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { fromBufferPromise } = await import("yauzl");
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  const told = new Tally(limits);
  const found = new Tally(limits);
  const files = new Map<string, Uint8Array>();
  for await (const entry of zip.eachEntry()) {
    told.addEntry();
    told.addBytes(entry.uncompressedSize);
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry);
    const packed = archive.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    const content = entry.compressionMethod === DEFLATED ? inflate(packed, limits) : packed;
    found.addBytes(content?.length ?? limits.maxBytes + 1);
    if (content !== undefined && isWanted(entry.fileName)) files.set(entry.fileName, content);
  }
  return files;
}

/** Undefined for what is larger than the whole may be. */
function inflate(packed: Uint8Array, { maxBytes }: SizeLimits): Uint8Array | undefined {
  const { inflateRawSync } = process.getBuiltinModule("node:zlib");
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    const isLarger =
      error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (isLarger) return undefined;
    throw error;
  }
}
