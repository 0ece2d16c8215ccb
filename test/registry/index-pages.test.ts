/** Indexes of all skills, of which a page has only so many: nothing is left out without a word. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { answerRequest, createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";

const NAMES = Array.from({ length: 5 }, (_, number) => `skill-${number}`);
let database: Database;
let registry: Registry;

beforeAll(async () => {
  database = await openDatabase({ address: ":memory:" });
  registry = await createRegistry({ database });
  for (const name of NAMES) {
    const { status, text } = await registry.publish(registry.ada, skillFiles({ name }));
    expect(status, text).toBe(201);
  }
});
afterAll(() => database.close());

it.each([
  ["gaia-hub", "/gaia/index.json", "agents"],
  ["discovery", "/.well-known/agent-skills/index.json", "skills"],
  ["discovery", "/.well-known/skills/index.json", "skills"],
])("[BX-06] %s at %s says where the rest of a large index is", async (id, path, list) => {
  const adapters = createAdapters({ ...FACE_OPTIONS, indexSize: 2 });
  const adapter = adapters.find((one) => one.id === id);
  if (adapter === undefined) throw new Error("no such face");
  const get = async (url: URL): Promise<Record<string, unknown>> => {
    const row = adapter.rows.find((one) => one.path.startsWith(path.slice(0, 18)));
    if (row === undefined) throw new Error("no such row");
    const answer = await answerRequest(adapter, row, {
      request: new Request(url),
      url,
      params: { path: "index.json" },
      market: registry.ports.market,
      viewer: { isModerator: false, client: "" },
      base: url.origin,
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const names: string[] = [];
  let [address, pages] = [new URL(path, "http://registry.example"), 0];
  for (;;) {
    const page = await get(address);
    const items = page[list] as readonly { readonly name?: string; readonly id?: string }[];
    expect(items.length).toBeLessThanOrEqual(2);
    names.push(...items.map(({ name, id: given }) => name ?? given ?? ""));
    pages += 1;
    const { next } = page;
    if (typeof next !== "string") break;
    address = new URL(next, address);
  }
  expect(pages).toBe(3);
  expect(names.toSorted()).toEqual(NAMES);
});
