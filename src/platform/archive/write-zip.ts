import type { TreeContent } from "./read-tree.ts";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Made on Unix, which is what gives the upper half of the attributes their meaning. */
const MADE_BY = 0x0300 | VERSION;
const NAMES_ARE_UTF8 = 0x0800;
/** The first day that a zip can tell: a time of its own would make every archive another one. */
const FIRST_DAY = 0x0021;
const REGULAR = 0o100000;

/**
 * A zip of the files, in their order. The same files give the same bytes on every machine, so nothing is
 * compressed: what a compressor makes of them differs between versions and processors.
 */
export function writeZip(files: readonly TreeContent[]): Uint8Array {
  return Buffer.concat(zipParts(files));
}

/** The bytes of `writeZip`, one after the other. */
export function zipParts(files: readonly TreeContent[]): readonly Uint8Array[] {
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.path);
    const common = commonPart(name.length, file.bytes);
    const local = Buffer.concat([toSignature(LOCAL), common, name]);
    locals.push(local, file.bytes);
    centrals.push(toSignature(CENTRAL), centralPart(common, file.isExecutable, offset), name);
    offset += local.length + file.bytes.length;
  }
  const central = Buffer.concat(centrals);
  return [...locals, central, endPart(files.length, central.length, offset)];
}

function toSignature(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** What both lists say of a file. */
function commonPart(nameLength: number, bytes: Uint8Array): Buffer {
  const part = Buffer.alloc(26);
  part.writeUInt16LE(VERSION, 0);
  part.writeUInt16LE(NAMES_ARE_UTF8, 2);
  part.writeUInt16LE(FIRST_DAY, 8);
  part.writeUInt32LE(process.getBuiltinModule("node:zlib").crc32(bytes), 10);
  part.writeUInt32LE(bytes.length, 14);
  part.writeUInt32LE(bytes.length, 18);
  part.writeUInt16LE(nameLength, 22);
  return part;
}

function centralPart(common: Buffer, isExecutable: boolean, offset: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(MADE_BY);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((REGULAR | (isExecutable ? 0o755 : 0o644)) << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([madeBy, common, rest]);
}

function endPart(count: number, size: number, offset: number): Buffer {
  const part = Buffer.alloc(22);
  part.writeUInt32LE(END, 0);
  part.writeUInt16LE(count, 8);
  part.writeUInt16LE(count, 10);
  part.writeUInt32LE(size, 12);
  part.writeUInt32LE(offset, 16);
  return part;
}
