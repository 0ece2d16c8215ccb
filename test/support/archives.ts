/** Archives made by hand, so that they can hold what no tool would put in. */
import { crc32, gzipSync } from "node:zlib";

export interface ArchiveEntry {
  readonly name: string;
  readonly content?: string;
  readonly mode?: number;
  /** As tar calls it: `0` a file, `1` a hard link, `2` a link, `5` a folder, `3` a device. */
  readonly type?: string;
  readonly link?: string;
}

export function tarOf(entries: readonly ArchiveEntry[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? "");
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [tarHeader(entry, content.length), content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

export function tarGzOf(entries: readonly ArchiveEntry[]): Buffer {
  return gzipSync(tarOf(entries));
}

function tarHeader(entry: ArchiveEntry, size: number): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, at: number, width: number): void => {
    header.write(`${value.toString(8).padStart(width - 1, "0")}\0`, at, "latin1");
  };
  header.write(entry.name, 0, 100, "utf8");
  octal(entry.mode ?? 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  header.write("        ", 148, "latin1");
  header.write(entry.type ?? "0", 156, "latin1");
  header.write(entry.link ?? "", 157, 100, "utf8");
  header.write("ustar\u000000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** Without compression; `mode` with a type makes a link as Unix tools write it. */
export function zipOf(entries: readonly ArchiveEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? "");
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), common, name, content]);
    const central = Buffer.alloc(46);
    central.write("PK\u0001\u0002", "latin1");
    // Made by Unix, which is where the mode has a meaning.
    central.writeUInt16LE(0x0314, 4);
    common.copy(central, 6);
    central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    locals.push(local);
    centrals.push(Buffer.concat([central, name]));
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
