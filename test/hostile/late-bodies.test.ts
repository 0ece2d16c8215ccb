/** A body may take minutes to arrive: who was let in with its head must still be allowed when the last byte is there. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { loadApiRoutes } from "../../src/serve/api/index.ts";
import { SCOPES } from "../../src/app/hub/index.ts";
import { MARKET_MCP_LOGIN_PATH, MARKET_MCP_PATH } from "../../src/serve/registry/mcp.ts";
import { beginRequest, type RawAnswer } from "../support/raw-request.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { until } from "../support/wait.ts";

const apiRoutes = await loadApiRoutes();
const adapters = createAdapters(FACE_OPTIONS);

let registry: RegistryServer;
let owner = "";
beforeAll(async () => {
  const many = { count: 10_000, seconds: 60 };
  const limits = ["scan", "mcp", "publish", "library", "skill-import", "upload", "chat", "audited"];
  registry = await openRegistry({
    limits: Object.fromEntries(limits.map((name) => [name, many])),
  });
  owner = await registry.moderator();
});
afterAll(() => registry.close());

interface Made {
  readonly id: string;
  readonly token: string;
  readonly last_used_at: string | null;
}

async function json<Value>(answer: Response): Promise<Value> {
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return JSON.parse(text) as Value;
}

async function mint(by: string, scopes: readonly string[] = SCOPES): Promise<Made> {
  return await json<Made>(
    await registry.send("POST", "/api/v1/auth/tokens", {
      token: by,
      json: { name: "late", scopes },
    }),
  );
}

const FORM =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--x--\r\n';
const BODY = '{"name":"late","scopes":["account"],"messages":[],"jsonrpc":"2.0"}';

interface Held {
  readonly finish: () => Promise<RawAnswer>;
}

/** A request that has sent its head and one byte. */
function hold(method: string, path: string, token: string, type = "application/json"): Held {
  const body = type.startsWith("multipart/") ? FORM : BODY;
  const request = beginRequest(
    registry.url,
    method,
    path.replaceAll(/\{\w+(?:\.\.\.)?\}/gu, "none"),
    {
      authorization: `Bearer ${token}`,
      "content-type": type,
      "content-length": String(body.length),
      accept: "application/json, text/event-stream",
    },
  );
  request.write(body.slice(0, 1));
  return {
    finish: async () => {
      request.write(body.slice(1));
      const answer = await request.answer;
      request.end();
      return answer;
    },
  };
}

/** The status of a request whose token is revoked after the server has let it in. */
async function statusAfterRevocation(
  method: string,
  path: string,
  type?: string,
): Promise<readonly [number, string]> {
  const made = await mint(owner);
  const request = hold(method, path, made.token, type);
  await until("the server has seen the token", async () => {
    const { tokens } = await json<{ readonly tokens: readonly Made[] }>(
      await registry.send("GET", "/api/v1/auth/tokens", { token: owner }),
    );
    return tokens.find(({ id }) => id === made.id)?.last_used_at !== null;
  });
  const gone = await registry.send("DELETE", `/api/v1/auth/tokens/${made.id}`, { token: owner });
  expect(gone.status).toBe(204);
  const { status, text } = await request.finish();
  return [status, text];
}

describe("a token that is revoked while a body arrives", () => {
  const routes = apiRoutes.filter(
    ({ access, body, method }) => access !== "everyone" && body !== undefined && method !== "GET",
  );
  it.each(routes.map(({ method, path }) => [method, path] as const))(
    "[BX-14] does nothing: %s %s",
    async (method, path) => {
      expect(await statusAfterRevocation(method, path)).toMatchObject([401, expect.anything()]);
    },
  );

  it.each([
    ["POST", "/registry/api/v1/skills", "application/zip"],
    ["POST", "/registry/api/v1/skills", "application/json"],
    ["POST", "/registry/api/v1/skills", "multipart/form-data; boundary=x"],
  ])("[BX-14] publishes nothing: %s %s %s", async (method, path, type) => {
    expect(await statusAfterRevocation(method, path, type)).toMatchObject([401, expect.anything()]);
  });

  it("[BX-14] uploads no document", async () => {
    await registry.send("POST", "/api/v1/knowledge", { token: owner, json: { name: "none" } });
    const answer = await statusAfterRevocation(
      "POST",
      "/api/v1/knowledge/none/upload",
      "multipart/form-data; boundary=x",
    );
    expect(answer).toMatchObject([401, expect.anything()]);
  });

  const rows = [
    ["POST", "/clawhub/api/v1/skills", "multipart/form-data; boundary=x"],
    ["POST", "/clawhub/api/v1/skills", "application/json"],
    ["POST", "/clawhub/api/v1/publishers", "application/json"],
    ["POST", "/clawhub/api/v1/skills/none/report", "application/json"],
    ["POST", "/gaia/publish/skill", "multipart/form-data; boundary=x"],
    ["POST", MARKET_MCP_PATH, "application/json"],
    ["POST", MARKET_MCP_LOGIN_PATH, "application/json"],
  ] as const;
  it.each(rows)(
    "[BX-14] does nothing by another protocol: %s %s %s",
    async (method, path, type) => {
      expect(await statusAfterRevocation(method, path, type)).toMatchObject([
        401,
        expect.anything(),
      ]);
    },
  );

  it("[BX-14] has a case for each protocol that takes a body of members", () => {
    const ids = adapters.filter(({ rows: all }) =>
      all.some(({ body }) => body !== undefined && body.from !== "everyone"),
    );
    expect(ids.map(({ id }) => id).toSorted()).toEqual(["clawhub", "gaia-hub", "oauth"]);
  });
});

/** Waits until the server has answered a later request of the same session. */
async function seen(token: string): Promise<void> {
  for (let count = 0; count < 5; count += 1)
    await registry.send("GET", "/api/v1/auth/me", { token });
}

describe("a session that ends while a body arrives", () => {
  it("[BX-14] lets no program in after its password was changed", async () => {
    const session = await registry.login("sam@example.org");
    const request = hold("POST", "/oauth/approve", session);
    await seen(session);
    const changed = await registry.send("POST", "/api/v1/auth/password", {
      token: session,
      json: { current_password: "correct horse", password: "another battery 9" },
    });
    expect(changed.status).toBe(200);
    expect((await request.finish()).status).toBe(401);
  });

  it("[BX-14] makes no token after its password was changed", async () => {
    const session = await registry.login("pat@example.org");
    const request = hold("POST", "/api/v1/auth/tokens", session);
    await seen(session);
    const changed = await registry.send("POST", "/api/v1/auth/password", {
      token: session,
      json: { current_password: "correct horse", password: "another battery 9" },
    });
    expect(changed.status).toBe(200);
    expect((await request.finish()).status).toBe(401);
  });

  it("[BX-14] does not moderate after its user was demoted", async () => {
    const session = await registry.login("max@example.org");
    const { id } = await json<{ readonly id: string }>(
      await registry.send("GET", "/api/v1/auth/me", { token: session }),
    );
    const setRole = (role: string): Promise<Response> =>
      registry.send("PATCH", `/api/v1/users/${id}`, { token: owner, json: { role } });
    expect((await setRole("admin")).status).toBe(200);
    const request = hold("POST", "/registry/api/v1/skills", session, "application/zip");
    await seen(session);
    expect((await setRole("user")).status).toBe(200);
    expect((await request.finish()).status).toBe(401);
  });
});
