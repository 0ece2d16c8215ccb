import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { readTree, type TreeContent, unpack, writeTarGz } from "./index.ts";

const limits = { maxBytes: 1_000_000, maxEntries: 100, stripComponents: 0 };

async function roundTrip(files: readonly TreeContent[]): Promise<string> {
  const folder = temporaryFolder();
  const content = join(folder, "content");
  mkdirSync(content);
  writeFileSync(join(folder, "archive.tgz"), await writeTarGz(files));
  await unpack(join(folder, "archive.tgz"), "tar", content, limits);
  return content;
}

function file(path: string, text: string, isExecutable = false): TreeContent {
  return { path, bytes: Buffer.from(text), isExecutable };
}

function byPath(a: TreeContent, b: TreeContent): number {
  return a.path < b.path ? -1 : 1;
}

describe("writeTarGz", () => {
  it("keeps bytes, the right to run and names of every length", async () => {
    const long = `${"a".repeat(90)}/${"b".repeat(90)}/c.md`;
    const longer = `${"d".repeat(200)}/${"e".repeat(120)}.md`;
    const files = [
      file("SKILL.md", "text\n"),
      file("bin/run", "#!/bin/sh\n", true),
      file("empty", ""),
      file("größe/ü.md", "ü"),
      file(long, "x".repeat(512)),
      file(longer, "y".repeat(70_000)),
    ];
    const content = await roundTrip(files);
    expect(readTree(content, limits).toSorted(byPath)).toEqual(files.toSorted(byPath));
    expect(statSync(join(content, "bin/run")).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(content, longer))).toHaveLength(70_000);
  });

  it("gives the same bytes for the same files", () => {
    const files = [file("SKILL.md", "text\n")];
    expect(writeTarGz(files)).toEqual(writeTarGz(files));
  });
});
