/** An MCP client of the registry sees what was published before it asked, however short the time between. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectTo, type Connected } from "../support/mcp.ts";
import {
  askAs,
  openRegistry,
  type RegistryServer,
  versionedText,
} from "../support/registry-server.ts";

/** `STALE_ROUNDS=500` for a long run. */
const ROUNDS = Number(process.env["STALE_ROUNDS"] ?? 100);
/** A round takes a tenth of a second of a processor, and a busy machine gives it later. */
const LONG = 60_000 + ROUNDS * 3000;

const MANY = { count: 1_000_000, seconds: 60 };

let registry: RegistryServer;
let token = "";
const ask = askAs(() => [registry, token]);

beforeAll(async () => {
  // Some of them ask as often as they can.
  registry = await openRegistry({ limits: { mcp: MANY, publish: MANY } });
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

async function publish(version: string): Promise<string> {
  const text = versionedText("read-after-write", version);
  const files = [{ path: "SKILL.md", base64: Buffer.from(text).toString("base64") }];
  await ask.post("/registry/api/v1/skills", { files }, 201);
  return text;
}

async function read({ client }: Connected): Promise<string> {
  const uri = "skill://read-after-write/SKILL.md";
  const { contents } = await client.readResource({ uri });
  const [first] = contents;
  return first !== undefined && "text" in first ? first.text : "";
}

async function connect(): Promise<Connected> {
  return await connectTo(new URL(`${registry.url}/registry/mcp`), "legacy");
}

it(
  `[BX-06] reads each of ${ROUNDS} versions right after it was published`,
  async () => {
    const reader = await connect();
    const stale: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const published = await publish(`1.0.${round}`);
      if ((await read(reader)) !== published) stale.push(`1.0.${round}`);
    }
    expect(stale).toEqual([]);
  },
  LONG,
);

it("[BX-06] does so while other clients make it look for changes all the time", async () => {
  await publish("2.0.0");
  const reader = await connect();
  const others = await Promise.all([connect(), connect()]);
  const done = new AbortController();
  const busy = others.map(async (other) => {
    while (!done.signal.aborted) await read(other);
  });
  const stale: string[] = [];
  for (let round = 1; round <= ROUNDS / 4; round += 1) {
    const published = await publish(`2.0.${round}`);
    if ((await read(reader)) !== published) stale.push(`2.0.${round}`);
  }
  done.abort();
  await Promise.all(busy);
  expect(stale).toEqual([]);
});

it("[BX-06] no longer lists a skill that was taken back a moment ago", async () => {
  await publish("3.0.0");
  const reader = await connect();
  const uris = async (): Promise<readonly string[]> =>
    (await reader.client.listResources()).resources.map(({ uri }) => uri);
  expect(await uris()).toContain("skill://read-after-write/SKILL.md");
  await ask.post("/registry/api/v1/skills/read-after-write", undefined, 204, "DELETE");
  expect(await uris()).not.toContain("skill://read-after-write/SKILL.md");
});
