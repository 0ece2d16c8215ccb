/** Indexes of all skills, asked for again and again: they are made once for each state of the registry. */
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { answerRequest, createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";

const SKILLS = 5;
let statements = 0;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements += 1;
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

let database: Database;
let registry: Registry;
beforeAll(async () => {
  database = await openDatabase({ address: ":memory:" });
  registry = await createRegistry({
    database: { ...database, query: database.query.withPlugin(counting) },
  });
  for (let number = 0; number < SKILLS; number += 1) await publish(`skill-${number}`);
});
afterAll(() => database.close());

async function publish(name: string): Promise<void> {
  const { status, text } = await registry.publish(registry.ada, skillFiles({ name }));
  expect(status, text).toBe(201);
}

const INDEXES = [
  ["gaia-hub", "/gaia/index.json"],
  ["discovery", "/.well-known/skills/index.json"],
  ["discovery", "/.well-known/agent-skills/index.json"],
] as const;

describe.each(INDEXES)("the index of %s at %s", (id, path) => {
  // One for each, as a server has them.
  const adapters = createAdapters(FACE_OPTIONS);

  async function get(userId?: string, known?: string): Promise<Response> {
    const url = new URL(path, "http://registry.example");
    const adapter = adapters.find((one) => one.id === id);
    for (const row of adapter?.rows ?? []) {
      const source = row.path.replaceAll(/\{(\w+)\.\.\.\}/gu, "(?<$1>.+)");
      const params = new RegExp(`^${source}$`, "u").exec(url.pathname)?.groups ?? {};
      if (adapter === undefined || !new RegExp(`^${source}$`, "u").test(url.pathname)) continue;
      const headers = known === undefined ? {} : { "if-none-match": known };
      return await answerRequest(adapter, row, {
        request: new Request(url, { headers }),
        url,
        params,
        market: registry.ports.market,
        viewer: { isModerator: false, client: "", ...(userId === undefined ? {} : { userId }) },
        base: url.origin,
      });
    }
    throw new Error(`No route for ${path}.`);
  }

  it("[BX-14] is made once for a thousand requests, at once or after another", async () => {
    const before = statements;
    const [first] = await Promise.all(Array.from({ length: 500 }, () => get()));
    const one = statements - before;
    expect(one).toBeLessThan(20 * SKILLS);
    const body = await first?.text();
    for (let count = 0; count < 500; count += 1) expect(await (await get()).text()).toBe(body);
    expect(statements - before).toBe(one);
  });

  it("[BX-14] is not sent to those who have it, and is new after a change", async () => {
    const first = await get();
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("content-type")).toBe("application/json");
    expect(await first.text()).not.toContain("brand-new");
    expect((await get(undefined, etag)).status).toBe(304);
    await publish(`brand-new-${id}-${path.length}`);
    const next = await get(undefined, etag);
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining("brand-new")]);
    await registry.send("DELETE", `/registry/api/v1/skills/brand-new-${id}-${path.length}`, {
      token: registry.ada,
    });
    expect(await (await get()).text()).not.toContain("brand-new");
  });

  it("[BX-14] is made anew for another user", async () => {
    await get();
    const before = statements;
    await get("somebody-else");
    expect(statements).toBeGreaterThan(before);
  });
});
