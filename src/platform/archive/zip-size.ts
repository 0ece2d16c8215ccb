import { type SizeLimits, Tally } from "./entry.ts";

const DEFLATED = 8;

/**
 * Throws an `UnsafeArchiveError` where a zip holds more than it may: first by what its directory says, and then by
 * what really comes out, since the directory may lie.
 */
export async function checkZipSize(bytes: Uint8Array, limits: SizeLimits): Promise<void> {
  const { fromBufferPromise } = await import("yauzl");
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  const told = new Tally(limits);
  const found = new Tally(limits);
  for await (const entry of zip.eachEntry()) {
    told.addEntry();
    told.addBytes(entry.uncompressedSize);
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry);
    const packed = archive.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    found.addBytes(
      entry.compressionMethod === DEFLATED ? inflatedSize(packed, limits) : packed.length,
    );
  }
}

function inflatedSize(packed: Uint8Array, { maxBytes }: SizeLimits): number {
  const { inflateRawSync } = process.getBuiltinModule("node:zlib");
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes }).length;
  } catch (error) {
    const isLarger =
      error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (isLarger) return maxBytes + 1;
    throw error;
  }
}
