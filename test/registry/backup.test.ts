/** Backup and restore as the guide has it, and the check that tells whether anything is lost. */
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import { systemClock } from "../../src/platform/machine/index.ts";
import { mirrorRegistry } from "../../src/registry/mirror/index.ts";
import { temporaryFolder } from "../support/program.ts";
import { askAs, openRegistry, type RegistryServer } from "../support/registry-server.ts";

const opened: RegistryServer[] = [];

afterAll(async () => {
  for (const registry of opened) await registry.close();
});

async function serve(folder: string): Promise<RegistryServer> {
  const registry = await openRegistry({}, folder);
  opened.push(registry);
  return registry;
}

function backUp(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const database = new DatabaseSync(join(from, "state.db"));
  database.prepare("vacuum into ?").run(join(to, "state.db"));
  database.close();
  // After the database: every version that it knows has its archive by then.
  for (const name of ["registry", "secret.key"])
    cpSync(join(from, name), join(to, name), { recursive: true });
}

function check({ url }: RegistryServer, folder: string) {
  return mirrorRegistry(url, folder, { trust: new Map(), now: () => systemClock.now() });
}

it("[BX-11] gives a registry back with its log and its root, and tells what a restored one lacks", async () => {
  const [data, saved, copy, early] = [1, 2, 3, 4].map(() => temporaryFolder());
  if (data === undefined || saved === undefined || copy === undefined || early === undefined)
    throw new Error("There are four folders.");
  const registry = await serve(data);
  const token = await registry.join("ann@example.com");
  const ann = askAs(() => [registry, token]);
  await ann.publish("letters");
  await check(registry, early);
  backUp(data, saved);
  await ann.publish("late-letters");
  await check(registry, copy);

  const damaged = temporaryFolder();
  cpSync(saved, damaged, { recursive: true });
  const restored = await serve(saved);
  // Nothing is missing of what there was at the time of the backup.
  expect(await check(restored, early)).toMatchObject({ entries: 1, added: 0, archives: 1 });
  expect(await check(restored, temporaryFolder())).toMatchObject({ entries: 1, fetched: 1 });
  // What came after it is lost, and a copy knows.
  await expect(check(restored, copy)).rejects.toThrow("it is shorter than before");

  const store = join(damaged, "registry");
  for (const name of readdirSync(store)) rmSync(join(store, name), { recursive: true });
  const broken = await serve(damaged);
  await expect(check(broken, temporaryFolder())).rejects.toThrow(/answered|letters/u);
});
