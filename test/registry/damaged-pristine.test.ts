import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkLock, openLock, openManager, type SkillManager } from "../../src/registry/index.ts";
import { temporaryFolder } from "../support/program.ts";
import { trusting, writeShared } from "../support/shared-skills.ts";

interface AgentContext {
  readonly folder: string;
  readonly manager: SkillManager;
}

/** An installed skill with a newer version in its source, and a damaged byte in what was kept of it. */
async function ground(): Promise<AgentContext> {
  const [source, folder] = [temporaryFolder(), join(temporaryFolder(), "skills")];
  const manager = openManager({ folder, trust: trusting, environment: {} });
  await manager.install(await writeShared(source, { name: "letters" }));
  await writeShared(source, { name: "letters", version: "1.1.0", body: "# Newer\n" });
  const file = join(folder, ".skillwright/pristine/letters.zip");
  const bytes = readFileSync(file);
  bytes[60] = (bytes[60] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  return { folder, manager };
}

async function kindsOf(folder: string): Promise<readonly string[]> {
  const drifts = await checkLock(folder, await openLock(folder), trusting);
  return drifts.map(({ kind }) => kind);
}

describe("what was kept of an installed skill, damaged", () => {
  it("is told by the lock, and mended by an update", async () => {
    const { folder, manager } = await ground();
    expect(await kindsOf(folder)).toEqual(["pristine"]);
    const { skills } = await manager.update(["letters"]);
    expect(skills).toMatchObject([{ name: "letters", done: "updated", version: "1.1.0" }]);
    expect(await kindsOf(folder)).toEqual([]);
  });

  it("keeps no skill from being removed", async () => {
    const { manager } = await ground();
    expect(await manager.remove(["letters"])).toMatchObject([{ name: "letters" }]);
  });

  it("loses no change that was made here", async () => {
    const { folder, manager } = await ground();
    writeFileSync(join(folder, "letters/SKILL.md"), "\nMine.\n", { flag: "a" });
    await expect(manager.update(["letters"])).rejects.toThrow(
      "`letters` was changed after it was installed",
    );
    await expect(manager.remove(["letters"])).rejects.toThrow(
      "`letters` was changed after it was installed",
    );
    const { skills } = await manager.update(["letters"], { isForced: true });
    expect(skills).toMatchObject([{ done: "updated" }]);
  });
});
