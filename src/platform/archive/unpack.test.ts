import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ArchiveEntry, tarGzOf, tarOf, zipOf } from "../../../test/support/archives.ts";
import { temporaryFolder } from "../../../test/support/program.ts";
import { type ArchiveKind, unpack } from "./index.ts";

const limits = { maxBytes: 1000, maxEntries: 10, stripComponents: 0 };
const LINK = 0o120777;

interface Unpacked {
  readonly folder: string;
  readonly content: string;
  readonly done: Promise<void>;
}

function unpackBytes(bytes: Uint8Array, kind: ArchiveKind, more = {}): Unpacked {
  const folder = temporaryFolder();
  const content = join(folder, "content");
  mkdirSync(content);
  writeFileSync(join(folder, "archive"), bytes);
  const done = unpack(join(folder, "archive"), kind, content, { ...limits, ...more });
  return { folder, content, done };
}

const makers: readonly (readonly [
  string,
  ArchiveKind,
  (entries: readonly ArchiveEntry[]) => Buffer,
])[] = [
  ["zip", "zip", zipOf],
  ["tar", "tar", tarOf],
  ["tar.gz", "tar", tarGzOf],
];

describe.each(makers)("an archive of the kind %s", (_name, kind, make) => {
  it("[OC-11] gives its files and folders, with the right to run and no other", async () => {
    const { content, done } = unpackBytes(
      make([
        { name: "tool/", type: "5", mode: 0o40755 },
        { name: "tool/run", content: "#!/bin/sh\n", mode: 0o104755 },
        { name: "tool/read.me", content: "Read.", mode: 0o100666 },
      ]),
      kind,
    );
    await done;
    expect(readFileSync(join(content, "tool/run"), "utf8")).toBe("#!/bin/sh\n");
    if (process.platform === "win32") return;
    const mask = 0o777 & ~process.umask();
    expect(statSync(join(content, "tool/run")).mode & 0o7777).toBe(0o755 & mask);
    expect(statSync(join(content, "tool/read.me")).mode & 0o7777).toBe(0o644 & mask);
  });

  it("[OC-11] leaves off as many folders as it is told", async () => {
    const entries = [
      { name: "a/b/c.txt", content: "c" },
      { name: "top.txt", content: "t" },
    ];
    const { content, done } = unpackBytes(make(entries), kind, { stripComponents: 1 });
    await done;
    expect(readdirSync(content, { recursive: true })).toEqual(["b", join("b", "c.txt")]);
  });

  it.each([
    ["a name that leads up", [{ name: "../out.txt", content: "x" }]],
    ["a name that leads up from inside", [{ name: "a/../../out.txt", content: "x" }]],
    ["a whole path", [{ name: "/tmp/out.txt", content: "x" }]],
    ["a path with a drive", [{ name: "C:/out.txt", content: "x" }]],
    ["backslashes", [{ name: "..\\out.txt", content: "x" }]],
  ])("[OC-11] is refused for %s", async (_why, entries) => {
    const { folder, content, done } = unpackBytes(make(entries), kind);
    await expect(done).rejects.toThrow(/relative path|absolute path|invalid characters|a name/u);
    expect(readdirSync(content)).toEqual([]);
    expect(existsSync(join(folder, "out.txt"))).toBe(false);
  });

  it.each([
    ["cannot be kept on every system", [{ name: "a/NUL.txt", content: "x" }]],
    ["no file", [{ name: "l", content: "/etc", type: "2", link: "/etc", mode: LINK }]],
    ["two entries have the same name", [{ name: "a" }, { name: "a" }]],
    ["more than 1000 bytes", [{ name: "a", content: "x".repeat(1001) }]],
    ["more than 10 entries", Array.from({ length: 11 }, (_, at) => ({ name: `f${at}` }))],
  ] satisfies readonly (readonly [string, readonly ArchiveEntry[]])[])(
    "[OC-11] is refused with the words `%s`",
    async (words, entries) => {
      const { content, done } = unpackBytes(make(entries), kind);
      await expect(done).rejects.toThrow(words);
      expect(existsSync(join(content, "l"))).toBe(false);
    },
  );

  it("is refused where it is damaged", async () => {
    const bytes = make([{ name: "a", content: "x".repeat(500) }]);
    const cut = unpackBytes(bytes.subarray(0, bytes.length / 3), kind);
    await expect(cut.done).rejects.toThrow(/\S/u);
    await expect(unpackBytes(Buffer.from("no archive"), kind).done).rejects.toThrow(/\S/u);
  });
});

it.each(["1", "3", "6"])("[OC-11] a tar entry of the type %s is refused", async (type) => {
  const bytes = tarOf([{ name: "a", type, ...(type === "1" ? { link: "b" } : {}) }]);
  await expect(unpackBytes(bytes, "tar").done).rejects.toThrow("no file");
});
