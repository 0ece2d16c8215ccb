import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type ArchiveEntry, tarGzOf, zipOf } from "../../../test/support/archives.ts";
import { unpackBytes } from "./index.ts";

const limits = { maxBytes: 1000, maxEntries: 10, stripComponents: 0 };
const TEXT = "letters ".repeat(50);

const CENTRAL = Buffer.from("PK\u0001\u0002", "latin1");

interface Fields {
  readonly flags?: number;
  readonly method?: number;
  readonly content?: Uint8Array;
  readonly size?: number;
}

/** A zip with one file, of which both headers say what is given here. */
function zipWith({ flags = 0, method = 0, content, size = TEXT.length }: Fields): Buffer {
  const packed = content ?? Buffer.from(TEXT);
  const plain = zipOf([{ name: "a", content: TEXT }]);
  const start = 31;
  const at = plain.indexOf(CENTRAL);
  const bytes = Buffer.concat([plain.subarray(0, start), packed, plain.subarray(at)]);
  for (const common of [4, start + packed.length + 6]) {
    bytes.writeUInt16LE(flags, common + 2);
    bytes.writeUInt16LE(method, common + 4);
    bytes.writeUInt32LE(packed.length, common + 14);
    bytes.writeUInt32LE(size, common + 18);
  }
  bytes.writeUInt32LE(start + packed.length, bytes.length - 6);
  return bytes;
}

describe("an archive in memory", () => {
  it.each([
    ["zip", "zip", zipOf],
    ["tar", "tar", tarGzOf],
  ] as const)("gives its files with the right to run, from a %s", async (_name, kind, make) => {
    const entries: readonly ArchiveEntry[] = [
      { name: "tool/run.sh", content: TEXT, mode: 0o100755 },
      { name: "tool/empty" },
    ];
    const { files, topNames } = await unpackBytes(make(entries), kind, limits);
    expect(
      files.map(({ bytes, ...rest }) => ({ ...rest, text: Buffer.from(bytes).toString() })),
    ).toEqual([
      { path: "tool/run.sh", isExecutable: true, text: TEXT },
      { path: "tool/empty", isExecutable: false, text: "" },
    ]);
    expect([...topNames]).toEqual(["tool"]);
  });

  it("gives what was compressed as it was", async () => {
    const bytes = zipWith({ method: 8, content: deflateRawSync(TEXT) });
    const { files } = await unpackBytes(bytes, "zip", limits);
    expect(files.map((file) => Buffer.from(file.bytes).toString())).toEqual([TEXT]);
  });

  it.each<readonly [string, Fields]>([
    ["it is encrypted", { flags: 1, method: 8 }],
    ["packed in a way that is not known here", { method: 12 }],
    ["more than 1000 bytes", { method: 8, size: 1001 }],
    ["not as long as its header says", { method: 8, content: deflateRawSync(TEXT), size: 401 }],
    ["larger than", { method: 8, content: deflateRawSync(TEXT), size: 10 }],
    ["size mismatch", { size: 10 }],
    ["not what its sum says", { content: Buffer.from(TEXT.toUpperCase()) }],
  ])("[OC-11] is refused with the words `%s`", async (words, fields) => {
    await expect(unpackBytes(zipWith(fields), "zip", limits)).rejects.toThrow(words);
  });

  it("[OC-11] is refused where a name comes twice", async () => {
    const bytes = zipOf([{ name: "a" }, { name: "a" }]);
    await expect(unpackBytes(bytes, "zip", limits)).rejects.toThrow("the same name");
  });

  it("[BX-14] is refused at the first entry too many, before the rest is unpacked", async () => {
    const bytes = tarGzOf(Array.from({ length: 30_000 }, (_, index) => ({ name: `${index}` })));
    // Whoever unpacks all of it first finds this.
    bytes.fill(0xff, bytes.length - 1000);
    await expect(unpackBytes(bytes, "tar", limits)).rejects.toThrow("more than 10 entries");
  });

  it("[BX-14] is refused at once where it goes on behind its end, in pieces packed one by one", async () => {
    const piece = gzipSync(Buffer.alloc(512));
    const bytes = Buffer.alloc(piece.length * 150_000, piece);
    await expect(unpackBytes(bytes, "tar", limits)).rejects.toThrow("more than 1000 bytes");
  });
});
