/** Clients that invent the address they come from, to count as many. */
import { afterEach, describe, expect, it } from "vitest";
import {
  openRegistry,
  publishFolder,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";
import { readFiles } from "../support/source.ts";

let registry: RegistryServer | undefined;

afterEach(async () => {
  await registry?.close();
});

async function begin(settings: object = {}): Promise<RegistryServer> {
  registry = await openRegistry(settings);
  const token = await registry.join("ada@example.org");
  await publishFolder(
    registry,
    token,
    writeSkill("letters", { "SKILL.md": versionedText("letters", "1.0.0") }),
  );
  return registry;
}

async function downloadAs(server: RegistryServer, address: string, token?: string): Promise<void> {
  const found = await server.send("GET", "/registry/api/v1/skills/letters/download", {
    headers: { "x-forwarded-for": address },
    ...(token === undefined ? {} : { token }),
  });
  expect(found.status).toBe(200);
  await found.arrayBuffer();
}

async function downloadsOf(server: RegistryServer): Promise<number> {
  const answer = await server.send("GET", "/registry/api/v1/skills/letters");
  const { downloads } = (await answer.json()) as { readonly downloads: number };
  return downloads;
}

describe("forwarded addresses", () => {
  it("[BX-14] are not believed from strangers: ten inventions are one download", async () => {
    const server = await begin();
    for (let count = 0; count < 10; count += 1) await downloadAs(server, `198.51.100.${count}`);
    expect(await downloadsOf(server)).toBe(1);
  });

  it("[BX-14] are not believed behind the hop that the proxy saw", async () => {
    const server = await begin({ trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
    for (let count = 0; count < 10; count += 1)
      await downloadAs(server, `198.51.100.${count}, 203.0.113.9, 10.1.2.3`);
    expect(await downloadsOf(server)).toBe(1);
    await downloadAs(server, "203.0.113.10, 10.1.2.3");
    expect(await downloadsOf(server)).toBe(2);
  });

  it("[BX-14] of one network of IPv6 are one client", async () => {
    const server = await begin({ trustedProxies: ["127.0.0.1"] });
    for (let count = 0; count < 5; count += 1)
      await downloadAs(server, `2001:db8:1:2:${count}::${count}`);
    expect(await downloadsOf(server)).toBe(1);
    await downloadAs(server, "2001:db8:1:3::1");
    expect(await downloadsOf(server)).toBe(2);
  });

  it("[BX-14] do not make one account count twice", async () => {
    const server = await begin({ trustedProxies: ["127.0.0.1"] });
    const token = await server.join("eve@example.org", ["registry:read"]);
    for (let count = 0; count < 5; count += 1)
      await downloadAs(server, `203.0.113.${count}`, token);
    expect(await downloadsOf(server)).toBe(1);
  });

  it("[BX-14] do not get around limits of an address", async () => {
    const server = await begin({ limits: { device: { count: 3, seconds: 900 } } });
    const states: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const answer = await server.send("POST", "/api/cli/device/code", {
        json: {},
        headers: { "x-forwarded-for": `198.51.100.${count}` },
      });
      states.push(answer.status);
    }
    expect(states).toEqual([200, 200, 200, 429, 429]);
  });
});

it("[BX-14] are written anew by every proxy of the documentation", () => {
  const pages = readFiles(["docs", "deploy", "examples"], /\.(?:md|conf|ya?ml)$/u);
  const proxies = pages.filter(({ text }) => text.includes("proxy_pass "));
  expect(proxies.length).toBeGreaterThan(0);
  for (const { text } of proxies) {
    const added = [...text.matchAll(/^\s*proxy_set_header X-Forwarded-For (.*);$/gmu)];
    expect(added.map(([, value]) => value)).toEqual(added.map(() => "$remote_addr"));
    expect(added).toHaveLength(text.split("proxy_pass ").length - 1);
  }
});
