/** Programs log in to the registry over MCP with its own accounts, as the protocol says that they should. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type StoredLogin,
  listSkills,
  McpLogin,
  readMcpAddress,
  withMcp,
} from "../../src/registry/sources/index.ts";
import { connectTo, type Connected } from "../support/mcp.ts";
import {
  askAs,
  openRegistry,
  type RegistryServer,
  versionedText,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";
let session = "";
const ask = askAs(() => [registry, token]);

beforeAll(async () => {
  registry = await openRegistry();
  session = await registry.login("ann@example.com");
  const made = await registry.send("POST", "/api/v1/auth/tokens", {
    token: session,
    json: { name: "test", scopes: ["registry:read", "registry:write"] },
  });
  token = ((await made.json()) as { readonly token: string }).token;
});

afterAll(() => registry.close());

async function publish(name: string, more: object = {}): Promise<void> {
  const text = versionedText(name, "1.0.0");
  const files = [{ path: "SKILL.md", base64: Buffer.from(text).toString("base64") }];
  await ask.post("/registry/api/v1/skills", { files, ...more }, 201);
}

/** What the page does when its user says yes: the data that the server wrote into it, sent with the token of a session. */
async function agree(page: URL, who: string): Promise<Response> {
  const html = await (await fetch(page)).text();
  const data = /<script type="application\/json" id="asked">(.*?)<\/script>/su.exec(html)?.[1];
  const asked = JSON.parse(data ?? "null") as {
    readonly approve: string;
    readonly request: object;
  };
  return await registry.send("POST", asked.approve, { token: who, json: asked.request });
}

interface Login {
  kept: StoredLogin;
  readonly login: McpLogin;
  readonly pages: URL[];
}

/** Our own client, whose user agrees to everything as Ann. */
function loginAs(who: string, path: string): Login {
  const state: Login = {
    kept: {},
    pages: [],
    login: new McpLogin(new URL(`${registry.url}${path}`), {
      read: () => state.kept,
      keep: (login) => {
        state.kept = login;
      },
      ask: async (page) => {
        state.pages.push(page);
        const answer = await agree(page, who);
        const { redirect_uri: back } = (await answer.json()) as { readonly redirect_uri: string };
        await fetch(back);
      },
    }),
  };
  return state;
}

const OWN = "/registry/mcp/login";

async function namesFor({ login }: Login, path = OWN): Promise<readonly string[]> {
  return await withMcp(
    readMcpAddress([`${registry.url}${path}`]),
    { version: "1", login },
    async (connection) =>
      (await listSkills(connection)).skills.map(({ frontmatter }) => frontmatter.name),
  );
}

async function form(fields: Readonly<Record<string, string>>): Promise<[number, unknown]> {
  const answer = await fetch(`${registry.url}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return [answer.status, await answer.json()];
}

/** A code for a program that registered with one address, with the verifier that belongs to it. */
async function getCode(): Promise<
  Readonly<Record<"code" | "client_id" | "redirect_uri" | "code_verifier", string>>
> {
  const redirectUri = "http://127.0.0.1:9/callback";
  const made = await registry.send("POST", "/oauth/register", {
    json: { client_name: "Tester", redirect_uris: [redirectUri] },
  });
  expect(made.status).toBe(201);
  const { client_id: clientId } = (await made.json()) as { readonly client_id: string };
  const verifier = "v".repeat(43);
  const page = new URL(`${registry.url}/oauth/authorize`);
  page.search = String(
    new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state: "s",
    }),
  );
  const answer = await agree(page, session);
  const { redirect_uri: back } = (await answer.json()) as { readonly redirect_uri: string };
  const params = new URL(back).searchParams;
  expect(params.get("iss")).toBe(registry.url);
  expect(params.get("state")).toBe("s");
  return {
    code: params.get("code") ?? "",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
}

describe("logging in over MCP", () => {
  it("[BX-06] is asked for at an address of its own, with where to do it", async () => {
    await publish("letters-for-all");
    const json = { jsonrpc: "2.0", id: 1, method: "ping" };
    const refused = await registry.send("POST", OWN, { json });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer scope="registry:read", resource_metadata="${registry.url}/.well-known/oauth-protected-resource${OWN}"`,
    );
    // The very address that was asked for, or clients of RFC 9728 go no further.
    const metadata = await registry.send("GET", `/.well-known/oauth-protected-resource${OWN}`, {});
    expect(await metadata.json()).toMatchObject({ resource: `${registry.url}${OWN}` });
  });

  it("[BX-06] works with a client that knows the address alone, and renews its tokens", async () => {
    const ann = loginAs(session, OWN);
    expect(await namesFor(ann)).toContain("letters-for-all");
    expect(ann.pages).toHaveLength(1);
    // Kept, so nobody is asked again; and renewed where the first one has ended.
    await namesFor(ann);
    const { tokens } = ann.kept;
    if (tokens === undefined) throw new Error("No tokens are kept.");
    ann.kept = { ...ann.kept, tokens: { ...tokens, access_token: "swt_gone" } };
    await namesFor(ann);
    expect(ann.pages).toHaveLength(1);
    expect(ann.kept.tokens?.access_token).not.toBe("swt_gone");
    expect(ann.kept.tokens?.refresh_token).not.toBe(tokens.refresh_token);
  });

  it("[BX-14] gives tokens for a code once, to the program alone that it was made for", async () => {
    const given = await getCode();
    const wrong = [
      { ...given, code_verifier: "w".repeat(43) },
      { ...given, redirect_uri: "http://127.0.0.1:10/callback" },
      { ...given, client_id: "swc_other" },
    ];
    for (const fields of wrong)
      expect(await form({ grant_type: "authorization_code", ...fields })).toMatchObject([
        400,
        { error: "invalid_grant" },
      ]);
    const [status, tokens] = await form({ grant_type: "authorization_code", ...given });
    expect([status, tokens]).toMatchObject([200, { token_type: "Bearer", scope: "registry:read" }]);
    expect((await form({ grant_type: "authorization_code", ...given }))[0]).toBe(400);
    const { refresh_token: refresh, access_token: access } = tokens as {
      readonly refresh_token: string;
      readonly access_token: string;
    };
    // The token that renews is good for nothing else.
    const asBearer = await registry.send("GET", "/registry/api/v1/skills", { token: refresh });
    expect(asBearer.status).toBe(403);
    const renew = { grant_type: "refresh_token", refresh_token: refresh };
    expect((await form({ ...renew, client_id: "swc_other" }))[0]).toBe(400);
    // Two processes of the program that renew at once get the same next token, and never two that are good.
    const [first, second] = [
      await form({ ...renew, client_id: given.client_id }),
      await form({ ...renew, client_id: given.client_id }),
    ];
    expect([first[0], second[0]]).toEqual([200, 200]);
    const { refresh_token: renewed } = first[1] as { readonly refresh_token: string };
    expect(second[1]).toMatchObject({ refresh_token: renewed });
    const before = await registry.send("GET", "/registry/api/v1/skills", { token: access });
    expect(before.status).toBe(401);
  });

  it("[BX-14] sends nobody to an address that the program did not register, nor without a proof", async () => {
    const made = await registry.send("POST", "/oauth/register", {
      json: {
        client_name: "Tester",
        redirect_uris: ["https://good.example/back", "http://127.0.0.1/back"],
      },
    });
    const { client_id: clientId } = (await made.json()) as { readonly client_id: string };
    const begin = async (more: Readonly<Record<string, string>>): Promise<Response> => {
      const query = new URLSearchParams({ response_type: "code", client_id: clientId, ...more });
      return await fetch(`${registry.url}/oauth/authorize?${String(query)}`, {
        redirect: "manual",
      });
    };
    expect((await begin({ redirect_uri: "https://bad.example/back" })).status).toBe(400);
    expect((await begin({ redirect_uri: "https://good.example/back?more" })).status).toBe(400);
    // Anybody can register any address: only a person sends a browser there.
    const unproved = await begin({ redirect_uri: "https://good.example/back" });
    expect([unproved.status, unproved.headers.get("location")]).toEqual([400, null]);
    expect(await unproved.json()).toMatchObject({ error: "invalid_request" });
    const nearby = await begin({ redirect_uri: "http://127.0.0.1:9/back" });
    expect(nearby.status).toBe(302);
    expect(nearby.headers.get("location")).toMatch(
      /^http:\/\/127\.0\.0\.1:9\/back\?error=invalid_request/,
    );
    for (const uri of ["http://bad.example/", "javascript:alert(1)", "https://a@b.example/"]) {
      const refused = await registry.send("POST", "/oauth/register", {
        json: { redirect_uris: [uri] },
      });
      expect(refused.status, uri).toBe(400);
    }
  });

  it("[BX-14] lets a person agree, and no token", async () => {
    const redirectUri = "http://127.0.0.1:9/callback";
    const made = await registry.send("POST", "/oauth/register", {
      json: { redirect_uris: [redirectUri] },
    });
    const { client_id: clientId } = (await made.json()) as { readonly client_id: string };
    const request = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: "c".repeat(43),
      code_challenge_method: "S256",
    };
    const refused = await registry.send("POST", "/oauth/approve", { token, json: request });
    expect(refused.status).toBe(403);
    expect((await registry.send("POST", "/oauth/approve", { json: request })).status).toBe(401);
  });

  it("[BX-06] is described at the address where clients look for it", async () => {
    const answer = await fetch(`${registry.url}/.well-known/oauth-authorization-server`);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const card = await fetch(`${registry.url}/registry/mcp/server-card`);
    expect(await card.json()).toMatchObject({
      name: "127.0.0.1/skills",
      remotes: [{ url: `${registry.url}/registry/mcp` }],
    });
    expect(await answer.json()).toMatchObject({
      issuer: registry.url,
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
    });
  });
});

async function open(who: string | undefined): Promise<Connected> {
  const url = new URL(`${registry.url}/registry/mcp`);
  return await connectTo(url, "legacy", undefined, who);
}

async function seen({ client }: Connected): Promise<readonly string[]> {
  return (await client.listResources()).resources.map(({ uri }) => uri);
}

async function found({ client }: Connected): Promise<readonly string[]> {
  const answer = await client.callTool({
    name: "search_skills",
    arguments: { query: "letters" },
  });
  const { skills } = answer.structuredContent as {
    readonly skills: readonly { readonly name: string }[];
  };
  return skills.map(({ name }) => name);
}

async function change(visibility: string): Promise<void> {
  const path = "/registry/api/v1/skills/letters-of-ann/visibility";
  await ask.post(path, { visibility }, 200, "PUT");
}

describe("skills that not everybody sees", () => {
  const PRIVATE = "skill://letters-of-ann/SKILL.md";

  it("[BX-06] are read by their owner, and by nobody else", async () => {
    await publish("letters-of-ann", { visibility: "private" });
    const bobs = await registry.join("bob@example.com");
    const ann = await open(token);
    expect(await seen(ann)).toContain(PRIVATE);
    expect(await found(ann)).toContain("letters-of-ann");
    expect(await found(ann)).toContain("letters-for-all");
    const { contents } = await ann.client.readResource({ uri: PRIVATE });
    expect(contents).toHaveLength(1);
    for (const who of [bobs, undefined]) {
      const other = await open(who);
      expect(await seen(other)).not.toContain(PRIVATE);
      expect(await found(other)).not.toContain("letters-of-ann");
      await expect(other.client.readResource({ uri: PRIVATE })).rejects.toThrow("letters-of-ann");
      const catalog = await other.client.readResource({ uri: "resource://skills/catalog" });
      expect(JSON.stringify(catalog)).not.toContain("letters-of-ann");
      const tools = await other.client.listTools();
      expect(JSON.stringify([tools, other.client.getInstructions()])).not.toContain(
        "letters-of-ann",
      );
    }
  });

  it("[BX-06] are there for everybody as soon as they are made public, and gone after", async () => {
    const stranger = await open(undefined);
    await change("public");
    expect(await seen(stranger)).toContain(PRIVATE);
    await change("private");
    expect(await seen(stranger)).not.toContain(PRIVATE);
    const ann = await open(token);
    expect(await seen(ann)).toContain(PRIVATE);
  });

  it("[BX-06] two of the same name are both served, the first one by it alone", async () => {
    const carols = await registry.join("carol@example.com");
    const text = versionedText("letters-for-all", "2.0.0");
    const files = [{ path: "SKILL.md", base64: Buffer.from(text).toString("base64") }];
    const made = await registry.send("POST", "/registry/api/v1/skills", {
      token: carols,
      json: { files, publisher: "carol", name: "@carol/letters-for-all" },
    });
    expect(made.status, await made.text()).toBe(201);
    const stranger = await open(undefined);
    expect(await seen(stranger)).toEqual(
      expect.arrayContaining([
        "skill://letters-for-all/SKILL.md",
        "skill://carol/letters-for-all/SKILL.md",
      ]),
    );
    expect(await found(stranger)).toEqual(
      expect.arrayContaining(["letters-for-all", "carol/letters-for-all"]),
    );
  });
});
