/** Bodies of JSON that are wrong in very many places: refused before a schema tells of each, and counted. */
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { createPlatform, type Platform } from "../support/platform.ts";

interface Begun extends Platform {
  readonly token: string;
}

async function begin(modelUrl?: string): Promise<Begun> {
  const platform = await createPlatform({
    database: await openDatabase({ address: ":memory:" }),
    ...(modelUrl === undefined ? {} : { modelUrl }),
  });
  return { ...platform, token: await platform.join("ada@example.org") };
}

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(",");
const graph = (value: string): string =>
  `{"name":"x","graph_data":{"nodes":[{"id":"a","type":"skill","data":{"x":${value}}}],"edges":[]}}`;

describe("a body", () => {
  it.each([
    [
      "of many wrong inputs",
      "/api/v1/skills/x/run",
      `{"inputs":{${many(6000, (i) => `"k${i}":1`)}}}`,
      /5000 values/u,
    ],
    [
      "that is a graph of many values",
      "/api/v1/workflows",
      graph(`[${many(45_000, () => "1")}]`),
      /25000 values/u,
    ],
    [
      "with one endless list",
      "/api/v1/workflows",
      graph(`[${many(9000, () => "1")}]`),
      /2000 entries/u,
    ],
    ["of deep lists", "/api/v1/workflows", graph("[".repeat(90) + "]".repeat(90)), /64 levels/u],
    [
      "with numbers that are none",
      "/api/v1/workflows",
      graph(`[${many(900, () => "1e999")}]`),
      /number is too large/u,
    ],
  ])("[BX-14] %s is refused before a schema looks at it", async (_, path, body, words) => {
    const { send, token } = await begin();
    const answer = await send("POST", path, { token, body });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(words);
    expect(answer.text.length).toBeLessThan(300);
  });

  it("[BX-14] that is a large honest graph is taken", async () => {
    const { send, token } = await begin();
    const nodes = Array.from({ length: 500 }, (_, index) => ({
      id: `n${index}`,
      type: index === 0 ? "start" : "condition",
      position: { x: index, y: 2 },
      width: 100,
      height: 40,
      data: { label: "x", expression: "input == 'a'", notes: ["a", "b"] },
    }));
    const edges = Array.from({ length: 1500 }, (_, index) => ({
      id: `e${index}`,
      source: `n${index % 500}`,
      target: "n1",
      sourceHandle: null,
      type: "smooth",
    }));
    const body = { name: "x", graph_data: { nodes, edges } };
    expect((await send("POST", "/api/v1/workflows", { token, body })).status).toBe(201);
  });
});

describe("requests that are refused for their body", () => {
  it("[BX-14] count against the limits of a run, so that nobody sends them without end", async () => {
    const { send, token } = await begin();
    const statuses: number[] = [];
    for (let count = 0; count < 71; count += 1) {
      const answer = await send("POST", "/api/v1/skills/x/run", { token, body: '{"inputs":1}' });
      statuses.push(answer.status);
    }
    expect(statuses.slice(0, 70).every((status) => status === 400)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it("[BX-14] count where workflows are saved", async () => {
    const { send, token } = await begin();
    let last = 0;
    for (let count = 0; count < 121; count += 1)
      last = (await send("POST", "/api/v1/workflows", { token, body: "{}" })).status;
    expect(last).toBe(429);
  });
});

describe("an answer", () => {
  it.each([
    ["model", "POST", "/api/v1/skills/x/run", { model: "m".repeat(900_000) }],
    ["model of a chat", "POST", "/api/v1/chat", { message: "a", model: "m".repeat(900_000) }],
    ["name", "GET", `/api/v1/skills/${"n".repeat(9000)}`, undefined],
  ])("[BX-14] does not repeat a long %s", async (_, method, path, body) => {
    const { send, token } = await begin("http://127.0.0.1:9");
    await send("POST", "/api/v1/skills", {
      token,
      body: { name: "x", content: "---\nname: x\ndescription: Sorts letters.\n---\n\nSort.\n" },
    });
    const answer = await send(method, path, { token, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text.length).toBeLessThan(2500);
  });
});
