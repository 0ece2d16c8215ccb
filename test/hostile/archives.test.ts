/** Archives that were made to write elsewhere, to fill the disk or to hide a file: refused whole, by file and over HTTP. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unpackSkill } from "../../src/registry/package/index.ts";
import { type ArchiveEntry, tarGzOf, tarOf, zipOf } from "../support/archives.ts";
import { temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer, skillText } from "../support/registry-server.ts";

const LIMITS = { maxBytes: 1_000_000, maxEntries: 500 };
const good: ArchiveEntry = { name: "letters/SKILL.md", content: skillText("letters") };

function withEntry(...more: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  return [good, ...more];
}

/** Entries that neither kind of archive may hold. */
const ENTRIES: readonly (readonly [string, readonly ArchiveEntry[]])[] = [
  ["a name that leads out", withEntry({ name: "../escape.txt", content: "x" })],
  [
    "a name that leads out from inside",
    withEntry({ name: "letters/../../escape.txt", content: "x" }),
  ],
  ["an absolute name", withEntry({ name: "/tmp/skillwright-escape.txt", content: "x" })],
  ["a name of Windows that leads out", withEntry({ name: "..\\escape.txt", content: "x" })],
  ["a drive", withEntry({ name: "C:/escape.txt", content: "x" })],
  ["a share", withEntry({ name: "\\\\host\\share\\x", content: "x" })],
  ["a stream of NTFS", withEntry({ name: "letters/a.txt:hidden", content: "x" })],
  ["a device of Windows", withEntry({ name: "letters/con.txt", content: "x" })],
  ["a device with a number", withEntry({ name: "letters/LPT1", content: "x" })],
  ["a point at the end", withEntry({ name: "letters/SKILL.md.", content: "x" })],
  ["a blank at the end", withEntry({ name: "letters/SKILL.md ", content: "x" })],
  ["another case", withEntry({ name: "letters/skill.md", content: "x" })],
  ["a folder in another case", withEntry({ name: "Letters/notes.md", content: "x" })],
  [
    "accents in two ways",
    withEntry({ name: "letters/\u00e9", content: "1" }, { name: "letters/e\u0301", content: "2" }),
  ],
  [
    "one name twice",
    withEntry({ name: "letters/a", content: "1" }, { name: "letters/a", content: "2" }),
  ],
  [
    "a file and a folder of one name",
    withEntry({ name: "letters/a", content: "1" }, { name: "letters/a/b", content: "2" }),
  ],
  [
    "a repository inside",
    withEntry({ name: "letters/.git/config", content: "[core]\nfsmonitor=sh" }),
  ],
  ["a repository in another case", withEntry({ name: "letters/.GIT/config", content: "x" })],
  ["signs that turn the text around", withEntry({ name: "letters/a\u202etxt.exe", content: "x" })],
  ["signs of a terminal", withEntry({ name: "letters/\u001b[2J", content: "x" })],
  ["a line break in a name", withEntry({ name: "letters/a\nb", content: "x" })],
  [
    "too many entries",
    withEntry(...Array.from({ length: 600 }, (_, at) => ({ name: `letters/${at}` }))),
  ],
  ["too many bytes", withEntry({ name: "letters/big", content: "a".repeat(1_100_000) })],
  ["no skill", [{ name: "letters/README.md", content: "x" }]],
  ["two skills", withEntry({ name: "other/SKILL.md", content: skillText("other") })],
  ["a skill whose name leads out", [{ name: "SKILL.md", content: skillText("../escape") }]],
];

const TAR_ONLY: readonly (readonly [string, readonly ArchiveEntry[]])[] = [
  ["a symbolic link", withEntry({ name: "letters/link", type: "2", link: "/etc/passwd" })],
  [
    "a file through a link",
    withEntry(
      { name: "letters/out", type: "2", link: ".." },
      { name: "letters/out/x", content: "x" },
    ),
  ],
  ["a hard link", withEntry({ name: "letters/link", type: "1", link: "../../x" })],
  ["a device", withEntry({ name: "letters/null", type: "3" })],
  ["a pipe", withEntry({ name: "letters/pipe", type: "6" })],
  [
    "a NUL in the middle of a header",
    withEntry({ name: "letters/a\0../../x", content: "x", type: "2", link: "y" }),
  ],
];

const ZIP_ONLY: readonly (readonly [string, readonly ArchiveEntry[]])[] = [
  ["a symbolic link", withEntry({ name: "letters/link", content: "/etc/passwd", mode: 0o120777 })],
  ["a socket", withEntry({ name: "letters/socket", mode: 0o140644 })],
  ["a NUL in a name", withEntry({ name: "letters/a\0b", content: "x" })],
];

/** A zip of one entry whose headers can say what is not so. */
function zipWith(
  content: Buffer,
  said: { readonly size?: number; readonly method?: number },
): Buffer {
  const zip = Buffer.from(
    zipOf([{ name: "letters/SKILL.md", content: content.toString("latin1") }]),
  );
  const central = zip.indexOf(Buffer.from("PK\u0001\u0002", "latin1"));
  for (const [local, at] of [
    [8, central + 10],
    [22, central + 24],
  ] as const) {
    const value = local === 8 ? said.method : said.size;
    if (value === undefined) continue;
    if (local === 8) {
      zip.writeUInt16LE(value, local);
      zip.writeUInt16LE(value, at);
    } else {
      zip.writeUInt32LE(value, local);
      zip.writeUInt32LE(value, at);
    }
  }
  return zip;
}

const BYTES: readonly (readonly [string, Buffer])[] = [
  [
    "a bomb of gzip",
    gzipSync(tarOf([good, { name: "letters/big", content: "\0".repeat(30_000_000) }])),
  ],
  [
    "a bomb of zip",
    zipWith(deflateRawSync(Buffer.alloc(30_000_000)), { method: 8, size: 30_000_000 }),
  ],
  [
    "a size that is not so",
    zipWith(deflateRawSync(Buffer.alloc(100_000)), { method: 8, size: 10 }),
  ],
  ["another compression", zipWith(Buffer.from("x"), { method: 12 })],
  ["half an archive", zipOf([good]).subarray(0, 60)],
  ["half a tar", tarOf([good, { name: "letters/b", content: "x".repeat(2000) }]).subarray(0, 1800)],
  ["half a gzip", tarGzOf([good]).subarray(0, 60)],
  ["an archive in an archive", gzipSync(zipOf([good]))],
  ["nothing", Buffer.alloc(0)],
  ["noise", Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) & 255))],
  [
    "a zip of zeros",
    Buffer.concat([Buffer.from("PK\u0005\u0006", "latin1"), Buffer.alloc(18, 0xff)]),
  ],
];

const archives: readonly (readonly [string, Buffer])[] = [
  ...[...ENTRIES, ...ZIP_ONLY].map(
    ([why, entries]) => [`zip with ${why}`, zipOf(entries)] as const,
  ),
  ...[...ENTRIES, ...TAR_ONLY].map(
    ([why, entries]) => [`tar with ${why}`, tarGzOf(entries)] as const,
  ),
  ...BYTES,
];

describe("an archive", () => {
  it.each(archives)("[BX-14] is refused whole as %s", async (_why, bytes) => {
    const base = temporaryFolder();
    const folder = join(base, "skills");
    const file = join(base, "archive");
    mkdirSync(folder);
    writeFileSync(file, bytes);
    await expect(unpackSkill(file, { folder, limits: LIMITS })).rejects.toMatchObject({
      diagnostic: { code: expect.stringMatching(/^registry\//u) },
    });
    expect([readdirSync(folder), readdirSync(base).toSorted()]).toEqual([
      [],
      ["archive", "skills"],
    ]);
    expect(existsSync("/tmp/skillwright-escape.txt")).toBe(false);
  });
});

describe("publishing", () => {
  let registry: RegistryServer;
  let token = "";
  beforeAll(async () => {
    registry = await openRegistry({ registry: LIMITS_OF_SERVER });
    token = await registry.join("ann@example.org");
  });
  afterAll(() => registry.close());

  const LIMITS_OF_SERVER = { maxBytes: LIMITS.maxBytes, maxFiles: LIMITS.maxEntries };

  it("[BX-14] refuses every one of them, by the own form and by that of GAIA, and lists nothing", async () => {
    const wrong: string[] = [];
    for (const [why, bytes] of archives)
      for (const [path, field] of [
        ["/registry/api/v1/skills", "archive"],
        ["/gaia/publish/skill", "artifact"],
      ] as const) {
        const form = new FormData();
        form.set(field, new File([Uint8Array.from(bytes)], "skill.zip"));
        form.set("version", "1.0.0");
        const answer = await registry.send("POST", path, { token, form });
        const text = await answer.text();
        if (answer.status < 400 || answer.status >= 500)
          wrong.push(`${why} at ${path}: ${answer.status} ${text.slice(0, 200)}`);
      }
    expect(wrong).toEqual([]);
    const list = await registry.send("GET", "/registry/api/v1/skills", { token });
    expect(await list.json()).toMatchObject({ skills: [] });
  });
});
