import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readContent, readContentFile } from "./index.ts";

const root = mkdtempSync(join(tmpdir(), "content-"));
mkdirSync(join(root, "skill/inner"), { recursive: true });
writeFileSync(join(root, "skill/SKILL.md"), "0123456789");
writeFileSync(join(root, "skill/inner/a.txt"), "abc");
symlinkSync("../..", join(root, "skill/inner/up"));
symlinkSync("SKILL.md", join(root, "skill/same.md"));
afterAll(() => rmSync(root, { recursive: true }));

function told(limits?: Parameters<typeof readContent>[1]): readonly unknown[] {
  return readContent(join(root, "skill"), limits).map(({ path, content, link, size }) =>
    [path, content.length, link ?? "", size ?? 0].join(" "),
  );
}

describe("readContent", () => {
  it("names links and follows none", () => {
    expect(told()).toEqual([
      "SKILL.md 10  0",
      "same.md 0 SKILL.md 0",
      "inner/a.txt 3  0",
      "inner/up 0 ../.. 0",
    ]);
  });

  it("reads no more than the limits, and names where it stopped", () => {
    expect(told({ bytes: 4, totalBytes: 5 })).toEqual([
      "SKILL.md 4  10",
      "same.md 0 SKILL.md 0",
      "inner/a.txt 1  3",
      "inner/up 0 ../.. 0",
    ]);
    expect(told({ files: 1 })).toEqual(["SKILL.md 10  0", "same.md 0  1"]);
    expect(told({ folders: 1 })).toEqual(["SKILL.md 10  0", "same.md 0 SKILL.md 0", "inner/ 0  1"]);
  });

  it("reads one file by its path", () => {
    const { path, content } = readContentFile(join(root, "skill/SKILL.md"));
    expect([path, content.length]).toEqual(["SKILL.md", 10]);
  });
});
