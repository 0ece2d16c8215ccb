/** Another authorization server makes the tokens for the registry over MCP, where the settings say so. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectTo } from "../support/mcp.ts";
import { temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer, versionedText } from "../support/registry-server.ts";

const ISSUER = "https://login.example.org/";
const PRIVATE = "skill://letters-of-ann/SKILL.md";

let registry: RegistryServer;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;

beforeAll(async () => {
  keys = await generateKeyPair("ES256");
  const file = join(temporaryFolder(), "keys.json");
  const key = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "ES256" };
  writeFileSync(file, JSON.stringify({ keys: [key] }));
  registry = await openRegistry({ registry: { issuer: { issuer: ISSUER, keys: file } } });
  const token = await registry.join("ann@example.com");
  const text = versionedText("letters-of-ann", "1.0.0");
  const files = [{ path: "SKILL.md", base64: Buffer.from(text).toString("base64") }];
  const json = { files, visibility: "private" };
  const made = await registry.send("POST", "/registry/api/v1/skills", { token, json });
  expect(made.status, await made.text()).toBe(201);
});

afterAll(() => registry.close());

interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly scope?: string;
  readonly audience?: string;
  readonly issuer?: string;
  readonly expires?: string;
}

async function sign(claims: Claims = {}, key = keys.privateKey): Promise<string> {
  const {
    audience = `${registry.url}/registry/mcp`,
    issuer = ISSUER,
    expires = "5m",
    ...said
  } = claims;
  const all = { email: "Ann@example.com", email_verified: true, scope: "registry:read", ...said };
  return await new SignJWT({ ...all })
    .setProtectedHeader({ alg: "ES256", kid: "one" })
    .setSubject("1234")
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(key);
}

async function statusOf(token: string): Promise<number> {
  const body = { jsonrpc: "2.0", id: 1, method: "ping" };
  const headers = { accept: "application/json, text/event-stream" };
  const path = "/registry/mcp/login";
  return (await registry.send("POST", path, { token, json: body, headers })).status;
}

describe("tokens of another authorization server", () => {
  it("[BX-06] are where clients are sent, and show their user's skills", async () => {
    const refused = await registry.send("POST", "/registry/mcp/login", { json: {} });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    const metadata = /resource_metadata="([^"]+)"/u.exec(challenge)?.[1] ?? "";
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: `${registry.url}/registry/mcp/login`,
      authorization_servers: [ISSUER],
    });
    const { client } = await connectTo(
      new URL(`${registry.url}/registry/mcp/login`),
      "legacy",
      undefined,
      await sign(),
    );
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(PRIVATE);
    expect(await statusOf(await sign({ audience: `${registry.url}/registry/mcp/login` }))).toBe(
      200,
    );
    // Tokens of this server are still taken, such as those that were made for programs.
    expect(await statusOf(await registry.join("bob@example.com"))).toBe(200);
  });

  it.each<[string, Claims, number]>([
    ["for another server", { audience: "https://elsewhere.example.org/mcp" }, 401],
    ["of another issuer", { issuer: "https://evil.example.org/" }, 401],
    ["that has run out", { expires: "-5m" }, 401],
    ["without the scope", { scope: "profile" }, 403],
    ["for somebody who has no account", { email: "eve@example.com" }, 403],
    ["with an address that nobody has confirmed", { email_verified: false }, 403],
  ])("[BX-06] are refused %s", async (_, claims, status) => {
    expect(await statusOf(await sign(claims))).toBe(status);
  });

  it("[BX-06] are refused where another key has signed them", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    expect(await statusOf(await sign({}, privateKey))).toBe(401);
  });
});
