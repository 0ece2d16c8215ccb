/**
 * Renovate itself against our registry, by the preset that we ship. SKILLWRIGHT_RENOVATE names the folder in which it is
 * installed, as CONTRIBUTING.md says: it is 360 megabytes.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openManager, type SkillManager } from "../../src/registry/index.ts";
import { program, runFile } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { root } from "../support/source.ts";
import { outputOf } from "../support/spawner.ts";
import { publisherKey, trusting, writeShared } from "../support/shared-skills.ts";

const home = process.env["SKILLWRIGHT_RENOVATE"];
let registry: RegistryServer;
let token = "";

function manage(folder: string): SkillManager {
  return openManager({
    folder,
    registry: registry.url,
    clawhub: registry.url,
    trust: trusting,
    environment: process.env,
    tokenFor: (address) => (address.origin === registry.url ? token : undefined),
  });
}

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com", [
    "registry:read",
    "registry:write",
    "registry:keys",
  ]);
  await manage(temporaryFolder()).registry().whoAmI();
  const publicKey = Buffer.from(publisherKey.publicBytes).toString("base64");
  const json = { public_key: publicKey, publisher: "ann" };
  await registry.send("POST", "/registry/api/v1/keys", { token, json });
});

afterAll(() => registry.close());

it("[BX-06] Renovate finds the newer version of a skill in its lock, and in the list of `outdated`", async ({
  skip,
}) => {
  if (home === undefined) return skip("SKILLWRIGHT_RENOVATE names no Renovate");
  const source = temporaryFolder();
  const folder = temporaryFolder();
  const skills = join(folder, "skills");
  mkdirSync(skills);
  await manage(skills).publish(await writeShared(source, { name: "bot-letters" }));
  await manage(skills).install("bot-letters");
  for (const version of ["1.0.1", "1.1.0"])
    await manage(skills).publish(
      await writeShared(temporaryFolder(), { name: "bot-letters", version }),
    );
  await expectUpdate(home, folder, { preset: "renovate", file: "skills/skill-lock.json" });
  const listed = await runFile(
    process.execPath,
    [program, "outdated", "--format", "renovate", "--registry", registry.url],
    { folder, environment: { SKILLWRIGHT_TOKEN: token } },
  );
  expect(listed).toMatchObject({ code: 1, stderr: "" });
  rmSync(join(skills, "skill-lock.json"));
  writeFileSync(join(folder, "skill-updates.json"), listed.stdout);
  await expectUpdate(home, folder, {
    preset: "renovate-updates",
    file: "skill-updates.json",
  });
}, 480_000);

async function expectUpdate(
  renovate: string,
  folder: string,
  { preset, file }: { readonly preset: string; readonly file: string },
): Promise<void> {
  writeFileSync(
    join(folder, "renovate.json"),
    readFileSync(join(root, `presets/${preset}.json`), "utf8"),
  );
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
  ])
    outputOf("git", words, { cwd: folder });
  const found = await runFile(join(renovate, "node_modules/.bin/renovate"), ["--platform=local"], {
    folder,
    timeout: 180_000,
    environment: {
      LOG_FORMAT: "json",
      LOG_LEVEL: "debug",
      RENOVATE_BASE_DIR: temporaryFolder(),
      RENOVATE_ALLOWED_COMMANDS: '["^git checkout", "^skillwright update"]',
    },
  });
  const lines = found.stdout.split("\n").filter((line) => line.startsWith("{"));
  // One line of its log has all that it read.
  const line = lines.find((one) => one.includes("packageFiles with updates")) ?? "{}";
  const dependency = (JSON.parse(line) as Record<string, unknown>)["config"];
  expect(dependency, found.stdout.slice(-2000)).toMatchObject({
    jsonata: [
      {
        packageFile: file,
        deps: [
          {
            depName: "bot-letters",
            currentValue: "1.0.0",
            updates: expect.arrayContaining([
              expect.objectContaining({ newVersion: "1.1.0" }),
            ]) as unknown[],
          },
        ],
      },
    ],
  });
}
