/** Vectors of texts, kept between runs: making one takes some milliseconds, and a library has thousands of sentences. */
import {
  errorCode,
  joinPath,
  makeFolder,
  readBytes,
  computeSha256,
  writeFileAtomically,
} from "../../platform/index.ts";
import type { EmbeddingModel } from "../models/index.ts";

/** A few libraries; what is over it is made again. */
const MOST_VECTORS = 20_000;
const KEY_BYTES = 32;
const BATCH = 256;

/** The same model, which looks into a file of the folder first. A cache may only save time: any fault of it is passed over. */
export function cachedEmbeddings(model: EmbeddingModel, folder: string): EmbeddingModel {
  return {
    id: model.id,
    embed: async (texts, signal) => {
      const file = joinPath(folder, `vectors-${computeSha256(model.id).slice(0, 16)}.bin`);
      const known = readVectors(file);
      const keys = texts.map((text) => computeSha256(text));
      const missing = [...new Set(keys)].filter((key) => !known.has(key));
      const texted = new Map(keys.map((key, index) => [key, texts[index] ?? ""]));
      for (let start = 0; start < missing.length; start += BATCH) {
        const batch = missing.slice(start, start + BATCH);
        const made = await model.embed(
          batch.map((key) => texted.get(key) ?? ""),
          signal,
        );
        for (const [index, key] of batch.entries()) {
          const vector = made[index];
          if (vector !== undefined) known.set(key, vector);
        }
      }
      if (missing.length > 0) writeVectors(folder, file, known, new Set(keys));
      return keys.map((key) => known.get(key) ?? new Float32Array());
    },
  };
}

/** Each entry: the hash of a text, then its vector; the first four bytes say how long a vector is. */
function readVectors(file: string): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  try {
    const bytes = Buffer.from(readBytes(file));
    const size = bytes.readUInt32LE(0);
    const entry = KEY_BYTES + size * 4;
    if (size === 0 || size > 8192 || (bytes.length - 4) % entry !== 0) return vectors;
    for (let at = 4; at < bytes.length; at += entry) {
      const key = bytes.subarray(at, at + KEY_BYTES).toString("hex");
      const values = bytes.subarray(at + KEY_BYTES, at + entry);
      vectors.set(key, new Float32Array(Uint8Array.from(values).buffer));
    }
  } catch (error) {
    if (errorCode(error) === "") throw error;
  }
  return vectors;
}

function writeVectors(
  folder: string,
  file: string,
  vectors: ReadonlyMap<string, Float32Array>,
  used: ReadonlySet<string>,
): void {
  const others = [...vectors].filter(([key]) => !used.has(key));
  const kept = [...[...vectors].filter(([key]) => used.has(key)), ...others].slice(0, MOST_VECTORS);
  const size = kept[0]?.[1].length ?? 0;
  const head = Buffer.alloc(4);
  head.writeUInt32LE(size);
  const parts = kept
    .filter(([, vector]) => vector.length === size)
    .flatMap(([key, vector]) => [
      Buffer.from(key, "hex"),
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
    ]);
  try {
    makeFolder(folder);
    writeFileAtomically(file, Buffer.concat([head, ...parts]), { isDurable: false });
  } catch (error) {
    if (errorCode(error) === "") throw error;
  }
}
