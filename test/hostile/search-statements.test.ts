/** Statements that search for words: the index of words comes first in each, and none reads more than a part of a base. */
import { readdirSync, readFileSync } from "node:fs";
import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { register, type User } from "../../src/hub/accounts/index.ts";
import type { Database } from "../../src/hub/data/index.ts";
import { toChunkId } from "../../src/hub/knowledge/chunk-id.ts";
import { searchBase } from "../../src/hub/knowledge/index.ts";
import { createFakeClock } from "../../src/platform/machine/clock.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createRegistry, skillFiles } from "../support/market.ts";
import { createPlatform } from "../support/platform.ts";
import { type Asked, recordDatabase } from "../support/recorded-database.ts";

/** Files of the program that search an index of words; the tests below go through what each of them asks. */
const SEARCHING = [
  "src/hub/knowledge/find-in-sqlite.ts",
  "src/hub/knowledge/find-words.ts",
  "src/hub/registry/search/postings.ts",
  // Asks of one word at a time whether there is any match, which ends with the first.
  "src/hub/registry/search/sweep-vocabulary.ts",
];
const SEARCHES = /\bmatch \$\{|@@ /u;

const CHUNKS = 6000;
const WORDS = Array.from({ length: 24 }, (_, at) => `w${String.fromCharCode(97 + at)}`);

/** Two bases, whose pieces lie between each other, and every one of which has every word. */
async function fill({ query }: Database, { id: owner_id }: User): Promise<void> {
  const now = new Date().toISOString();
  for (const name of ["a", "b"]) {
    const base = { id: name, owner_id, name, description: "", created_at: now };
    await query.insertInto("knowledge_bases").values(base).execute();
    const fixed = { size: 1, digest: "", status: "completed", error: null, attempts: 0 } as const;
    const times = {
      created_at: now,
      updated_at: now,
      chunk_count: CHUNKS / 2,
      first_number: 1,
      last_number: CHUNKS,
    };
    const document = { id: name, base_id: name, name: "d.txt", ...fixed, ...times };
    await query.insertInto("documents").values(document).execute();
  }
  const rows = Array.from({ length: CHUNKS }, (_, position) => ({
    id: toChunkId(position % 2 === 0 ? "a" : "b", Math.floor(position / 2)),
    base_id: position % 2 === 0 ? "a" : "b",
    document_id: position % 2 === 0 ? "a" : "b",
    position,
    text: `text ${position}`,
    words: [...WORDS, ...(position === 4000 ? ["rare"] : []), `n${position}`].join(" "),
  }));
  for (let at = 0; at < rows.length; at += 500)
    await query
      .insertInto("chunks")
      .values(rows.slice(at, at + 500))
      .execute();
}

it("[BX-14] every file that searches an index of words is known here", () => {
  const files = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /(?<!\.test)\.ts$/u.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`)
    .filter((file) => file.startsWith("src/hub/") && SEARCHES.test(readFileSync(file, "utf8")));
  expect(files.toSorted()).toEqual(SEARCHING);
});

interface Step {
  readonly parent: number;
  readonly detail: string;
}

const isLoop = ({ detail }: Step): boolean => /^(?:SCAN|SEARCH)/u.test(detail);
const isSearch = ({ statement }: Asked): boolean => /\bmatch\b|@@/iu.test(statement.sql);

describeOnDatabases("[BX-14] a search for words", ({ kind, open }) => {
  /** What is wrong with the way in which the database answers. */
  async function faultsOf({ query }: Database, { sql: text, parameters }: CompiledQuery) {
    if (kind === "postgres") {
      // Small tables are read whole, whatever the indexes are.
      return await query.connection().execute(async (connection) => {
        await sql`set enable_seqscan = off`.execute(connection);
        const { rows } = await connection.executeQuery(
          CompiledQuery.raw(`explain ${text}`, [...parameters]),
        );
        await sql`reset enable_seqscan`.execute(connection);
        const lines = (rows as readonly { readonly "QUERY PLAN": string }[]).map(
          (row) => row["QUERY PLAN"],
        );
        return lines.filter((line) => /Seq Scan on (?:chunks|market_terms)/u.test(line));
      });
    }
    const { rows } = await query.executeQuery(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    );
    const steps = rows as readonly Step[];
    // Steps of one level are loops, each within the one before it.
    return steps
      .filter(({ detail, parent }, at) => {
        const isInner = steps
          .slice(0, at)
          .some((other) => other.parent === parent && isLoop(other));
        if (/VIRTUAL TABLE/u.test(detail)) return isInner;
        return detail.startsWith("SCAN") && isInner;
      })
      .map(({ detail }) => detail);
  }

  it("in a knowledge base goes through its index once, in parts", async () => {
    const real = await open();
    const { database, asked } = recordDatabase(real);
    const clock = createFakeClock(Date.parse("2026-11-15T10:00:00Z"));
    const { ports } = await createPlatform({ database, clock });
    const account = { email: "mallory@example.org", password: "correct horse battery" };
    const user = await register(ports.accounts, account);
    await fill(real, user);
    asked.length = 0;
    const query = [...WORDS.slice(1), "rare"].join(" ");
    const { hits } = await searchBase(ports.knowledge, user, "a", { query, count: 5 });
    // The one with the rare word is the first, wherever it lies.
    expect(hits.map(({ index }) => index)[0]).toBe(4000);
    expect(hits.every(({ index }) => index % 2 === 0)).toBe(true);
    const searches = asked.filter(isSearch);
    expect(searches.length).toBeGreaterThan(0);
    for (const { statement } of searches) expect(await faultsOf(real, statement)).toEqual([]);
    if (kind === "postgres") return;
    // No statement gives, or goes through, more than takes a few milliseconds.
    for (const { statement, rows } of asked) expect(rows, statement.sql).toBeLessThanOrEqual(5000);
    for (const { statement } of searches) {
      const [first, last] = statement.parameters.filter((one) => typeof one === "number");
      expect((last ?? 0) - (first ?? 0), statement.sql).toBeLessThan(100_000);
    }
  });

  it("in the registry begins with its index", async () => {
    const real = await open();
    const { database, asked } = recordDatabase(real);
    const registry = await createRegistry({ database });
    await registry.publish(registry.ada, skillFiles({ name: "web-search" }));
    asked.length = 0;
    const found = await registry.ask("GET", "/search?q=search+the+web");
    expect(JSON.stringify(found.json)).toContain("web-search");
    const searches = asked.filter(isSearch);
    expect(searches.length).toBeGreaterThan(0);
    for (const { statement } of searches) expect(await faultsOf(real, statement)).toEqual([]);
  });

  it.each([
    ["one word beside many", (at: number) => `wed q${at.toString(36)}`],
    ["many words", (at: number) => `q${at.toString(36)}`],
  ])(
    "in the registry asks no more for a long question of %s than for a short one",
    async (_, wordAt) => {
      const { database, asked } = recordDatabase(await open());
      const { publish, ada, market } = await createRegistry({ database });
      await publish(ada, skillFiles({ name: "web-search" }));
      const statementsFor = async (length: number): Promise<number> => {
        asked.length = 0;
        const query = Array.from({ length }, (_word, at) => wordAt(at)).join(" ");
        await market.search({ isModerator: false }, { query });
        return asked.length;
      };
      await statementsFor(1);
      const few = await statementsFor(20);
      expect(await statementsFor(2000)).toBeLessThanOrEqual(2 * few);
    },
  );
});
