import { sql } from "kysely";
import { expect, it } from "vitest";
import { fillRegistry } from "../../bench/registry/fill.ts";
import { migrate } from "../../src/hub/data/migrate.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";
import { createPlatform } from "../support/platform.ts";

interface Reason {
  readonly by: string;
  readonly field?: string;
  readonly word?: string;
  readonly found?: string;
}

interface Found {
  readonly skills: readonly {
    readonly name: string;
    readonly downloads: number;
    readonly why: readonly Reason[];
  }[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly is_more: boolean;
  readonly meaning: string;
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

async function search(
  { ask }: Pick<Registry, "ask">,
  query: string,
  token?: string,
): Promise<Found> {
  return (await ask("GET", `/search?${query}`, token)).json;
}

async function names(registry: Registry, query: string): Promise<readonly string[]> {
  return (await search(registry, `q=${encodeURIComponent(query)}`)).skills.map(({ name }) => name);
}

const SKILLS = [
  { name: "kubernetes-helper", description: "Rolls out clusters and reads their state." },
  { name: "pdf-tables", description: "Extracts tables from documents." },
  { name: "mail-sorter", description: "Sorts messages into folders." },
  { name: "note-taker", description: "Writes notes from meetings." },
  { name: "typescript-linter", description: "Checks sources for mistakes." },
  { name: "stable-door-closer", description: "Sees to it that horses stay in." },
  { name: "flowerpot", description: "Waters what grows indoors." },
] as const;

async function fill(registry: Registry): Promise<void> {
  for (const skill of SKILLS)
    expect((await registry.publish(registry.ada, skillFiles({ tags: [], ...skill }))).status).toBe(
      201,
    );
}

describeOnDatabases("what searches find", ({ open }) => {
  it("[GA-12] finds skills by mistyped, inflected, extra and other words, and says why", async () => {
    const registry = await createRegistry({ database: await open() });
    await fill(registry);
    for (const [query, name] of [
      ["kubernets", "kubernetes-helper"],
      ["kubrenetes-helper", "kubernetes-helper"],
      ["k8s", "kubernetes-helper"],
      ["pfd", "pdf-tables"],
      ["pfd tables", "pdf-tables"],
      ["pdf table", "pdf-tables"],
      ["pdftables", "pdf-tables"],
      ["typscript", "typescript-linter"],
      ["typescript linters", "typescript-linter"],
      ["pdf tables quickly", "pdf-tables"],
      ["please extract the tables for me", "pdf-tables"],
      ["sorting mails", "mail-sorter"],
      ["extraction", "pdf-tables"],
      ["typscriptlinter", "typescript-linter"],
      ["stabledorocloser", "stable-door-closer"],
      ["doorcloser", "stable-door-closer"],
      ["doorclsoer", "stable-door-closer"],
      ["good stabledor closer", "stable-door-closer"],
      ["flower pot", "flowerpot"],
      ["a nice flower pot", "flowerpot"],
      ["read and check and sort messages and meetings with kubernetes", "kubernetes-helper"],
      [
        "when I ask you to do it, then could you please do what has to be done for all of my horses",
        "stable-door-closer",
      ],
      ["a nice flowr pot", "flowerpot"],
    ] as const)
      expect([query, (await names(registry, query))[0]]).toEqual([query, name]);
    const why = async (query: string): Promise<readonly Reason[] | undefined> =>
      (await search(registry, `q=${encodeURIComponent(query)}`)).skills[0]?.why;
    expect(await why("kuberntees")).toEqual([
      { by: "correction", field: "name", word: "kuberntees", found: "kubernetes" },
    ]);
    expect(await why("k8s")).toEqual([
      { by: "synonym", field: "name", word: "k8s", found: "kubernetes" },
    ]);
    expect(await why("pdf-tables")).toEqual([
      { by: "name" },
      { by: "word", field: "name", word: "pdf" },
      { by: "word", field: "name", word: "tables" },
    ]);
    expect(await why("pdf-tab")).toEqual([
      { by: "prefix", field: "name" },
      { by: "word", field: "name", word: "pdf" },
      { by: "prefix", field: "name", word: "tab" },
    ]);
    expect(await why("notes")).toEqual([{ by: "form", field: "name", word: "notes" }]);
    const found = await search(registry, "q=qqqqzzzz");
    expect(found).toMatchObject({ total: 0, is_more: false, meaning: "absent" });
  });

  it("never tells those who may not see a skill what is in it by way of a correction", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ada, bob } = registry;
    await publish(ada, skillFiles({ name: "falconry-notes" }), { visibility: "private" });
    expect(await search(registry, "q=falcomry", bob)).toMatchObject({ total: 0, facets: {} });
    expect(await search(registry, "q=falcomry", ada)).toMatchObject({ total: 1 });
  });

  it("[GA-06] lets trust and use decide between skills that fit alike, and only then", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, bob } = registry;
    await publish(ada, skillFiles({ name: "otter", description: "Swims." }));
    await publish(ada, skillFiles({ name: "beaver", description: "Builds dams like an otter." }));
    await publish(ada, skillFiles({ name: "heron", description: "Stands still like an otter." }));
    for (const name of ["heron"]) await ask("PUT", `/skills/${name}/star`, bob);
    for (const user of [bob, ada]) await ask("GET", "/skills/heron/download", user);
    expect(await names(registry, "otter")).toEqual(["otter", "heron", "beaver"]);
  });

  it("sorts and counts all that it finds, in every order, and gives all of it in pages", async () => {
    const database = await open();
    const count = 420;
    const slugs = await fillRegistry(database, count, 7);
    const platform = await createPlatform({ database });
    const ask = async (query: string): Promise<Found> =>
      (await platform.send("GET", `/registry/api/v1/search?q=publisher&${query}`)).json as Found;
    const first = await ask("sort=name&limit=200");
    expect(first.total).toBe(count);
    expect(first.skills.map(({ name }) => name)).toEqual(slugs.toSorted().slice(0, 200));
    const { skills } = await ask("sort=downloads&limit=200");
    const downloads = skills.map((skill) => skill.downloads);
    expect(downloads).toEqual(downloads.toSorted((a, b) => b - a));
    const tiers = Object.values(first.facets["tier"] ?? {}).reduce((sum, one) => sum + one, 0);
    expect(tiers).toBe(count);
    expect(first.facets["permission"]).toEqual({ "network:read": count / 3 });
    expect((await ask("tier=verified&limit=1")).total).toBe(first.facets["tier"]?.["verified"]);
    for (const sort of ["relevance", "name", "downloads", "updated", "recommended"]) {
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = await ask(`sort=${sort}&limit=200&cursor=${cursor}`);
        seen.push(...page.skills.map(({ name }) => name));
        cursor = page.next_cursor;
      }
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, count, count]);
    }
    const listed = await platform.send(
      "GET",
      "/registry/api/v1/skills?limit=5&counts=true&tier=verified",
    );
    expect(listed.json).toMatchObject({
      total: first.facets["tier"]?.["verified"],
      facets: { tier: { verified: first.facets["tier"]?.["verified"] } },
    });
  });

  it("indexes skills of before while the server runs, and says until then that there are more", async () => {
    const database = await open();
    const slugs = await fillRegistry(database, 45, 11, { isIndexed: false });
    const { market, send } = await createPlatform({ database });
    const ask = async (query: string): Promise<Found> =>
      (await send("GET", `/registry/api/v1/search?q=${query}`)).json as Found;
    expect(await ask("publisher")).toMatchObject({ total: 0, is_more: true });
    await market.indexSearch();
    expect(await ask("publisher")).toMatchObject({ total: slugs.length, is_more: false });
  });

  it("indexes skills of an earlier version again while the server runs, and finds them meanwhile", async () => {
    const database = await open();
    const registry = await createRegistry({ database });
    await fill(registry);
    await sql`delete from schema_steps where id = '068-search-names'`.execute(database.query);
    expect(await migrate(database.query, database.kind)).toEqual(["068-search-names"]);
    const { market, send } = await createPlatform({ database });
    const ask = async (query: string): Promise<Found> =>
      (await send("GET", `/registry/api/v1/search?q=${query}`)).json as Found;
    expect(await ask("mail+sorter")).toMatchObject({ total: 1, is_more: true });
    await market.indexSearch();
    expect(await ask("mialsorter")).toMatchObject({ total: 1, is_more: false });
  });

  it("knows at once what another server on the same database has changed", async () => {
    const database = await open();
    const registry = await createRegistry({ database });
    const other = await createPlatform({ database });
    const ask = async (query: string): Promise<Found> =>
      (await other.send("GET", `/registry/api/v1/search?q=${query}`)).json as Found;
    const { publish, ada, bob } = registry;
    expect((await ask("lemur")).total).toBe(0);
    await publish(ada, skillFiles({ name: "lemur-facts" }));
    await publish(ada, skillFiles({ name: "zoo", description: "Knows each lemur." }));
    expect((await ask("lemur")).skills.map(({ name }) => name)).toEqual(["lemur-facts", "zoo"]);
    await publish(ada, skillFiles({ name: "zoo", version: "2.0.0", description: "Knows apes." }));
    expect((await ask("lemur")).total).toBe(1);
    await registry.ask("GET", "/skills/lemur-facts/download", bob);
    expect((await ask("lemur")).skills[0]?.downloads).toBe(1);
    await registry.ask("DELETE", "/skills/lemur-facts", ada);
    expect((await ask("lemur")).total).toBe(0);
  });

  it("compares by meaning what words do not find, with vectors that follow the descriptions", async () => {
    const database = await open();
    // Stands for a model: one number for each of a few subjects.
    const subjects = [/money|budget|invoice/u, /animal|otter|zoo/u, /music|song|melody/u];
    const embeddings = {
      id: "subjects",
      embed: (texts: readonly string[]) =>
        Promise.resolve(
          texts.map((text) =>
            Float32Array.from(subjects, (subject) => (subject.test(text) ? 1 : -0.1)),
          ),
        ),
    };
    const registry = await createRegistry({ database, embeddings });
    const { publish, ada, market } = registry;
    await publish(ada, skillFiles({ name: "ledger", description: "Plans a budget." }));
    await publish(ada, skillFiles({ name: "river", description: "All about the otter." }));
    const query = "q=any+good+melody+money+gizmo";
    expect(await search(registry, query)).toMatchObject({ total: 0, meaning: "not-needed" });
    await market.indexSearch();
    expect(await search(registry, query)).toMatchObject({
      meaning: "used",
      total: 1,
      skills: [{ name: "ledger", why: [{ by: "meaning", field: "description" }] }],
    });
    const next = skillFiles({
      name: "ledger",
      version: "2.0.0",
      description: "Knows each animal.",
    });
    await publish(ada, next);
    await market.indexSearch();
    expect((await search(registry, query)).total).toBe(0);
    expect(await search(registry, "q=ledger")).toMatchObject({ meaning: "not-needed", total: 1 });
  });
});
