/** The version under which a registry has a skill counts, whatever its SKILL.md says. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockPath, openManager, readLock, type SkillManager } from "../../src/registry/index.ts";
import { program, runFile } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  type RegistryServer,
  skillText,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";
import { stateOf } from "../support/shared-skills.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

function manage(folder: string = temporaryFolder()): SkillManager {
  return openManager({
    folder,
    registry: registry.url,
    clawhub: registry.url,
    trust: new Map(),
    environment: process.env,
    tokenFor: (address) => (address.origin === registry.url ? token : undefined),
  });
}

const LOOSE = { allowsExperimental: true } as const;

/** Without a stated version the SKILL.md gives none. */
async function publish(
  name: string,
  version: string,
  { stated, needs, more = "" }: { stated?: string; needs?: string; more?: string } = {},
): Promise<void> {
  const text = stated === undefined ? skillText(name, more) : versionedText(name, stated, more);
  const needed =
    needs === undefined
      ? text
      : text.replace(
          "\n---\n\n#",
          `\nmetadata:\n  skillwright.relations.skills: '[{"name":"${needs}","version":"^1.0.0"}]'\n---\n\n#`,
        );
  await manage().publish(writeSkill(name, { "SKILL.md": needed }), { version });
}

function skillwright(words: readonly string[], folder: string) {
  return runFile(process.execPath, [program, ...words], {
    folder,
    environment: { SKILLWRIGHT_REGISTRY: registry.url, SKILLWRIGHT_TOKEN: token },
  });
}

describe.each([
  ["none", undefined],
  ["another", "0.3.0"],
])("a skill that states %s", (what, stated) => {
  const name = `letters-${what}`;
  const given = stated === undefined ? {} : { stated };

  it.each(["registry", "clawhub"])(
    "[GA-12] [GA-15] is installed, locked, pinned and found up to date by the version of the %s",
    async (kind) => {
      const own = `${name}-${kind}`;
      await publish(own, "1.0.0", given);
      const folder = temporaryFolder();
      const manager = manage(folder);
      expect(await manager.install(`${kind}:${registry.url}#${own}`, LOOSE)).toMatchObject([
        { name: own, version: "1.0.0" },
      ]);
      expect(readLock(folder).get(own)).toMatchObject({
        version: "1.0.0",
        statedVersion: stated ?? "",
      });
      expect(await manager.listInstalled()).toMatchObject([{ version: "1.0.0", drifts: [] }]);
      expect(await manager.outdated()).toEqual({ skills: [], skipped: [] });
      await publish(own, "1.1.0", { ...given, more: "3. More.\n" });
      expect(await manager.outdated()).toMatchObject({
        skills: [{ name: own, current: "1.0.0", wanted: "1.1.0", latest: "1.1.0" }],
      });
      expect(await manager.pin(own, "it holds")).toMatchObject({ version: "1.0.0" });
      expect(await manager.update("all", LOOSE)).toMatchObject({ skills: [] });
      await manager.pin(own);
      expect(await manager.update("all", LOOSE)).toMatchObject({
        skills: [{ from: "1.0.0", version: "1.1.0", done: "updated" }],
      });
      expect(await manager.outdated()).toEqual({ skills: [], skipped: [] });
      const before = readFileSync(lockPath(folder));
      const state = stateOf(folder);
      rmSync(join(folder, own), { recursive: true });
      await manager.installFrozen(LOOSE);
      expect(readFileSync(lockPath(folder)).equals(before)).toBe(true);
      expect(stateOf(folder)).toEqual(state);
      expect(await manager.listInstalled()).toMatchObject([{ version: "1.1.0", drifts: [] }]);
    },
  );

  it("[GA-21] meets what another skill needs", async () => {
    const [base, above] = [`${name}-base`, `${name}-above`];
    await publish(base, "1.4.0", given);
    await publish(above, "1.0.0", { needs: base });
    const folder = temporaryFolder();
    const manager = manage(folder);
    await manager.install(base, LOOSE);
    expect(await manager.install(above, LOOSE)).toMatchObject([
      { name: base, version: "1.4.0" },
      { name: above, version: "1.0.0" },
    ]);
    expect(readLock(folder).get(above)?.dependencies).toEqual({ [base]: "1.4.0" });
  });
});

it("[GA-15] a lock that was written without the version is read with it", async () => {
  await publish("old-lock", "2.0.0");
  const folder = temporaryFolder();
  const manager = manage(folder);
  await manager.install("old-lock", LOOSE);
  const lock = JSON.parse(readFileSync(lockPath(folder), "utf8"));
  delete lock.seal;
  delete lock.skills["old-lock"].stated_version;
  lock.skills["old-lock"].version = "";
  writeFileSync(lockPath(folder), JSON.stringify(lock));
  expect(await manager.listInstalled()).toMatchObject([{ version: "2.0.0", drifts: [] }]);
  expect(await manager.outdated()).toEqual({ skills: [], skipped: [] });
});

it("[GA-12] a publisher is told of a difference, and `info` shows it", async () => {
  const folder = writeSkill("told-apart", { "SKILL.md": versionedText("told-apart", "0.9.0") });
  const published = await manage().publish(folder, { version: "2.0.0" });
  expect(published).toMatchObject({ version: "2.0.0" });
  expect(published.warnings.join("\n")).toContain(
    "SKILL.md says version `0.9.0`, but it is published as `2.0.0`",
  );
  const at = temporaryFolder();
  for (const word of ["told-apart@2.0.0", "told-apart"])
    expect((await skillwright(["info", word], at)).stdout).toContain("SKILL.md says 0.9.0");
  const told = await skillwright(["info", "told-apart@2.0.0", "--json"], at);
  expect(JSON.parse(told.stdout)).toMatchObject({ version: "2.0.0", stated_version: "0.9.0" });
  await publish("told-alike", "1.0.0", { stated: "1.0.0" });
  expect((await skillwright(["info", "told-alike@1.0.0"], at)).stdout).not.toContain(
    "SKILL.md says",
  );
});

it("[GA-12] one name that cannot be had keeps nobody from the others of a list", async () => {
  const names = Array.from({ length: 6 }, (_, index) => `of-a-list-${index}`);
  for (const one of names) await publish(one, "1.0.0", { stated: "0.1.0" });
  const at = temporaryFolder();
  const words = [...names.slice(0, 3), "no-such-skill", "bad name", ...names.slice(3)];
  const ran = await skillwright(["install", ...words, "--allow-experimental"], at);
  expect(ran.code).toBe(1);
  expect([...readLock(join(at, "skills")).keys()]).toEqual(names);
  expect(ran.stderr).toContain("No skill `no-such-skill`");
  expect(ran.stderr).toContain("The name `bad name` is not valid");
  const again = await skillwright(["install", ...words, "--allow-experimental", "--json"], at);
  expect(again.code).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({
    refused: [{ source: "bad name" }, { source: "no-such-skill" }],
  });
  const alone = await skillwright(["install", "no-such-skill"], at);
  expect(alone.code).toBe(1);
});
