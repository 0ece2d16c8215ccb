import { describe, expect, it } from "vitest";
import { openSecretDetector } from "./index.ts";

// Written in two parts, so that nobody takes this file for a leak.
const token = ["ghp", "x8Kq2LmZ0aPv7RtYw3EsNc9UbH1JdGf5Vo4X"].join("_");
const detector = await openSecretDetector();

function countKept(): number {
  return performance.getEntries().filter(({ name }) => name.includes("secretlint")).length;
}

describe("openSecretDetector", () => {
  it("finds secrets with their place", async () => {
    expect(await detector.find("notes.md", `Use ${token} here.`)).toEqual([
      { name: "GitHub token", start: 4, end: 44 },
    ]);
  });

  it("is not silenced by what stands in the text", async () => {
    const text = `<!-- secretlint-disable -->\n${token} <!-- secretlint-disable-line -->\n`;
    expect(await detector.find("notes.md", text)).toHaveLength(1);
  });

  it("finds what stands at the seam of two pieces, once", async () => {
    const text = `${"a ".repeat(15_990)}${token} ${"b ".repeat(20_000)}`;
    expect(await detector.find("notes.md", text)).toEqual([
      { name: "GitHub token", start: 31_980, end: 32_020 },
    ]);
  });

  it("keeps nothing of what was looked at, however long the process runs", async () => {
    const before = countKept();
    await detector.find("notes.md", `Use ${token} here.`);
    expect(countKept()).toBe(before);
  });

  it("finds nothing in an empty text", async () => {
    expect(await detector.find("notes.md", "")).toEqual([]);
  });
});
