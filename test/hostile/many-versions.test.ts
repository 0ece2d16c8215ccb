/** A skill with very many versions: what it costs to tell of them grows with their number, and with nothing else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KyselyPlugin, TableNode } from "kysely";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { answerRequest, createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";

const VERSIONS = 650;
/** Who it is, which skill, and the like. */
const FEW = 20;
const KEY = "key-of-ada";

/** What was read from the database. */
const read = { statements: 0, rows: 0, values: 0 };
/** Statements that change versions, their skill or its log. */
let changes = 0;
const CHANGED = new Set(["market_versions", "market_skills", "market_log"]);
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    read.statements += 1;
    const target = node.kind === "UpdateQueryNode" ? node.table : undefined;
    const table = target ?? (node.kind === "InsertQueryNode" ? node.into : undefined);
    if (table !== undefined && TableNode.is(table) && CHANGED.has(table.table.identifier.name))
      changes += 1;
    return node;
  },
  transformResult: ({ result }) => {
    read.rows += result.rows.length;
    for (const row of result.rows) read.values += Object.keys(row).length;
    return Promise.resolve(result);
  },
};

let database: Database;
let registry: Registry;
beforeAll(async () => {
  database = await openDatabase({ address: ":memory:" });
  registry = await createRegistry({
    database: { ...database, query: database.query.withPlugin(counting) },
  });
  const { status } = await registry.publish(registry.ada, skillFiles());
  expect(status).toBe(201);
  const row = await database.query
    .selectFrom("market_versions")
    .selectAll()
    .executeTakeFirstOrThrow();
  for (let number = 1; number < VERSIONS; number += 1) {
    const version = `1.0.${number}`;
    const copy = { ...row, id: `${row.id}-${number}`, version, version_key: version };
    await database.query.insertInto("market_versions").values(copy).execute();
  }
});
afterAll(() => database.close());

const adapters = createAdapters(FACE_OPTIONS);

async function get(id: string, path: string): Promise<string> {
  const url = new URL(path, "http://registry.example");
  const adapter = adapters.find((one) => one.id === id);
  for (const row of adapter?.rows ?? []) {
    const source = row.path
      .replaceAll(/\{(\w+)\.\.\.\}/gu, "(?<$1>.+)")
      .replaceAll(/\{(\w+)\}/gu, "(?<$1>[^/]+)");
    const params = new RegExp(`^${source}$`, "u").exec(url.pathname)?.groups;
    if (adapter === undefined || row.method !== "GET" || params === undefined) continue;
    const { market } = registry.ports;
    const answer = await answerRequest(adapter, row, {
      request: new Request(url),
      url,
      params: { ...params },
      market,
      viewer: { isModerator: false, client: "203.0.113.7" },
      base: url.origin,
    });
    expect(answer.status).toBe(200);
    return await answer.text();
  }
  throw new Error(`No route of ${id} answers ${path}`);
}

const views = [
  ["git", "/git/web-search/info/refs?service=git-upload-pack"],
  ["npm", "/npm/@skills/web-search"],
  ["gaia-hub", "/gaia/skills/web-search/manifest.json"],
] as const;

describe("[BX-14] a skill with many versions", () => {
  it.each(views)(
    "is read once for %s",
    async (id, path) => {
      // What never changes is made with the first request.
      const first = await get(id, path);
      for (const version of ["1.0.0", `1.0.${VERSIONS - 1}`]) expect(first).toContain(version);
      Object.assign(read, { statements: 0, rows: 0 });
      expect(await get(id, path)).toBe(first);
      expect(read.statements).toBeLessThanOrEqual(FEW);
      expect(read.rows).toBeLessThanOrEqual(VERSIONS + FEW);
    },
    120_000,
  );

  it("is not read whole for a page of its versions", async () => {
    Object.assign(read, { values: 0 });
    const { json } = await registry.ask("GET", "/skills/web-search/versions?limit=5");
    const { versions } = json as { readonly versions: readonly { readonly version: string }[] };
    expect(versions.map(({ version }) => version)).toEqual(
      [1, 2, 3, 4, 5].map((back) => `1.0.${VERSIONS - back}`),
    );
    // Of the others what says their order, and whether they are given.
    expect(read.values).toBeLessThanOrEqual(4 * VERSIONS + 500);
  });

  it("does not get more than 2000", async () => {
    const row = await database.query
      .selectFrom("market_versions")
      .selectAll()
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 2000 - VERSIONS }, (_, number) => {
      const version = `0.1.${number}`;
      return { ...row, id: `${row.id}-old-${number}`, version, version_key: version };
    });
    for (const copy of copies)
      await database.query.insertInto("market_versions").values(copy).execute();
    const refused = await registry.publish(registry.ada, skillFiles({ version: "2.0.0" }));
    expect([refused.status, refused.text]).toEqual([507, expect.stringContaining("2000 versions")]);
    await database.query.deleteFrom("market_versions").where("version", "like", "0.1.%").execute();
    const { status } = await registry.publish(registry.ada, skillFiles({ version: "0.0.1" }));
    expect(status).toBe(201);
    await database.query.deleteFrom("market_versions").where("version", "=", "0.0.1").execute();
  });

  it("has pages that together hold each version once, the newest first", async () => {
    const found: string[] = [];
    let cursor = "";
    do {
      const { json } = await registry.ask("GET", `/skills/web-search/versions?limit=200${cursor}`);
      const page = json as { versions: { version: string }[]; next_cursor: string | null };
      found.push(...page.versions.map(({ version }) => version));
      cursor = page.next_cursor === null ? "" : `&cursor=${encodeURIComponent(page.next_cursor)}`;
    } while (cursor !== "");
    expect(found).toEqual(Array.from({ length: VERSIONS }, (_, at) => `1.0.${VERSIONS - 1 - at}`));
  });

  // The key is that of the publisher, and signed every version.
  it.each([
    ["a notice", "POST", "/skills/web-search/takedown", { claimant: "Eve", reason: "It is hers." }],
    ["a ban", "PUT", "/publishers/ada/ban", { is_banned: true, reason: "Spam." }],
    ["a key that is revoked", "DELETE", `/keys/${KEY}?since=2020-01-01T00:00:00Z`, undefined],
  ] as const)(
    "is taken away in few statements by %s",
    async (_, method, path, body) => {
      const { query } = database;
      await query
        .insertInto("market_keys")
        .values({ key_id: KEY, public_key: "", role: "publisher", handle: "ada", added_at: "2020" })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await query
        .updateTable("market_versions")
        .set({ state: "listed", held_by: "registry", notice: null })
        .set({ signature: JSON.stringify({ keyId: KEY }) })
        .execute();
      const count = async (table: "market_log" | "market_versions") =>
        (
          await query
            .selectFrom(table)
            .select("skill_id")
            .$if(table === "market_versions", (rows) => rows.where("state", "=", "quarantined"))
            .execute()
        ).length;
      const told = await count("market_log");
      changes = 0;
      const by = method === "DELETE" ? registry.ada : registry.root;
      const { status } = await registry.ask(method, path, by, body);
      expect(status).toBeLessThan(300);
      expect(changes).toBeLessThanOrEqual(FEW);
      expect(await count("market_versions")).toBe(VERSIONS);
      expect((await count("market_log")) - told).toBeGreaterThanOrEqual(VERSIONS);
    },
    120_000,
  );
});
