/** Skills of others keep every byte and every right to be run on their way through a package and an installation. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeZip } from "../src/platform/archive/index.ts";
import { commit, type Placement } from "../src/registry/install/commit.ts";
import {
  checkLock,
  toLockEntry,
  readForPackage,
  readInstalled,
  readLock,
  treeIntegrity,
} from "../src/registry/index.ts";
import { readArchiveBytes } from "../src/registry/sources/archive/index.ts";
import { openFolder } from "../src/registry/sources/folder/index.ts";
import { SkillError } from "../src/skill/index.ts";
import { needs } from "./support/needs.ts";

/** Every so many of them, since writing waits for the disk. */
const STEP = 4;

needs.corpus().describe("the corpus", (folder) => {
  const work = mkdtempSync(join(tmpdir(), "skillwright-corpus-"));
  execFileSync("tar", ["xzf", join(folder, "skills-1200.tar.gz"), "-C", work]);
  const folders = readdirSync(work, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/SKILL.md"))
    .map((path) => join(work, dirname(path)))
    .toSorted()
    .filter((_path, index) => index % STEP === 0);
  afterAll(() => {
    rmSync(work, { recursive: true });
  });

  it("[BX-06] is installed with every byte and every right to be run", async () => {
    const target = join(work, "installed");
    const placements = new Map<string, Placement>();
    for (const path of folders) {
      try {
        const shelf = openFolder(path);
        const [name = ""] = (await shelf.names()) ?? [];
        const skill = await shelf.fetch(name, "");
        const entry = await toLockEntry(skill, { trust: new Map(), now: 0 });
        placements.set(skill.name, { skill, entry, pristine: skill.files, over: "nothing" });
      } catch (error) {
        // Links and names that not every system can keep are refused, and so is a name that no folder can have.
        if (!SkillError.isInstance(error)) throw error;
      }
    }
    const usable = [...placements.values()].filter(({ skill }) => /^[\w.-]+$/u.test(skill.name));
    expect(usable.length).toBeGreaterThan(200);
    await commit(target, { placements: usable, now: 0 });
    for (const { skill } of usable) {
      const installed = treeIntegrity(readInstalled(join(target, skill.name)).files);
      expect(installed, skill.origin.server).toBe(
        treeIntegrity((await readForPackage(skill.origin.server)).files),
      );
    }
    expect(await checkLock(target, readLock(target), new Map())).toEqual([]);
  }, 240_000);

  it("[BX-06] comes out of an archive as it went in", async () => {
    for (const path of folders.filter((_path, index) => index % 5 === 0)) {
      const content = await readForPackage(path).catch((error: unknown) => {
        if (SkillError.isInstance(error)) return undefined;
        throw error;
      });
      if (content === undefined) continue;
      const bytes = writeZip(
        content.files.map((file) => ({ ...file, path: `skill/${file.path}` })),
      );
      expect(treeIntegrity((await readArchiveBytes(bytes)).files), path).toBe(
        treeIntegrity(content.files),
      );
    }
  }, 240_000);
});
