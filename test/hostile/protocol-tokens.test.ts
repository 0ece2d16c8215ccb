/**
 * The token matrix of the protocols of other programs. Who may use a row is said here and not in the protocols, so that
 * a new row fails until somebody has decided it.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdapters, type ProtocolRow } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { SCOPES } from "../../src/app/hub/index.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { rowName } from "./foreign-protocols.ts";

function lines(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Needs a login, and `registry:write` of a token. */
const WRITING = lines(`
  POST /clawhub/api/v1/skills/-/upload-url
  POST /clawhub/api/v1/skills/-/upload/{upload}
  POST /clawhub/api/v1/skills
  DELETE /clawhub/api/v1/skills/{slug}
  POST /clawhub/api/v1/skills/{slug}/undelete
  DELETE /clawhub/api/v1/skills/{slug}/versions/{version}
  POST /clawhub/api/v1/skills/{slug}/versions/{version}/restore
  POST /clawhub/api/v1/skills/{slug}/tags/{tag}
  POST /clawhub/api/v1/skills/{slug}/report
  POST /clawhub/api/v1/stars/{slug}
  DELETE /clawhub/api/v1/stars/{slug}
  POST /clawhub/api/v1/publishers
  POST /clawhub/api/v1/skills/{slug}/rename
  POST /clawhub/api/v1/skills/{slug}/merge
  POST /clawhub/api/v1/skills/{slug}/transfer
  POST /clawhub/api/v1/skills/{slug}/transfer/accept
  POST /clawhub/api/v1/skills/{slug}/transfer/reject
  POST /clawhub/api/v1/skills/{slug}/transfer/cancel
  GET /clawhub/api/v1/transfers/incoming
  GET /clawhub/api/v1/transfers/outgoing
  POST /gaia/publish/skill
`);

/** Open where the registry is public; a private one needs a login, and a scope of the registry. */
const READING = lines(`
  GET /clawhub/api/v1/search
  GET /clawhub/api/v1/skills
  GET /clawhub/api/v1/trending
  GET /clawhub/api/v1/skills/{slug}
  GET /clawhub/api/v1/skills/{slug}/install
  GET /clawhub/api/v1/skills/{slug}/versions
  GET /clawhub/api/v1/skills/{slug}/versions/{version}
  GET /clawhub/api/v1/skills/{slug}/file
  GET /clawhub/api/v1/resolve
  GET /clawhub/api/v1/download
  GET /clawhub/api/v1/whoami
  POST /clawhub/api/v1/skills/-/security-verdicts
  POST /clawhub/api/v1/skills/-/scan
  GET /clawhub/api/v1/skills/-/scan/download/{slug}
  GET /clawhub/api/v1/skills/-/scan/{scan}
  GET /clawhub/api/v1/skills/-/scan/{scan}/download
  GET /clawhub/api/v1/skills/{slug}/verify
  GET /clawhub/api/v1/skills/{slug}/card
  GET /clawhub/api/v1/skills/{slug}/scan
  GET /clawhub/api/v1/skills/{slug}/moderation
  GET /gaia/index.json
  GET /gaia/skills/{name}/manifest.json
  GET /gaia/skills/{name}/{version}/{path...}
  POST /gaia/reindex
  GET /.well-known/agent-skills/{path...}
  GET /.well-known/skills/{path...}
  GET /s/{path...}
  GET /u/{path...}
  GET /d/{file}/.well-known/{place...}
  GET /d/{publisher}/{file}/.well-known/{place...}
  GET /d/{path...}
  GET /npm/{path...}
  GET /git/{path...}
  POST /git/{path...}
  GET /registry/log/checkpoint
  GET /registry/log/key
  GET /registry/log/tile/{path...}
  GET /registry/log/consistency
  GET /registry/log/feed.json
  GET /registry/log/statements
  GET /renovate/{path...}
`);

/** Does nothing with the registry; a private one still asks for a login. */
const IDLE = lines(`
  POST /clawhub/api/cli/telemetry/install
`);

/** Tells nothing of a skill: strangers may ask a private registry too. */
const OPEN = lines(`
  GET /.well-known/clawhub.json
  GET /.well-known/clawdhub.json
  POST /api/cli/device/code
  POST /api/cli/device/token
  GET /gaia/health
  GET /.well-known/oauth-protected-resource/registry/mcp
  GET /.well-known/oauth-protected-resource/registry/mcp/login
  GET /.well-known/oauth-protected-resource
  GET /.well-known/oauth-authorization-server
  POST /oauth/register
  GET /oauth/authorize
  POST /oauth/token
`);

/** For a person in a session: no token makes others. */
const PERSONAL = lines(`
  POST /oauth/approve
`);

const rows = createAdapters(FACE_OPTIONS).flatMap((adapter) => adapter.rows);
const rowsOf = (names: readonly string[]): readonly (readonly [string, ProtocolRow])[] =>
  rows.filter((row) => names.includes(rowName(row))).map((row) => [rowName(row), row]);

let registry: RegistryServer;
const tokens: Record<"reading" | "writing" | "unwriting" | "outside", string> = {
  reading: "",
  writing: "",
  unwriting: "",
  outside: "",
};
beforeAll(async () => {
  registry = await openRegistry({
    registry: { access: "private" },
    limits: { device: { count: 1000, seconds: 60 } },
  });
  tokens.reading = await registry.join("ann@example.org", ["registry:read"]);
  tokens.writing = await registry.join("bob@example.org", ["registry:write"]);
  const without = SCOPES.filter((scope) => scope !== "registry:write" && scope !== "users");
  tokens.unwriting = await registry.join("cid@example.org", without);
  const outside = without.filter((scope) => !scope.startsWith("registry:"));
  tokens.outside = await registry.join("dan@example.org", outside);
});
afterAll(() => registry.close());

async function ask(
  { method, path }: ProtocolRow,
  token?: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const query = path.endsWith("/search") ? "?q=none" : "";
  const address = path.replaceAll(/\{\w+(?:\.\.\.)?\}/gu, "none") + query;
  const response = await registry.send(method, address, token === undefined ? {} : { token });
  return { status: response.status, text: await response.text() };
}

describe("every row of a protocol", () => {
  it("[BX-14] has somebody who decided who may use it", () => {
    const decided = [...WRITING, ...READING, ...IDLE, ...OPEN, ...PERSONAL];
    expect(rows.map(rowName).toSorted()).toEqual(decided.toSorted());
  });

  it.each(rowsOf(WRITING))("[BX-14] %s needs a token that may write", async (_, row) => {
    expect(await ask(row)).toMatchObject({ status: 401 });
    for (const token of [tokens.reading, tokens.unwriting, tokens.outside])
      expect(await ask(row, token)).toMatchObject({ status: 403 });
    const { status, text } = await ask(row, tokens.writing);
    expect([status === 401 || status === 403, text]).toEqual([false, expect.anything()]);
  });

  it.each(rowsOf(READING))("[BX-14] %s needs a token that may read", async (_, row) => {
    expect(await ask(row)).toMatchObject({ status: 401 });
    const refused = await ask(row, tokens.outside);
    // What is wrong with the request itself may be said first, where it tells of no skill.
    expect([400, 403, 404]).toContain(refused.status);
    for (const token of [tokens.reading, tokens.writing]) {
      const { text } = await ask(row, token);
      expect(text).not.toContain("lacks the scope");
    }
  });

  it.each(rowsOf(PERSONAL))("[BX-14] %s is for no token at all", async (_, row) => {
    expect(await ask(row)).toMatchObject({ status: 401 });
    for (const token of Object.values(tokens))
      expect(await ask(row, token)).toMatchObject({ status: 403 });
  });

  it.each(rowsOf(IDLE))("[BX-14] %s answers nobody without a login", async (_, row) => {
    expect(await ask(row)).toMatchObject({ status: 401 });
  });

  it.each(rowsOf(OPEN))("[BX-14] %s answers strangers", async (_, row) => {
    expect([200, 400]).toContain((await ask(row)).status);
  });
});
