import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasRecovered, listEntries, readMark, readFolderMark, readAccepted } from "./folder.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-tree-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("listEntries", () => {
  it("names what stands in a folder, in order, and links as links", () => {
    mkdirSync(join(folder, "b"));
    writeFileSync(join(folder, "a"), "");
    symlinkSync("b", join(folder, "c"));
    expect(listEntries(folder)).toEqual([
      { name: "a", kind: "file" },
      { name: "b", kind: "folder" },
      { name: "c", kind: "link" },
    ]);
  });
});

describe("marks", () => {
  it("differ once a file has changed", () => {
    const path = join(folder, "a");
    writeFileSync(path, "one");
    const before = readMark(path);
    writeFileSync(path, "three");
    expect(readMark(path)?.stamp).not.toBe(before?.stamp);
    expect(before?.size).toBe(3);
  });

  it("count the names of a file", () => {
    writeFileSync(join(folder, "a"), "");
    linkSync(join(folder, "a"), join(folder, "b"));
    expect(readMark(join(folder, "a"))?.names).toBe(2);
  });

  it("are taken of files or of folders, and of nothing that is not there", () => {
    expect(readMark(folder)).toBeUndefined();
    expect(readFolderMark(folder)).toBeDefined();
    expect(readMark(join(folder, "none"))).toBeUndefined();
    expect(readFolderMark(join(folder, "none"))).toBeUndefined();
  });

  it("prove nothing about a file that has just changed", () => {
    const mark = { size: 1, names: 1, stamp: "", changed: 10_000 };
    expect(hasRecovered(mark, 12_000)).toBe(false);
    expect(hasRecovered(mark, 13_000)).toBe(true);
  });
});

describe("readAccepted", () => {
  it("reads a file that is accepted, and tells of one that is not", () => {
    const path = join(folder, "a");
    writeFileSync(path, "text");
    const read = readAccepted(path, () => true);
    expect(read.kind === "read" && new TextDecoder().decode(read.bytes)).toBe("text");
    const refused = readAccepted(path, (mark) => mark.size < 4);
    expect(refused).toMatchObject({ kind: "refused", mark: { size: 4 } });
  });

  it("reads no folder", () => {
    expect(readAccepted(folder, () => true)).toEqual({ kind: "no-file" });
  });
});
