/** The skills of a registry as they are served over MCP: what one user has costs no other, and is shown to no other. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { systemClock } from "../../src/platform/machine/index.ts";
import type { Market } from "../../src/registry/contract/index.ts";
import { createMarketMcp, type MarketMcp } from "../../src/serve/registry/mcp.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";
import { service } from "../support/service.ts";

let folder = "";
let close = async (): Promise<void> => {};
let registry: Registry;
let mcp: MarketMcp;
/** Skills whose files nobody gets before they are let go. */
const held = new Map<string, PromiseWithResolvers<void>>();
const asked = new Set<string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-mirror-"));
  process.env["TMPDIR"] = folder;
  const address = join(folder, "registry.db");
  await service("sqlite", address);
  const database = await openDatabase({ address });
  registry = await createRegistry({ database });
  const { market } = registry;
  const slow: Market = {
    ...market,
    content: async (viewer, name, version) => {
      asked.add(name);
      await held.get(name)?.promise;
      return await market.content(viewer, name, version);
    },
  };
  mcp = createMarketMcp({
    market: slow,
    version: "0.0.0",
    clock: systemClock,
    chargeSearch: () => Promise.resolve(),
    onError: (error) => {
      throw error;
    },
  });
  close = async () => {
    await mcp.close();
    await database.close();
  };
});

afterAll(async () => {
  await close();
  delete process.env["TMPDIR"];
  rmSync(folder, { recursive: true, force: true });
});

async function userIdOf(token: string): Promise<string> {
  const { json } = await registry.send("GET", "/api/v1/auth/me", { token });
  return (json as { readonly id: string }).id;
}

/** The addresses of the skills that somebody is shown. */
async function shownTo(token?: string): Promise<readonly string[]> {
  const request = new Request("http://localhost/registry/mcp", {
    method: "POST",
    headers: {
      host: "localhost",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "resources/list" }),
  });
  const viewer =
    token === undefined ? undefined : { userId: await userIdOf(token), isModerator: false };
  const text = await (await mcp.fetch(request, {}, viewer)).text();
  return [...text.matchAll(/"uri":"(skill:\/\/[^"]*SKILL\.md)"/gu)].map(([, uri = ""]) => uri);
}

async function publish(token: string, name: string, details: object = {}): Promise<void> {
  const published = await registry.publish(token, skillFiles({ name }), details);
  expect(published.status, published.text).toBe(201);
}

/** Folders of skills on the disk, wherever they are kept. */
function placesOf(name: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === name)
    .map((entry) => join(entry.parentPath, entry.name));
}

const HIDDEN = { visibility: "private" };

describe("[BX-14] skills of a registry over MCP", () => {
  it("of one user keep neither other users nor strangers waiting", async () => {
    const { ada, bob } = registry;
    await publish(bob, "for-all");
    expect(await shownTo()).toEqual(["skill://for-all/SKILL.md"]);
    await publish(ada, "adas-own", HIDDEN);
    await publish(bob, "bobs-own", HIDDEN);
    held.set("@ada/adas-own", Promise.withResolvers());
    const adas = shownTo(ada);
    await expect.poll(() => asked.has("@ada/adas-own")).toBe(true);
    expect(await shownTo(bob)).toContain("skill://bobs-own/SKILL.md");
    await publish(bob, "for-all-too");
    expect(await shownTo()).toEqual(["skill://for-all-too/SKILL.md", "skill://for-all/SKILL.md"]);
    held.get("@ada/adas-own")?.resolve();
    expect(await adas).toContain("skill://adas-own/SKILL.md");
    expect(await shownTo(bob)).not.toContain("skill://adas-own/SKILL.md");
  });

  it("are looked at when they change, and not whenever another does", async () => {
    const { ada, bob } = registry;
    await publish(bob, "many-folders");
    expect(await shownTo()).toContain("skill://many-folders/SKILL.md");
    // A look would miss it.
    for (const place of placesOf("many-folders")) rmSync(place, { recursive: true });
    await publish(ada, "another");
    await publish(ada, "one-more-of-ada", HIDDEN);
    expect(await shownTo(ada)).toContain("skill://one-more-of-ada/SKILL.md");
    expect(await shownTo()).toContain("skill://many-folders/SKILL.md");
  });

  it("are not written where they have more files or folders than are served", async () => {
    const { ada } = registry;
    const more = Array.from({ length: 600 }, (_, index) => ({
      path: `deep-${index}/x.md`,
      bytes: Buffer.from(`${index}`),
    }));
    const large = skillFiles({ name: "too-many-folders", more });
    expect((await registry.publish(ada, large)).status).toBe(201);
    expect(await shownTo()).not.toContain("skill://too-many-folders/SKILL.md");
    expect(placesOf("too-many-folders")).toEqual([]);
  });
});
