/** Pictures of equal size, one after the other, as an animated PNG: every browser shows it, and no package is needed. */
import { deflateSync, inflateSync, crc32 } from "node:zlib";

export interface Frame {
  readonly png: Buffer;
  readonly milliseconds: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function readChunks(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** All of a picture's lines, packed as small as they can be. */
function pixelsOf(png: Buffer): Buffer {
  const parts = readChunks(png).filter(({ type }) => type === "IDAT");
  return deflateSync(inflateSync(Buffer.concat(parts.map(({ data }) => data))), { level: 9 });
}

/** Plays again and again. */
export function animate(frames: readonly Frame[]): Buffer {
  const header = frames[0] === undefined ? undefined : readChunks(frames[0].png)[0];
  if (header === undefined) throw new Error("An animation needs a picture.");
  let sequence = 0;
  const next = (): Buffer => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence, 0);
    sequence += 1;
    return number;
  };
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  const parts = [SIGNATURE, writeChunk("IHDR", header.data), writeChunk("acTL", control)];
  for (const [index, { png, milliseconds }] of frames.entries()) {
    const { data } = readChunks(png)[0] ?? header;
    if (!data.equals(header.data)) throw new Error("Pictures of an animation are of one size.");
    const rest = Buffer.alloc(22);
    data.copy(rest, 0, 0, 8);
    rest.writeUInt16BE(milliseconds, 16);
    rest.writeUInt16BE(1000, 18);
    parts.push(writeChunk("fcTL", Buffer.concat([next(), rest])));
    const pixels = pixelsOf(png);
    parts.push(
      index === 0
        ? writeChunk("IDAT", pixels)
        : writeChunk("fdAT", Buffer.concat([next(), pixels])),
    );
  }
  return Buffer.concat([...parts, writeChunk("IEND", Buffer.alloc(0))]);
}
