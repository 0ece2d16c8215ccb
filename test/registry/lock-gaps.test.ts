import { mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeZip } from "../../src/platform/archive/index.ts";
import { checkLock, openLock, openManager, unpackSkill } from "../../src/registry/index.ts";
import { goodSkill, temporaryFolder } from "../support/program.ts";
import { trusting, writeShared } from "../support/shared-skills.ts";

async function installed(): Promise<string> {
  const [source, folder] = [temporaryFolder(), join(temporaryFolder(), "skills")];
  const manager = openManager({ folder, trust: trusting, environment: {} });
  await manager.install(await writeShared(source, { name: "letters", files: { "a/b.md": "b\n" } }));
  return folder;
}

async function drifts(folder: string): Promise<readonly string[]> {
  const found = await checkLock(folder, await openLock(folder), trusting);
  return found.map(({ name, kind, actual }) => `${name} ${kind}: ${actual}`);
}

describe("the check of a lock", () => {
  it("[GA-15] finds an empty folder inside of a skill", async () => {
    const folder = await installed();
    expect(await drifts(folder)).toEqual([]);
    mkdirSync(join(folder, "letters/a/deep/er"), { recursive: true });
    expect(await drifts(folder)).toEqual([
      "letters content: the empty folder `a/deep/er` came after it was installed",
    ]);
  });

  it("[GA-15] finds a link to equal files in the place of a skill", async () => {
    const folder = await installed();
    renameSync(join(folder, "letters"), join(folder, "../aside"));
    symlinkSync("../aside", join(folder, "letters"));
    expect(await drifts(folder)).toEqual(["letters content: a link in its place"]);
  });

  it("[GA-15] finds a skill in a folder that is hidden", async () => {
    const folder = await installed();
    mkdirSync(join(folder, ".more"));
    writeFileSync(join(folder, ".more/SKILL.md"), goodSkill("more"));
    expect(await drifts(folder)).toEqual([".more untracked: .more"]);
  });

  it("[GA-15] finds a file in the place of a skill", async () => {
    const folder = await installed();
    renameSync(join(folder, "letters"), join(folder, "../aside"));
    writeFileSync(join(folder, "letters"), "");
    expect(await drifts(folder)).toEqual(["letters missing: "]);
  });
});

describe("an archive", () => {
  const manifest = { path: "letters/SKILL.md", bytes: Buffer.from(goodSkill("letters")) };

  it.each(["\u001b[2J", "a\u007fb", "a\u009bb", "a\u202eb"])(
    "with the name %j in it is refused",
    async (name) => {
      const more = { path: `letters/${name}.md`, bytes: Buffer.from("x") };
      const file = join(temporaryFolder(), "letters.zip");
      const entries = [manifest, more].map((entry) => ({ ...entry, isExecutable: false }));
      writeFileSync(file, writeZip(entries));
      await expect(unpackSkill(file, { folder: temporaryFolder() })).rejects.toThrow(
        "a name cannot be kept on every system",
      );
    },
  );

  it.skipIf(process.platform === "win32")("gives no right but to read, write and run", async () => {
    const run = { path: "letters/run.sh", bytes: Buffer.from("#!/bin/sh\n"), isExecutable: true };
    const bytes = Buffer.from(writeZip([{ ...manifest, isExecutable: false }, run]));
    // The rights stand in the upper half of the attributes of each entry of the directory at the end.
    const first = bytes.indexOf("PK\u0001\u0002", 0, "latin1");
    for (let at = first; at !== -1; at = bytes.indexOf("PK\u0001\u0002", at + 1, "latin1"))
      bytes.writeUInt32LE(((bytes.readUInt32LE(at + 38) >>> 16) | 0o7022) * 0x1_0000, at + 38);
    const [file, folder] = [join(temporaryFolder(), "letters.zip"), temporaryFolder()];
    writeFileSync(file, bytes);
    await unpackSkill(file, { folder });
    const modes = ["SKILL.md", "run.sh"].map(
      (name) => statSync(join(folder, "letters", name)).mode,
    );
    expect(modes.map((mode) => (mode & 0o7777).toString(8))).toEqual(["644", "755"]);
  });
});
