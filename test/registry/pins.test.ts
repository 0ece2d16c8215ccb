/** What an update may change: not what is pinned, and never to an earlier version. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openManager, readLock, type SkillManager } from "../../src/registry/index.ts";
import { temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { publisherKey, trusting, writeShared } from "../support/shared-skills.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
  await manage().registry().whoAmI();
  const publicKey = Buffer.from(publisherKey.publicBytes).toString("base64");
  await registry.send("POST", "/registry/api/v1/keys", {
    token,
    json: { public_key: publicKey, publisher: "ann" },
  });
});

afterAll(() => registry.close());

function manage(folder: string = temporaryFolder()): SkillManager {
  return openManager({
    folder,
    registry: registry.url,
    trust: trusting,
    environment: process.env,
    tokenFor: (address) => (address.origin === registry.url ? token : undefined),
  });
}

async function publish(
  name: string,
  version: string,
  needs: Readonly<Record<string, string>> = {},
): Promise<void> {
  await manage().publish(await writeShared(temporaryFolder(), { name, version, needs }));
}

function versionsIn(folder: string): readonly string[] {
  return [...readLock(folder).values()].map(({ name, version }) => `${name}@${version}`);
}

it("[GA-12] keeps a pinned skill that others need, and says nothing of versions they cannot use", async () => {
  await publish("stones", "1.0.0");
  await publish("house", "1.0.0", { stones: "^1.0.0" });
  const folder = temporaryFolder();
  const manager = manage(folder);
  await manager.install("house");
  await publish("stones", "2.0.0");
  expect((await manager.outdated()).skills).toEqual([]);
  await publish("stones", "1.1.0");
  expect((await manager.outdated()).skills).toMatchObject([
    { name: "stones", current: "1.0.0", wanted: "1.1.0", latest: "2.0.0" },
  ]);
  await manager.pin("stones", "it holds");
  await manager.update("all");
  expect(versionsIn(folder)).toEqual(["house@1.0.0", "stones@1.0.0"]);
  await manager.pin("stones");
  await manager.update("all");
  expect(versionsIn(folder)).toEqual(["house@1.0.0", "stones@1.1.0"]);
});

it("[GA-12] refuses to install over a pin, unless it is told to", async () => {
  await publish("roof", "1.0.0");
  const folder = temporaryFolder();
  const manager = manage(folder);
  await manager.install("roof");
  await publish("roof", "1.1.0");
  await manager.pin("roof", "it is dry");
  await expect(manager.install("roof@^1.1.0")).rejects.toThrow(
    "`roof` cannot change from 1.0.0 to 1.1.0: it is pinned: it is dry.",
  );
  expect(versionsIn(folder)).toEqual(["roof@1.0.0"]);
  await manager.install("roof@^1.1.0", { isForced: true });
  expect(versionsIn(folder)).toEqual(["roof@1.1.0"]);
});

it("[GA-21] never updates to an earlier version for the sake of another skill", async () => {
  for (const version of ["1.0.0", "1.2.0", "2.0.0"]) await publish("glass", version);
  await publish("door", "1.0.0");
  const folder = temporaryFolder();
  const manager = manage(folder);
  await manager.install("door");
  await manager.install("glass");
  await publish("door", "1.1.0", { glass: "^1.0.0" });
  await manager.update("all");
  expect(versionsIn(folder)).toEqual(["door@1.0.0", "glass@2.0.0"]);
});
