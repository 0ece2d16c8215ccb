import { concatInTurns } from "../in-turns.ts";
import type { TreeContent } from "./read-tree.ts";

const BLOCK = 512;
/** The first second of 1980, as in a zip: a time of its own would make every archive another one. */
const TIME = 315_532_800;

/**
 * A tar.gz of the files, in their order. The same files give the same bytes on every machine, so nothing is
 * compressed: what a compressor makes of them differs between versions and processors.
 */
export async function writeTarGz(files: readonly TreeContent[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const file of files) {
    const name = splitPath(file.path);
    // Readers without this extension find the file under the beginning of its name.
    if (name === undefined) {
      const record = paxRecord("path", file.path);
      parts.push(buildHeader({ name: "PaxHeader" }, record.length, 0o644, "x"), ...padded(record));
    }
    const mode = file.isExecutable ? 0o755 : 0o644;
    const shown = name ?? { name: cutTo(file.path, 100) };
    parts.push(buildHeader(shown, file.bytes.length, mode, "0"), ...padded(file.bytes));
  }
  parts.push(Buffer.alloc(2 * BLOCK));
  return await storedGzip(await concatInTurns(parts));
}

interface TarName {
  readonly name: string;
  readonly prefix?: string;
}

/** The two fields that hold a path; undefined for one that does not fit into them. */
function splitPath(path: string): TarName | undefined {
  if (Buffer.byteLength(path) <= 100) return { name: path };
  for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
    const prefix = path.slice(0, slash);
    const name = path.slice(slash + 1);
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100) return { name, prefix };
  }
  return undefined;
}

function cutTo(text: string, bytes: number): string {
  let cut = text;
  while (Buffer.byteLength(cut) > bytes) cut = cut.slice(0, -1);
  return cut;
}

/** A length that counts itself, the key and the value. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest;
  while (length !== rest + String(length).length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function buildHeader(
  { name, prefix = "" }: TarName,
  size: number,
  mode: number,
  kind: "0" | "x",
): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, offset: number, length: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, offset, "latin1");
  };
  header.write(name, 0);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(TIME, 136, 12);
  header.write(" ".repeat(8), 148, "latin1");
  header.write(kind, 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

function padded(bytes: Uint8Array): readonly Uint8Array[] {
  const rest = bytes.length % BLOCK;
  return rest === 0 ? [bytes] : [bytes, Buffer.alloc(BLOCK - rest)];
}

/** Most bytes that a stored block of the format can hold. */
const STORED = 65_535;

async function storedGzip(bytes: Uint8Array): Promise<Uint8Array> {
  // No time, and no word on the system.
  const parts: Uint8Array[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])];
  for (let offset = 0; offset < bytes.length; offset += STORED) {
    const part = bytes.subarray(offset, offset + STORED);
    const head = Buffer.alloc(5);
    head.writeUInt8(offset + STORED >= bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(~part.length & 0xffff, 3);
    parts.push(head, part);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(process.getBuiltinModule("node:zlib").crc32(bytes), 0);
  end.writeUInt32LE(bytes.length, 4);
  parts.push(end);
  return await concatInTurns(parts);
}
