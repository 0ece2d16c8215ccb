import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { skillsIn, toName } from "./skills-in.ts";
import { listPaths, readZip } from "./zip.ts";

const LIMITS = { files: 10, bytes: 100_000 };

interface Packed {
  readonly path: string;
  readonly text: string;
  readonly size?: number;
}

/** A zip as programs write it: local headers, a directory, an end. */
function zip(files: readonly Packed[]): ArrayBuffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, text, size = Buffer.byteLength(text) } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(Buffer.from(text));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, name, packed);
    directory.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...parts, ...directory, end])).buffer;
}

function isAny(): boolean {
  return true;
}

function fileAt(path: string) {
  return { path, bytes: new TextEncoder().encode(path) };
}

describe("a zip archive in the page", () => {
  it("gives the files that are wanted", async () => {
    const data = zip([
      { path: "a/SKILL.md", text: "one" },
      { path: "b/notes.md", text: "two".repeat(500) },
    ]);
    expect(listPaths(data)).toEqual(["a/SKILL.md", "b/notes.md"]);
    const files = await readZip(data, (path) => path.startsWith("b/"), LIMITS);
    expect(files.map(({ path, bytes }) => [path, bytes.length])).toEqual([["b/notes.md", 1500]]);
  });

  it("[BX-14] refuses what is damaged, too large, longer than it says, or leads out", async () => {
    const cases = [
      new ArrayBuffer(30),
      zip([{ path: "../a", text: "x" }]),
      zip([{ path: "a", text: "x".repeat(5000), size: 10 }]),
      zip([{ path: "a", text: "x", size: 1_000_000 }]),
      zip(Array.from({ length: 11 }, (_, index) => ({ path: `f${index}`, text: "x" }))),
    ];
    for (const data of cases) await expect(readZip(data, isAny, LIMITS)).rejects.toThrow(/\.$/u);
  });
});

describe("the skills among files", () => {
  it("are one for each SKILL.md, with what lies beside it", () => {
    const found = skillsIn([
      fileAt("repo/pdf/SKILL.md"),
      fileAt("repo/pdf/scripts/read.py"),
      fileAt("repo/pdf/.git/config"),
      fileAt("repo/pdf/inner/SKILL.md"),
      fileAt("repo/pdf/inner/a.md"),
      fileAt("repo/README.md"),
    ]);
    expect(found.map(({ folder, files }) => [folder, files.map(({ path }) => path)])).toEqual([
      ["pdf", ["scripts/read.py"]],
      ["inner", ["a.md"]],
    ]);
  });

  it("get names that the server takes", () => {
    expect(["My Skill!", "pdf", "--", "Ünï"].map(toName)).toEqual([
      "my-skill",
      "pdf",
      "new-skill",
      "n",
    ]);
  });
});
