/** Registries that are killed while they publish: a version is there with all its bytes, or not at all. */
import { sharedJobs } from "../support/jobs.ts";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFolderStore } from "../../src/library/store/index.ts";
import { systemClock } from "../../src/platform/machine/index.ts";
import { openDatabase } from "../../src/hub/data/index.ts";
import { DEFAULT_MARKET, openMarket } from "../../src/hub/registry/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createAccounts } from "../support/accounts.ts";
import { type KillableServer, useKillable } from "../support/killable.ts";
import { asJson, BASE, keysIn, skillFiles } from "../support/market.ts";
import { needsTime } from "../support/needs.ts";
import { root } from "../support/source.ts";

const { start, newFolder, atEnd } = useKillable();

async function publish(
  { url }: KillableServer,
  token: string,
  version: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await fetch(`${url}${BASE}/skills`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ files: asJson(skillFiles({ version, body: `Version ${version}.` })) }),
  });
}

/** Places in the course of a publication at which the server is killed; together they go from its beginning to its end. */
const PLACES = { sqlite: [0.02, 0.5, 0.85], postgres: [0.3, 0.7, 0.97] };

describeOnDatabases("publishing while the server is killed", ({ kind, newAddress }) => {
  it(
    "[GA-19] leaves a version with its bytes, or nothing",
    { timeout: 240_000 },
    async (context) => {
      needsTime(context);
      const address = await newAddress();
      const packages = join(await newFolder(), "packages");
      const program = join(root, "test/support/registry-program.ts");
      let server = await start([program, address, packages]);
      const registered = await fetch(`${server.url}/api/v1/auth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "ada@example.org", password: "correct horse" }),
      });
      const { token } = (await registered.json()) as { readonly token: string };
      const first = await publish(server, token, "1.0.0");
      expect(first.status).toBe(201);
      const second = await publish(server, token, "1.0.1");
      const steps = Number(second.headers.get("x-steps"));
      expect(steps).toBeGreaterThan(40);
      const versions = ["1.0.0", "1.0.1"];
      for (const [index, share] of PLACES[kind].entries()) {
        const version = `2.0.${index}`;
        versions.push(version);
        const dying = publish(server, token, version, {
          "x-die-at": String(Math.ceil(steps * share)),
        });
        await expect(dying).rejects.toThrow("fetch failed");
        await server.gone;
        server = await start([program, address, packages]);
        const path = `${server.url}${BASE}/skills/web-search`;
        const there = await fetch(`${path}/${version}`);
        const listed = (await (await fetch(`${path}/versions`)).json()) as {
          readonly versions: readonly { readonly version: string }[];
        };
        const isListed = listed.versions.some((one) => one.version === version);
        expect([share, isListed]).toEqual([share, there.status === 200]);
        const again = await publish(server, token, version);
        expect([share, again.status]).toEqual([share, there.status === 200 ? 409 : 201]);
        const download = await fetch(`${path}/download?version=${version}`);
        expect([share, download.status]).toEqual([share, 200]);
      }
      await server.kill();
      await checkWhole(address, packages, versions);
    },
  );
});

/** Every version has its bytes, and what was left behind is swept away with nothing else. */
async function checkWhole(
  address: string,
  packages: string,
  versions: readonly string[],
): Promise<void> {
  const database = await openDatabase({ address });
  atEnd(() => database.close());
  const store = await openFolderStore(packages);
  const market = openMarket({
    database,
    accounts: createAccounts(database),
    store,
    clock: { ...systemClock, now: () => Date.now() + 2 * 86_400_000 },
    jobs: sharedJobs(),
    version: "0.0.0",
    workFolder: packages,
    settings: DEFAULT_MARKET,
  });
  const viewer = { isModerator: false };
  const kept = await market.versions(viewer, "web-search", { limit: 200 });
  expect(kept.items.map(({ version }) => version).toSorted()).toEqual(versions.toSorted());
  const before = (await keysIn(store)).length;
  const { packages: swept } = await market.sweep();
  expect(before - swept).toBe(versions.length);
  expect(await keysIn(store)).toHaveLength(versions.length);
  for (const version of versions) {
    const files = await market.content(viewer, "web-search", version);
    expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "tools.py"]);
    expect(Buffer.from(files[0]?.bytes ?? []).toString()).toContain(`Version ${version}.`);
  }
}
