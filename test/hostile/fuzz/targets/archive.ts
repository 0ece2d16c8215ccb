import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  readPackageBytes,
  type SkillContent,
  unpackSkill,
} from "../../../../src/registry/package/index.ts";
import { isObject, SkillError } from "../../../../src/skill/index.ts";
import { type ArchiveEntry, tarGzOf, tarOf, zipOf } from "../../../support/archives.ts";
import { bytesOf, type FuzzTarget, must, type OpenTarget, textOf } from "../target.ts";

const LIMITS = { maxBytes: 200_000, maxEntries: 200 };
const SKILL =
  "---\nname: letters\ndescription: Sorts letters. Use when asked to.\n---\n\nSort them.\n";

const invariants = [
  "An archive gives one skill or a refusal with a code; nothing else is thrown.",
  "Every path of the skill stays below its folder, and no two are one on some system.",
  "What comes out is no more than the limits allow.",
  "On the disk nothing appears outside of the folder, and nothing at all after a refusal.",
  "From memory and from a file the same comes out.",
];

const ENTRIES: readonly (readonly ArchiveEntry[])[] = [
  [
    { name: "letters/SKILL.md", content: SKILL },
    { name: "letters/a/b.txt", content: "x" },
  ],
  [{ name: "SKILL.md", content: SKILL }],
  [
    { name: "letters/", type: "5", mode: 0o40755 },
    { name: "letters/SKILL.md", content: SKILL },
  ],
  [
    { name: "letters/SKILL.md", content: SKILL },
    { name: "letters/link", type: "2", link: "/etc/passwd", mode: 0o120777 },
  ],
  [
    { name: "letters/SKILL.md", content: SKILL },
    { name: "letters/run.sh", content: "#!/bin/sh\n", mode: 0o100755 },
  ],
];

const WORDS = [
  "SKILL.md",
  "../",
  "/",
  "./",
  "\\",
  "C:",
  "letters/",
  "skill.md",
  "Letters/",
  ".git/config",
  "con.txt",
  "a.",
  "a ",
  "\u00e9",
  "e\u0301",
  "2",
  "1",
  "3",
  "x",
  "g",
  "L",
  "K",
];

/** Entries as data, packed into a whole archive: what is odd is in the names, not in the sums. */
export const archiveEntriesTarget: FuzzTarget = {
  name: "archive-entries",
  invariants,
  kind: "json",
  maxBytes: 32_000,
  maxCpuMs: 3000,
  words: WORDS,
  seeds: () =>
    ENTRIES.flatMap((entries) =>
      ["zip", "tar", "tar.gz"].map((kind) => bytesOf(JSON.stringify({ kind, entries }))),
    ),
  quickRuns: 120,
  open: () => openUnpacking(packed),
};

/** The bytes of whole archives, changed. */
export const archiveBytesTarget: FuzzTarget = {
  name: "archive-bytes",
  invariants,
  kind: "bytes",
  maxBytes: 32_000,
  maxCpuMs: 3000,
  words: [],
  seeds: () =>
    ENTRIES.flatMap((entries) => [
      zipOf(entries),
      tarOf(entries),
      tarGzOf(entries),
      gzipSync(zipOf(entries)),
    ]),
  quickRuns: 120,
  open: () => openUnpacking((input) => input),
};

function packed(input: Uint8Array): Uint8Array {
  let value: unknown;
  try {
    value = JSON.parse(textOf(input)) as unknown;
  } catch {
    return input;
  }
  const { kind, entries } = isObject(value) ? value : {};
  const list = (Array.isArray(entries) ? entries : []).slice(0, 400).map(toEntry);
  return kind === "zip" ? zipOf(list) : kind === "tar" ? tarOf(list) : tarGzOf(list);
}

function toEntry(item: unknown): ArchiveEntry {
  const { name, content, mode, type, link } = isObject(item) ? item : {};
  return {
    name: typeof name === "string" ? name.toWellFormed().slice(0, 3000) : "x",
    ...(typeof content === "string" ? { content } : {}),
    ...(typeof mode === "number" && mode >= 0 && mode < 2 ** 16 ? { mode: Math.floor(mode) } : {}),
    ...(typeof type === "string" ? { type: type.slice(0, 1) } : {}),
    ...(typeof link === "string" ? { link } : {}),
  };
}

function openUnpacking(toArchive: (input: Uint8Array) => Uint8Array): OpenTarget {
  const base = mkdtempSync(join(tmpdir(), "skillwright-fuzz-"));
  const folder = join(base, "in");
  const file = join(base, "archive");
  return {
    check: async (input) => {
      const archive = toArchive(input);
      const inMemory = await contentOrCode(readPackageBytes(archive, "archive", LIMITS));
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      writeFileSync(file, archive);
      const onDisk = await contentOrCode(unpackSkill(file, { folder, limits: LIMITS }));
      must(readdirSync(base).toSorted().join() === "archive,in", "something lies outside");
      must(!existsSync("/tmp/skillwright-escape"), "something lies elsewhere");
      if (typeof onDisk === "string") {
        must(readdirSync(folder).length === 0, "a refusal left something behind");
        if (typeof inMemory !== "string")
          must(onDisk === "registry/unsafe-path", `only the disk refuses: ${onDisk}`);
        return onDisk;
      }
      if (typeof inMemory === "string") throw new Error(`only memory refuses: ${inMemory}`);
      checkContent(inMemory);
      must(summary(inMemory) === summary(onDisk), "memory and disk differ");
      return `taken ${inMemory.files.length}`;
    },
    close: () => {
      rmSync(base, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

async function contentOrCode(reading: Promise<SkillContent>): Promise<SkillContent | string> {
  try {
    return await reading;
  } catch (error) {
    if (SkillError.isInstance(error)) return error.diagnostic.code;
    throw error;
  }
}

function checkContent({ files }: SkillContent): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  must(total <= LIMITS.maxBytes, "more bytes than allowed");
  must(files.length <= LIMITS.maxEntries, "more files than allowed");
  for (const { path } of files) {
    const parts = path.split("/");
    must(!parts.includes("..") && !parts.includes("") && !parts.includes("."), `path ${path}`);
    must(!/[\\\0:]|^\//u.test(path), `path ${path}`);
  }
  const folded = new Set(files.map(({ path }) => path.normalize("NFC").toLowerCase()));
  must(folded.size === files.length, "two paths are one on some systems");
}

function summary({ files }: SkillContent): string {
  return files.map(({ path, bytes }) => `${path} ${bytes.length}`).join("\n");
}
