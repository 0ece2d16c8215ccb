/** Clients that cannot reach a registry say so, and those that name a tag get what it stands for. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openManager, readLock, type SkillManager } from "../../src/registry/index.ts";
import { type Answer, program, runFile } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

function manage(folder: string = temporaryFolder(), url = registry.url): SkillManager {
  return openManager({
    folder,
    registry: url,
    clawhub: url,
    trust: new Map(),
    environment: process.env,
    tokenFor: () => token,
  });
}

async function publish(name: string, version: string, tags: readonly string[] = []): Promise<void> {
  const text = versionedText(name, version, `3. As in ${version}.\n`);
  await manage().publish(writeSkill(name, { "SKILL.md": text }), { tags });
}

function skillwright(words: readonly string[], folder: string, url: string): Promise<Answer> {
  return runFile(process.execPath, [program, ...words], {
    folder,
    environment: { SKILLWRIGHT_REGISTRY: url, SKILLWRIGHT_TOKEN: token },
  });
}

const LOOSE = { allowsExperimental: true } as const;

it.each([["update", "--all"], ["update", "far-away"], ["outdated"]])(
  "[GA-12] `%s %s` does not call up to date what it could not ask about",
  async (...words) => {
    const other = await openRegistry();
    const mine = await other.join("ann@example.com");
    const at = temporaryFolder();
    try {
      const client = openManager({
        folder: join(at, "skills"),
        registry: other.url,
        trust: new Map(),
        environment: process.env,
        tokenFor: () => mine,
      });
      await client.publish(
        writeSkill("far-away", { "SKILL.md": versionedText("far-away", "1.0.0") }),
      );
      await client.install("far-away", LOOSE);
    } finally {
      await other.close();
    }
    const given = words.filter((word) => word !== undefined);
    const ran = await skillwright(given, at, other.url);
    expect(ran.code).toBe(1);
    expect(ran.stdout).not.toContain("up to date");
    expect(ran.stderr).toContain("cannot be reached");
    const told = await skillwright([...given, "--json"], at, other.url);
    expect(told.code).toBe(1);
    expect(JSON.parse(told.stdout)).toMatchObject({
      skipped: [{ name: "far-away", isFailure: true }],
    });
  },
);

it.each(["registry", "clawhub"])(
  "[GA-12] [OC-19] installs and follows a tag of a %s",
  async (kind) => {
    const name = `tagged-${kind}`;
    await publish(name, "1.0.0", ["stable"]);
    await publish(name, "2.0.0-rc.1", ["next"]);
    await publish(name, "3.0.0");
    const folder = temporaryFolder();
    const manager = manage(folder);
    const source = `${kind}:${registry.url}#${name}`;
    expect(await manager.install(`${source}@next`, LOOSE)).toMatchObject([
      { name, version: "2.0.0-rc.1" },
    ]);
    expect(readLock(folder).get(name)).toMatchObject({ requested: "next", version: "2.0.0-rc.1" });
    expect((await manager.update("all", LOOSE)).skills).toMatchObject([{ done: "unchanged" }]);
    await publish(name, "2.0.0-rc.2", ["next"]);
    expect((await manager.outdated()).skills).toMatchObject([{ name, wanted: "2.0.0-rc.2" }]);
    expect((await manager.update("all", LOOSE)).skills).toMatchObject([
      { from: "2.0.0-rc.1", version: "2.0.0-rc.2" },
    ]);
    await manager.installFrozen(LOOSE);
    expect(await manage().install(`${source}@latest`, LOOSE)).toMatchObject([{ version: "3.0.0" }]);
    await expect(manage().install(`${source}@nightly`, LOOSE)).rejects.toThrow(
      `\`${name}\` has no tag \`nightly\`; it has `,
    );
    await expect(manage().install("no-such-skill@nightly", LOOSE)).rejects.toThrow(
      "No skill `no-such-skill`",
    );
  },
);

it("[GA-12] leaves alone what a tag that went back stands for", async () => {
  await publish("went-back", "1.0.0");
  await publish("went-back", "1.1.0", ["stable"]);
  const folder = temporaryFolder();
  const manager = manage(folder);
  await manager.install("went-back@stable", LOOSE);
  await publish("went-back", "1.0.1", ["stable"]);
  expect(await manager.update("all", LOOSE)).toMatchObject({
    skills: [],
    skipped: [{ name: "went-back", reason: "`stable` stands for the older version 1.0.1" }],
  });
});
