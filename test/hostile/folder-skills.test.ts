/** Skills of the machine on which a server runs: for whoever uses that machine, and never through a link of a stranger. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isForThisMachine, readPlatformSettings } from "../../src/serve/platform/index.ts";
import { temporaryFolder } from "../support/program.ts";
import { useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const { start } = useProgram();
const PASSWORD = "planted-password-4711";

const textOf = (name: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is wanted.\n---\n\nDo it.\n`;

interface Answer {
  readonly status: number;
  readonly json: { readonly [name: string]: unknown };
}

type Ask = (
  method: string,
  path: string,
  more?: { readonly body?: object; readonly headers?: Record<string, string> },
) => Promise<Answer>;

/** A server in a folder, asked by its administrator. */
async function serve(folder: string, environment: Record<string, string> = {}): Promise<Ask> {
  const home = temporaryFolder();
  for (const settings of [".codex", ".config/goose"])
    mkdirSync(join(home, settings), { recursive: true });
  mkdirSync(join(home, ".claude/skills/deploy"), { recursive: true });
  writeFileSync(join(home, ".claude/skills/deploy/SKILL.md"), textOf("deploy"));
  const server = start(["serve", "--port", "0"], {
    folder,
    environment: { HOME: home, SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD, ...environment },
  });
  await until("the server listens", () => server.output().includes("Listening on"));
  const url = /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "";
  let token = "";
  const ask: Ask = async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...headers,
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json()) as Answer["json"] };
  };
  const email = "admin@skillwright.local";
  const { json } = await ask("POST", "/api/v1/auth/login", { body: { email, password: PASSWORD } });
  token = String(json["token"]);
  return ask;
}

interface Row {
  readonly name: string;
  readonly path?: string;
}

async function rowsOf(ask: Ask): Promise<readonly Row[]> {
  const { json } = await ask("GET", "/api/v1/library/skills");
  // The route gives it.
  return json["skills"] as readonly Row[];
}

/** Once the agents of the machine were looked at. */
async function rowsWith(ask: Ask, name: string): Promise<readonly Row[]> {
  let rows: readonly Row[] = [];
  await until(`there is ${name}`, async () => {
    rows = await rowsOf(ask);
    return rows.some((row) => row.name === name);
  });
  return rows;
}

const opened = (path: string): string =>
  `/api/v1/library/skill?${new URLSearchParams({ path }).toString()}`;

describe("skills of the machine of a server", () => {
  it.each([
    [{}, undefined, true],
    [{}, "localhost", true],
    [{}, "0.0.0.0", false],
    [{ publicUrl: "https://skills.example.org" }, "127.0.0.1", false],
    [{ publicUrl: "http://127.0.0.1:4817" }, "127.0.0.1", true],
    [{ trustedProxies: ["127.0.0.1"] }, undefined, false],
    [{ allowedHosts: ["skills.example.org"] }, undefined, false],
  ])("[BX-14] belong to it alone: %j on %s is %s", (value, host, expected) => {
    expect(isForThisMachine(readPlatformSettings({ value, environment: {} }), host)).toBe(expected);
  });

  it("[BX-14] are not shown behind a proxy, and change only for those who come without one", async () => {
    const behind = await serve(temporaryFolder(), {
      SKILLWRIGHT_PUBLIC_URL: "https://skills.example.org",
      SKILLWRIGHT_TRUSTED_PROXIES: "127.0.0.1",
    });
    expect(await rowsOf(behind)).toEqual([]);
    // A provider at an address of this machine would be asked in the name of the server.
    const added = await behind("POST", "/api/v1/models/providers", {
      body: { kind: "openai-compatible", name: "near", base_url: "http://127.0.0.1:9/v1" },
    });
    expect(added.status, JSON.stringify(added.json)).toBe(400);

    const alone = await serve(temporaryFolder());
    const path = (await rowsWith(alone, "deploy")).find(({ name }) => name === "deploy")?.path;
    const skill = await alone("GET", opened(path ?? ""));
    expect(skill.status, JSON.stringify(skill.json)).toBe(200);
    const headers = { "x-forwarded-for": "203.0.113.66" };
    expect((await alone("GET", opened(path ?? ""), { headers })).status).toBe(403);
    const body = { path, content: textOf("other"), version: skill.json["version"] };
    expect((await alone("PUT", "/api/v1/library/skill", { headers, body })).status).toBe(403);
    expect((await alone("PUT", "/api/v1/library/skill", { body })).status).toBe(200);
  });

  it("[BX-14] are not read or written through links that a cloned folder brings", async () => {
    const [folder, outside] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(folder, ".git"));
    mkdirSync(join(outside, "away"));
    writeFileSync(join(outside, "key"), "the key of the user");
    writeFileSync(join(outside, "away/SKILL.md"), textOf("away"));
    mkdirSync(join(folder, ".claude/skills/stolen"), { recursive: true });
    symlinkSync(join(outside, "key"), join(folder, ".claude/skills/stolen/SKILL.md"));
    mkdirSync(join(folder, ".agents"));
    symlinkSync(outside, join(folder, ".agents/skills"));
    const ask = await serve(folder);
    const rows = await rowsWith(ask, "away");
    const stolen = await ask("GET", opened(join(folder, ".claude/skills/stolen/SKILL.md")));
    expect(stolen.status, JSON.stringify(stolen.json)).toBe(404);
    const path = rows.find(({ name }) => name === "away")?.path ?? "";
    const { json } = await ask("GET", opened(path));
    expect(json["closed"]).toContain("leads elsewhere");
    const body = { path, content: textOf("changed"), version: json["version"] };
    expect((await ask("PUT", "/api/v1/library/skill", { body })).status).toBe(403);
    expect(readFileSync(join(outside, "away/SKILL.md"), "utf8")).toBe(textOf("away"));
  });
});
