import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { GitObject, ObjectKind } from "./objects.ts";

// Beside the main thread: others are answered meanwhile.
const compress = promisify(deflate);

const KIND_NUMBERS: Readonly<Record<ObjectKind, number>> = { commit: 1, tree: 2, blob: 3 };

/**
 * A pack of whole objects, piece by piece: how many there are stands at its beginning, so that nothing but one
 * object has to be held at a time.
 */
export async function* writePack(
  count: number,
  objects: AsyncIterable<Omit<GitObject, "id">>,
): AsyncGenerator<Uint8Array> {
  const sum = createHash("sha1");
  const head = Buffer.alloc(12);
  head.write("PACK", "latin1");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  sum.update(head);
  yield head;
  for await (const { kind, bytes } of objects) {
    const entry = Buffer.concat([entryHead(kind, bytes.length), await compress(bytes)]);
    sum.update(entry);
    yield entry;
  }
  yield sum.digest();
}

/** Kind and size: four bits of the size in the first byte, seven in each that follows. */
function entryHead(kind: ObjectKind, size: number): Uint8Array {
  const bytes: number[] = [];
  let byte = (KIND_NUMBERS[kind] << 4) | (size & 0x0f);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  bytes.push(byte);
  return Buffer.from(bytes);
}
