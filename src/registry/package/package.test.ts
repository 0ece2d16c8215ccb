import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ArchiveEntry, tarGzOf, zipOf } from "../../../test/support/archives.ts";
import { temporaryFolder } from "../../../test/support/program.ts";
import { newKeyPair } from "../../platform/signing/index.ts";
import { writeSignature } from "../sign/signature.ts";
import { packSkill, readInstalled, unpackSkill } from "./index.ts";

const manifest =
  "---\nname: letters\nversion: 1.2.0\ndescription: Writes letters.\n---\n\n# Letters\n";

function skillFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = join(temporaryFolder(), "letters");
  for (const [path, content] of Object.entries({ "SKILL.md": manifest, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const content = {
  "scripts/run.sh": "#!/bin/sh\necho hi\n",
  "data/größe.bin": new Uint8Array([0, 255, 1]),
  "references/guide.md": "# Guide\r\n",
};

describe("a package", () => {
  it("has the same bytes for the same content, and keeps what may be run", async () => {
    const [one, other] = [skillFolder(content), skillFolder(content)];
    for (const folder of [one, other]) chmodSync(join(folder, "scripts/run.sh"), 0o755);
    utimesSync(join(other, "SKILL.md"), 1, 1);
    chmodSync(join(other, "references/guide.md"), 0o600);
    const [first, second] = [await packSkill(one), await packSkill(other)];
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    expect(first).toMatchObject({
      name: "letters",
      version: "1.2.0",
      fileName: "letters-1.2.0.zip",
    });
    expect(first.integrity).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/u);
    expect(first.files.map(({ path, isExecutable }) => [path, isExecutable])).toEqual([
      ["SKILL.md", false],
      ["data/größe.bin", false],
      ["references/guide.md", false],
      ["scripts/run.sh", process.platform !== "win32"],
    ]);
    chmodSync(join(other, "SKILL.md"), 0o755);
    expect((await packSkill(other)).integrity).not.toBe(first.integrity);
  });

  it("gives back every byte when it is unpacked", async () => {
    const from = skillFolder(content);
    chmodSync(join(from, "scripts/run.sh"), 0o755);
    const packed = await packSkill(from);
    const folder = temporaryFolder();
    writeFileSync(join(folder, packed.fileName), packed.bytes);
    const unpacked = await unpackSkill(join(folder, packed.fileName), {
      folder: join(folder, "skills"),
      integrity: packed.integrity,
    });
    expect(unpacked.path).toBe(join(folder, "skills/letters"));
    expect(readInstalled(unpacked.path).files).toEqual(readInstalled(from).files);
    expect(statSync(join(unpacked.path, "scripts/run.sh")).mode & 0o100).toBe(0o100);
    expect(readdirSync(join(folder, "skills"))).toEqual(["letters"]);
    // Another archive of the same content from what was unpacked: nothing was lost on the way.
    expect((await packSkill(unpacked.path)).integrity).toBe(packed.integrity);
  });

  it("leaves out junk and what the ignore files name, as git reads them", async () => {
    const folder = skillFolder({
      ".gitignore": "*.log\n/build/\nkept*\n",
      ".skillignore": "!kept.md\nSKILL.md\n",
      "a.log": "",
      "b/c.log": "",
      "b/build/x.txt": "",
      "build/y.txt": "",
      "kept.md": "",
      "kept.txt": "",
      "b/.clawhubignore": "!c.log\nd.txt\n",
      "b/d.txt": "",
      "d.txt": "",
      ".git/config": "",
      ".DS_Store": "",
      ".env": "SECRET=1",
      ".mcp.json": "{}",
      "tools/__pycache__/t.cpython-311.pyc": "",
      "node_modules/x/index.js": "",
    });
    const { files } = await packSkill(folder);
    expect(files.map(({ path }) => path)).toEqual([
      ".mcp.json",
      "SKILL.md",
      "b/build/x.txt",
      "b/c.log",
      "d.txt",
      "kept.md",
    ]);
  });

  it.skipIf(process.platform === "win32")("is refused with a link in it", async () => {
    const folder = skillFolder();
    symlinkSync("/etc/passwd", join(folder, "link"));
    await expect(packSkill(folder)).rejects.toThrow("The entry `link` cannot be trusted");
    writeFileSync(join(folder, ".skillignore"), "link\n");
    expect((await packSkill(folder)).files).toHaveLength(1);
  });

  it.skipIf(process.platform !== "linux")(
    "is refused with names that are one elsewhere",
    async () => {
      const folder = skillFolder({ "a/readme.md": "", "A/other.md": "" });
      await expect(packSkill(folder)).rejects.toThrow("are one on some systems");
    },
  );

  it("is refused over its limits, and without a SKILL.md", async () => {
    const folder = skillFolder({ a: "x".repeat(1000) });
    await expect(packSkill(folder, { maxBytes: 500, maxEntries: 9 })).rejects.toThrow("500 bytes");
    await expect(packSkill(folder, { maxBytes: 5000, maxEntries: 1 })).rejects.toThrow("1 entries");
    await expect(packSkill(temporaryFolder())).rejects.toThrow("has no `SKILL.md`");
  });

  it("is refused where the files changed after they were signed", async () => {
    const folder = skillFolder(content);
    const { files } = readInstalled(folder);
    const text = writeSignature({ name: "letters", version: "1.2.0", files }, newKeyPair(), "me");
    writeFileSync(join(folder, "SIGNATURE.json"), text);
    expect(await packSkill(folder)).toMatchObject({ isSigned: true });
    writeFileSync(join(folder, "references/guide.md"), "# Other\n");
    await expect(packSkill(folder)).rejects.toThrow("`references/guide.md`");
  });
});

async function unpackBytes(bytes: Uint8Array, integrity?: string): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package"), bytes);
  const target = join(folder, "skills");
  try {
    const { path } = await unpackSkill(join(folder, "package"), {
      folder: target,
      ...(integrity === undefined ? {} : { integrity }),
    });
    return path;
  } catch (error) {
    // Whatever is refused leaves nothing behind.
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
    throw error;
  }
}

const skill: ArchiveEntry = { name: "letters/SKILL.md", content: manifest };

describe("an archive of somebody", () => {
  it.each([
    ["zip", zipOf([skill])],
    ["tar.gz", tarGzOf([skill])],
    ["zip without a folder around it", zipOf([{ ...skill, name: "SKILL.md" }])],
  ])("is taken as a %s", async (_kind, bytes) => {
    const path = await unpackBytes(bytes);
    expect(readFileSync(join(path, "SKILL.md"), "utf8")).toBe(manifest);
  });

  const refused: readonly (readonly [string, readonly ArchiveEntry[]])[] = [
    ["a path that leads up", [skill, { name: "../x", content: "" }]],
    ["a whole path", [skill, { name: "/x", content: "" }]],
    ["a drive", [skill, { name: "C:/x", content: "" }]],
    ["a link", [skill, { name: "letters/l", type: "2", link: "/etc", mode: 0o120777 }]],
    ["a name twice", [skill, skill]],
    ["names that differ in their case", [skill, { name: "letters/skill.MD", content: "" }]],
    ["folders that differ in their case", [skill, { name: "Letters/x", content: "" }]],
    ["two skills", [skill, { name: "other/SKILL.md", content: manifest }]],
    ["no skill", [{ name: "letters/README.md", content: "" }]],
    ["a skill too deep", [{ name: "a/b/SKILL.md", content: manifest }]],
    ["a file and a folder of one name", [skill, { name: "letters/a" }, { name: "letters/a/b" }]],
    [
      "a name that leads out",
      [{ name: "SKILL.md", content: manifest.replace("letters", "../up") }],
    ],
    ["a wrong signature", [skill, { name: "letters/SIGNATURE.json", content: "{}" }]],
  ];

  it.each(refused)("is refused as a zip for %s", async (_why, entries) => {
    await expect(unpackBytes(zipOf(entries))).rejects.toThrow(
      /^The (?:entry|package|archive|file|name|signature) /u,
    );
  });

  it.each(refused)("is refused as a tar for %s", async (_why, entries) => {
    await expect(unpackBytes(tarGzOf(entries))).rejects.toThrow(
      /^The (?:entry|package|archive|file|name|signature) /u,
    );
  });

  it("is refused for accents written in two ways", async () => {
    const entries = [skill, { name: "letters/é" }, { name: "letters/e\u0301" }];
    await expect(unpackBytes(tarGzOf(entries))).rejects.toThrow("are one on some systems");
  });

  it("is refused where its two lists call a file differently", async () => {
    const bytes = Buffer.from(zipOf([skill]));
    bytes.write("letters/SKILL.mx", bytes.indexOf("letters/SKILL.md"), "latin1");
    await expect(unpackBytes(bytes)).rejects.toThrow("two headers do not agree");
  });

  it("is refused as a bomb", async () => {
    const bomb = { name: "letters/a", content: "\0".repeat(60_000_000) };
    await expect(unpackBytes(tarGzOf([skill, bomb]))).rejects.toThrow(
      /ratio exceeded|50000000 bytes/u,
    );
  });

  it("[GA-15] is found to be changed in any byte of its content, and in every byte by its integrity", async () => {
    const packed = await packSkill(skillFolder({ a: "some text" }));
    for (let at = 0; at < packed.bytes.length; at++) {
      const bytes = Uint8Array.from(packed.bytes);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await expect(unpackBytes(bytes, packed.integrity)).rejects.toThrow(
        /^The archive has the digest/u,
      );
    }
    const at = Buffer.from(packed.bytes).indexOf("some text");
    const bytes = Uint8Array.from(packed.bytes);
    bytes[at] = 0;
    await expect(unpackBytes(bytes)).rejects.toThrow("not what its sum says");
  });
});
