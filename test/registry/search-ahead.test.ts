import { expect, it } from "vitest";
import { fillSkills } from "../../bench/registry/fill.ts";
import { recordDatabase } from "../support/recorded-database.ts";
import { openDatabase } from "../../src/hub/data/index.ts";
import { Catalog } from "../../src/hub/registry/search/catalog.ts";
import { Postings } from "../../src/hub/registry/search/postings.ts";
import { readAhead } from "../../src/hub/registry/search/read-ahead.ts";

it("reads words that very many skills have before anybody asks for them", async () => {
  const { database, asked } = recordDatabase(await openDatabase({ address: ":memory:" }));
  await fillSkills(database, 1100, (index) => ({
    slug: `skill-${index}`,
    description: `Sorts mail of number${index}.`,
    body: "Look at the sender.",
    dialect: "agent-skills",
  }));
  const postings = new Postings(database, () => catalog);
  const catalog = new Catalog(database, undefined, () => {});
  await readAhead(database, catalog, postings);
  const before = asked.length;
  const terms = [
    { field: "about", text: "mail", isPrefix: false },
    { field: "about", text: "sor", isPrefix: true },
    { field: "body", text: "send", isPrefix: true },
  ] as const;
  const numbersOf = await postings.load(terms);
  expect(terms.map((term) => numbersOf(term).size)).toEqual([1100, 1100, 1100]);
  expect(asked.slice(before)).toEqual([]);
  const rare = { field: "about", text: "number7", isPrefix: false } as const;
  expect((await postings.load([rare]))(rare).size).toBe(1);
  expect(asked.length).toBeGreaterThan(before);
  await database.close();
});
