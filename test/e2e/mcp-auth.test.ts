import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { program, serveOverHttp, type Served } from "../support/clients.ts";
import { goodSkill, type Playground, playground } from "../support/program.ts";
import { runToEnd } from "../support/spawner.ts";

const ISSUER = "https://issuer.example";
/** What clients would reach through a proxy; the program itself listens on this machine. */
const RESOURCE = "https://skills.example/mcp";

let served: Served;
let ground: Playground;
let token: (scope: string) => Promise<string>;

beforeAll(async () => {
  const pair = await generateKeyPair("ES256");
  ground = playground({ "skills/letters/SKILL.md": goodSkill("letters") });
  ground.write("keys.json", JSON.stringify({ keys: [await exportJWK(pair.publicKey)] }));
  token = (scope) =>
    new SignJWT({ scope })
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer(ISSUER)
      .setAudience(RESOURCE)
      .setExpirationTime("5 minutes")
      .sign(pair.privateKey);
  const auth = ["--auth-issuer", ISSUER, "--auth-keys", ground.path("keys.json")];
  served = await serveOverHttp([ground.path("skills"), ...auth, "--auth-resource", RESOURCE]);
});

afterAll(() => served.stop());

function inspect(environment: Readonly<Record<string, string>>, words: readonly string[] = []) {
  return ground.run(["mcp", "inspect", served.url, ...words], { environment });
}

describe("skillwright mcp --http --auth-issuer", () => {
  it("asks for a token and shows where to get one", async () => {
    const answer = await fetch(served.url, { method: "POST", body: "{}" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(
      'Bearer scope="skills:read", ' +
        'resource_metadata="https://skills.example/.well-known/oauth-protected-resource/mcp"',
    );
    const metadata = new URL("/.well-known/oauth-protected-resource/mcp", served.url);
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: RESOURCE,
      authorization_servers: [ISSUER],
    });
  });

  it("[BX-06] tells everybody who it is and where, and nothing of its skills", async () => {
    const answer = await fetch(`${served.url}/server-card`);
    expect(answer.headers.get("content-type")).toBe("application/mcp-server-card+json");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const card = (await answer.json()) as Readonly<Record<string, unknown>>;
    expect(card).toMatchObject({
      $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
      name: "example.skills/skills",
      version: expect.any(String),
      remotes: [
        {
          type: "streamable-http",
          url: RESOURCE,
          supportedProtocolVersions: expect.arrayContaining(["2026-07-28", "2025-11-25"]),
        },
      ],
    });
    expect(String(card["description"]).length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(card)).not.toContain("letters");
    expect((await fetch(`${served.url}/server-card`, { method: "POST" })).status).toBe(405);
  });

  it("serves whoever has one, in both eras", async () => {
    const file = join(ground.folder, "token");
    writeFileSync(file, `${await token("skills:read")}\n`);
    for (const era of ["modern", "legacy"]) {
      const ran = inspect({}, ["--token-file", file, "--era", era]);
      expect(ran.code, ran.stderr).toBe(0);
    }
  });

  it("refuses whoever has none or one without the scope", async () => {
    const none = inspect({});
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("it asks for a token");
    const other = inspect({ SKILLWRIGHT_MCP_TOKEN: await token("other") });
    expect(other.code).toBe(2);
    expect(other.stderr).toContain("it does not let the token in");
  });

  it("[BX-14] runs tools only for who has the token, which the user is shown or finds in a file", async () => {
    const words = [ground.path("skills/letters"), "--tools"];
    const shown = await serveOverHttp(words);
    const kept = await serveOverHttp([...words, "--token-file", ground.path("kept")]);
    onTestFinished(() => Promise.all([shown.stop(), kept.stop()]).then(() => undefined));
    const own = /Bearer (\S+)`/u.exec(shown.said)?.[1] ?? "";
    expect(own.length).toBeGreaterThan(40);
    expect(statSync(ground.path("kept")).mode & 0o777).toBe(0o600);
    const file = readFileSync(ground.path("kept"), "utf8").trim();
    expect(kept.said).not.toContain(file);
    for (const [url, mine, other] of [
      [shown.url, own, file],
      [kept.url, file, own],
    ] as const) {
      const ask = async (headers: Record<string, string>): Promise<number> =>
        (await fetch(url, { method: "POST", body: "{}", headers })).status;
      expect(await ask({})).toBe(401);
      expect(await ask({ authorization: `Bearer ${other}` })).toBe(401);
      expect(await ask({ authorization: `Bearer ${mine}` })).not.toBe(401);
    }
    const environment = { SKILLWRIGHT_MCP_TOKEN: own };
    expect(ground.run(["mcp", "inspect", shown.url], { environment }).code).toBe(0);
  });

  it("does not listen for other machines unless it is told twice", () => {
    const words = [program, "mcp", ground.path("skills"), "--http", "--port", "0"];
    const all = { timeout: 60_000 } as const;
    for (const more of [[], ["--without-auth"], ["--allow-everyone"]]) {
      const ran = runToEnd(process.execPath, [...words, "--host", "0.0.0.0", ...more], all);
      expect(ran.status).toBe(2);
      expect(ran.stderr).toContain("`--without-auth` and `--allow-everyone`");
    }
    const open = ["--host", "0.0.0.0", "--without-auth", "--allow-everyone"];
    const tools = runToEnd(process.execPath, [...words, ...open, "--tools"], all);
    expect([tools.status, tools.stderr]).toEqual([
      2,
      expect.stringContaining("leave out `--tools`"),
    ]);
    const alone = runToEnd(process.execPath, [program, "mcp", "--auth-issuer", ISSUER], all);
    expect(alone.stderr).toContain("`--auth-issuer` works only with `--http`");
  });
});
