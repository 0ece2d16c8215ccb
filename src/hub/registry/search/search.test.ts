import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../../test/contract/databases.ts";
import { createRegistry, type Registry, skillFiles } from "../../../../test/support/market.ts";

interface Found {
  readonly skills: readonly { readonly name: string; readonly score: number }[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

async function search({ ask }: Registry, query: string): Promise<Found> {
  return (await ask("GET", `/search?${query}`)).json;
}

async function names(registry: Registry, query: string): Promise<readonly string[]> {
  return (await search(registry, query)).skills.map(({ name }) => name);
}

async function fill(registry: Registry): Promise<void> {
  const { publish, ada } = registry;
  for (const skill of [
    { name: "web-search", description: "Searches the web.", tags: ["search"] },
    { name: "web-search-pro", description: "Searches more of the web.", tags: ["search"] },
    {
      name: "mail-sorter",
      description: "Sorts mail into folders.",
      tags: ["Mail"],
      permissions: ["filesystem:write:./mail/**"],
      body: "Look at the sender, then at the zebra in the subject.",
    },
    {
      name: "web-cleaner",
      description: "Cleans pages.",
      permissions: [],
      body: "A search follows.",
    },
    { name: "notizen", description: "Größere Notizen schreiben, 日本語の検索.", permissions: [] },
  ])
    expect((await publish(ada, skillFiles(skill))).status).toBe(201);
}

describeOnDatabases("searching the registry", ({ open }) => {
  it("finds words and beginnings in names, tags, descriptions and texts, the best match first", async () => {
    const registry = await createRegistry({ database: await open() });
    await fill(registry);
    expect(await names(registry, "q=web+search")).toEqual([
      "web-search",
      "web-search-pro",
      "web-cleaner",
      // Has one of the words, as a topic.
      "notizen",
    ]);
    expect(await names(registry, "q=web-search")).toEqual([
      "web-search",
      "web-search-pro",
      "web-cleaner",
      // Has one of the words, as a topic.
      "notizen",
    ]);
    expect(await names(registry, "q=web-sea")).toEqual([
      "web-search",
      "web-search-pro",
      "web-cleaner",
      "notizen",
    ]);
    expect(await names(registry, "q=zebra")).toEqual(["mail-sorter"]);
    expect(await names(registry, "q=zeb")).toEqual(["mail-sorter"]);
    expect(await names(registry, "q=zebra_in_the_sub")).toEqual(["mail-sorter"]);
    expect(await names(registry, "q=MAIL")).toEqual(["mail-sorter"]);
    expect(await names(registry, "q=grossere")).toEqual([]);
    expect(await names(registry, "q=gr%C3%B6%C3%9Fere")).toEqual(["notizen"]);
    expect(await names(registry, `q=${encodeURIComponent("検索")}`)).toEqual(["notizen"]);
    expect(await names(registry, "q=ada")).toHaveLength(5);
    expect(await names(registry, "q=")).toEqual([]);
    expect(await names(registry, "q=%22%2A%28%29%3A%26%7C!")).toEqual([]);
    expect(await names(registry, "q=NEAR%28zzz+yyy%29+NOT+xxx")).toEqual([]);
    expect(await names(registry, "q=web-search&mode=exact")).toEqual(["web-search"]);
    expect(await names(registry, "q=zebra+cleaner")).toEqual(["web-cleaner", "mail-sorter"]);
  });

  it("narrows by dialect, tier, permission, system and topic, and counts what it found", async () => {
    const registry = await createRegistry({ database: await open() });
    await fill(registry);
    const found = await search(registry, "q=ada");
    expect(found.total).toBe(5);
    expect(found.facets).toMatchObject({
      tier: { experimental: 5 },
      permission: { "network:read": 2, "filesystem:write": 1, "filesystem:write:./mail/**": 1 },
      topic: { search: 4, mail: 1 },
    });
    const dialect = Object.keys(found.facets["dialect"] ?? {});
    expect(dialect).toHaveLength(1);
    expect(await names(registry, `q=ada&dialect=${dialect.join()}`)).toHaveLength(5);
    expect(await names(registry, "q=ada&dialect=none")).toEqual([]);
    expect(await names(registry, "q=ada&permission=filesystem:write")).toEqual(["mail-sorter"]);
    expect(await names(registry, "q=ada&topic=mail&tier=experimental")).toEqual(["mail-sorter"]);
    expect(await names(registry, "q=ada&tier=verified")).toEqual([]);
    expect(await names(registry, "q=web&works_on=claude")).toHaveLength(3);
    expect(await names(registry, "q=web&works_on=nowhere")).toEqual([]);
    expect(await names(registry, "q=web&publisher=bob")).toEqual([]);
    const { ask } = registry;
    const list = async (query: string): Promise<readonly string[]> =>
      ((await ask("GET", `/skills?${query}`)).json as Found).skills.map(({ name }) => name);
    expect(await list("sort=name&permission=network:read")).toEqual([
      "web-search",
      "web-search-pro",
    ]);
    expect(await list("sort=name&prefix=web-")).toEqual([
      "web-cleaner",
      "web-search",
      "web-search-pro",
    ]);
    expect(await list("sort=name&topic=mail")).toEqual(["mail-sorter"]);
    expect((await ask("GET", "/skills?sort=wrong")).status).toBe(400);
    expect((await ask("GET", "/skills?limit=0")).status).toBe(400);
    expect((await ask("GET", "/skills?cursor=x")).status).toBe(400);
  });

  it("gives pages that neither overlap nor leave anything out, in every order", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada } = registry;
    const count = 11;
    for (let index = 0; index < count; index += 1)
      await publish(ada, skillFiles({ name: `page-${index}` }));
    for (const sort of [
      "recommended",
      "updated",
      "created",
      "downloads",
      "stars",
      "rating",
      "name",
      "trending",
    ])
      expect(await walk(`/skills?sort=${sort}`)).toHaveLength(count);
    for (const sort of ["relevance", "name", "updated"])
      expect(await walk(`/search?q=page&sort=${sort}`)).toHaveLength(count);

    async function walk(path: string): Promise<readonly string[]> {
      const seen = new Set<string>();
      let cursor: string | null = "";
      for (let page = 0; cursor !== null && page < count; page += 1) {
        const { json } = await ask("GET", `${path}&limit=4&cursor=${cursor}`);
        const { skills, next_cursor } = json as Found;
        for (const { name } of skills) {
          expect(seen.has(name)).toBe(false);
          seen.add(name);
        }
        cursor = next_cursor;
      }
      return [...seen];
    }
  });

  it("follows what becomes of a skill", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, bob } = registry;
    await publish(ada, skillFiles({ name: "one-tool", description: "About lions." }));
    await publish(ada, skillFiles({ name: "two-tool", description: "About lions." }));
    await ask("GET", "/skills/two-tool/download", bob);
    await ask("PUT", "/skills/two-tool/star", bob);
    expect(await names(registry, "q=lions")).toEqual(["two-tool", "one-tool"]);
    await ask("PUT", "/skills/two-tool/deprecation", ada, { message: "Use one-tool." });
    expect(await names(registry, "q=lions")).toEqual(["one-tool", "two-tool"]);
    const next = skillFiles({ name: "one-tool", version: "2.0.0", description: "About tigers." });
    await publish(ada, next);
    expect(await names(registry, "q=lions")).toEqual(["two-tool"]);
    await ask("POST", "/skills/one-tool/2.0.0/yank", ada, {});
    expect(await names(registry, "q=tigers")).toEqual([]);
    expect(await names(registry, "q=lions")).toEqual(["one-tool", "two-tool"]);
    await ask("DELETE", "/skills/two-tool", ada);
    expect(await names(registry, "q=lions")).toEqual(["one-tool"]);
    await ask("POST", "/skills/two-tool/undelete", ada);
    expect(await names(registry, "q=lions")).toEqual(["one-tool", "two-tool"]);
  });
});
