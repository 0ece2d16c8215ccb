/** A skill with very many versions: what it costs to tell of them grows with their number, and with nothing else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KyselyPlugin } from "kysely";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { answerVisit, createFaces } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/faces.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";

const VERSIONS = 650;
/** Who it is, which skill, and the like. */
const FEW = 20;

/** What was read from the database. */
const read = { statements: 0, rows: 0, values: 0 };
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    read.statements += 1;
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
}, 120_000);
afterAll(() => database.close());

const faces = createFaces(FACE_OPTIONS);

async function get(id: string, path: string): Promise<string> {
  const url = new URL(path, "http://registry.example");
  const face = faces.find((one) => one.id === id);
  for (const row of face?.rows ?? []) {
    const source = row.path
      .replaceAll(/\{(\w+)\.\.\.\}/gu, "(?<$1>.+)")
      .replaceAll(/\{(\w+)\}/gu, "(?<$1>[^/]+)");
    const params = new RegExp(`^${source}$`, "u").exec(url.pathname)?.groups;
    if (face === undefined || row.method !== "GET" || params === undefined) continue;
    const { market } = registry.ports;
    const answer = await answerVisit(face, row, {
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
});
