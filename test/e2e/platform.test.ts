/** `skillwright serve` as a platform: the built program, from its first start to its stop. */
import { cpSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/index.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { playground } from "../support/program.ts";
import { type Running, useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const { start } = useProgram();
const KEY = "planted-key-123456";
const PASSWORD = "planted-password-4711";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

interface Served {
  readonly server: Running;
  readonly url: string;
}

async function serve(
  folder: string,
  more: Record<string, string> = {},
  words: readonly string[] = [],
): Promise<Served> {
  const server = start(["serve", "--port", "0", "--data", "data", ...words], {
    folder,
    environment: {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: models.url,
      SKILLWRIGHT_MODEL: "openai:small",
      ...more,
    },
  });
  await until("the server has told everything", () => server.output().includes("Listening on"));
  return { server, url: /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "" };
}

async function logIn(url: string, password: string): Promise<Client> {
  const email = "admin@skillwright.local";
  const { token } = await createClient({ url }).login({ body: { email, password } });
  return createClient({ url, token });
}

function readLog(folder: string): string {
  return readFileSync(join(folder, "data/logs/server.log"), "utf8");
}

const SKILL = { name: "greet", content: "---\nname: greet\n---\n\nGreet.\n" };

/** Serves for the first time, and returns the password that is shown. */
async function firstStart(folder: string): Promise<string> {
  const { server } = await serve(folder);
  server.child.kill("SIGTERM");
  await server.exited;
  return / {2}admin@skillwright\.local {2}(\S+)\n/u.exec(server.output())?.[1] ?? "";
}

describe("serve", () => {
  it("shows a link at the first start that logs in once, and writes it nowhere else", async () => {
    const { folder } = playground();
    const first = await serve(folder);
    await until("the link is told", () => first.server.output().includes("/welcome#"));
    const [, page = "", token = ""] =
      / {2}(http:\S+\/welcome)#(swl_\S+)\n/u.exec(first.server.output()) ?? [];
    expect(page).toBe(`${first.url}/welcome`);
    expect((await fetch(page, { headers: { accept: "text/html" } })).status).toBe(200);
    const enter = (): Promise<Response> =>
      fetch(`${first.url}/api/v1/session/link`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-skillwright-page": "1" },
        body: JSON.stringify({ token }),
      });
    expect(await (await enter()).json()).toMatchObject({
      user: { email: "admin@skillwright.local", role: "admin" },
    });
    expect((await enter()).status).toBe(401);
    first.server.child.kill("SIGTERM");
    await first.server.exited;
    expect(readLog(folder)).toContain("openSessionByLink");
    expect(readLog(folder)).not.toContain(token);
    expect(first.server.output().split(token)).toHaveLength(2);
    const second = await serve(folder);
    expect(second.server.output()).not.toContain("/welcome#");
    second.server.child.kill("SIGTERM");
    await second.server.exited;
    const given = await serve(playground().folder, { SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD });
    expect(given.server.output()).not.toContain("/welcome#");
    given.server.child.kill("SIGTERM");
    await given.server.exited;
  });

  it("makes no account and no folder where the port is taken", async () => {
    const { folder } = playground();
    const other = await serve(folder, { SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD });
    const port = new URL(other.url).port;
    const failed = start(["serve", "--port", port, "--data", "fresh"], { folder });
    expect(await failed.exited).toBe(2);
    expect(failed.output()).toBe(
      `error: Port ${port} of 127.0.0.1 is already in use.\n` +
        "  Choose another with `--port N` (0: any free one), or stop the program that uses it.\n",
    );
    expect(existsSync(join(folder, "fresh"))).toBe(false);
  });

  describe("with an account from before", () => {
    let shown: string;
    let before: string;
    beforeAll(async () => {
      before = playground().folder;
      shown = await firstStart(before);
    });

    /** A copy of what the first start has left. */
    const copy = (): string => {
      const { folder } = playground();
      cpSync(join(before, "data"), join(folder, "data"), { recursive: true });
      return folder;
    };

    it("says that a password which comes too late does not count", async () => {
      const folder = copy();
      const { server, url } = await serve(folder, { SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD });
      expect(server.output()).toContain("`--reset-admin` sets it.");
      expect(server.output()).not.toContain("Search in documents: by words;");
      await logIn(url, shown);
    });

    it("sets a new password when asked to", async () => {
      const folder = copy();
      const more = { SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD };
      const { url } = await serve(folder, more, ["--reset-admin"]);
      await logIn(url, PASSWORD);
      await expect(logIn(url, shown)).rejects.toThrow("Invalid email or password");
    });
  });

  it("shows the first password once, and keeps everything over a restart", async () => {
    const { folder } = playground();
    const first = await serve(folder);
    await until("the account is told", () =>
      / {2}admin@skillwright\.local {2}\S/u.test(first.server.output()),
    );
    const password =
      / {2}admin@skillwright\.local {2}(\S+)\n/u.exec(first.server.output())?.[1] ?? "";
    await (await logIn(first.url, password)).createSkill({ body: SKILL });
    first.server.child.kill("SIGKILL");
    await first.server.exited;
    const second = await serve(folder);
    expect(second.server.output()).not.toContain("Created the administrator");
    const client = await logIn(second.url, password);
    expect((await client.listSkills()).skills.map(({ name }) => name)).toEqual(["greet"]);
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  });

  it("lets a stream end when it is asked to stop, refuses others, and logs no secret", async () => {
    const { folder } = playground();
    const { server, url } = await serve(folder, { SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD });
    const client = await logIn(url, PASSWORD);
    await client.createSkill({ body: SKILL });
    models.answer({ status: 401 });
    for await (const _ of client.runSkill({ params: { name: "greet" }, body: {} }));
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    models.answer({
      words: ["a", "b"],
      beforeWord: (at) => (at === 0 ? Promise.resolve() : gate),
    });
    const heard: string[] = [];
    let text = "";
    for await (const { event, data } of client.runSkill({ params: { name: "greet" }, body: {} })) {
      heard.push(event);
      if (event !== "token") continue;
      text += typeof data["content"] === "string" ? data["content"] : "";
      if (text !== "a") continue;
      server.child.kill("SIGTERM");
      await until("it is not ready", async () => (await fetch(`${url}/readyz`)).status === 503);
      const late = client.runSkill({ params: { name: "greet" }, body: {} }).next();
      await expect(late).rejects.toMatchObject({ status: 503, retryAfter: 5 });
      release();
    }
    expect([text, heard.at(-1)]).toEqual(["ab", "done"]);
    expect(await server.exited).toBe(0);
    expect(models.requests.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    const log = readLog(folder);
    for (const secret of [KEY, PASSWORD, "eyJ"])
      expect(log + server.output()).not.toContain(secret);
    expect(server.output()).not.toContain('"event":"request"');
    expect(server.output()).toContain('"code":"run/model-failed"');
    const lines = log.split("\n").filter((line) => line.startsWith("{"));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.filter(({ route }) => route === "runSkill").length).toBe(3);
    expect(entries.find(({ event }) => event === "problem")).toMatchObject({
      code: "run/model-failed",
      request_id: expect.any(String) as string,
    });
  });

  it("ends its start with the link, after fewer than nine lines", async () => {
    const { folder } = playground();
    const first = await serve(folder);
    await until("the link is shown", () => /\/welcome#\S+\n/u.test(first.server.output()));
    const lines = first.server.output().trimEnd().split("\n");
    expect(lines.length).toBeLessThan(10);
    expect(lines.at(-1)).toMatch(/^ {2}http:\/\/127\.0\.0\.1:\d+\/welcome#swl_\S+$/u);
    expect(lines.filter((line) => line.includes("/welcome"))).toHaveLength(1);
    first.server.child.kill("SIGTERM");
    await first.server.exited;
    const second = await serve(folder);
    const later = second.server.output().trimEnd().split("\n");
    expect(later.at(-1)).toBe(`skillwright: Listening on ${second.url}.`);
    expect(later.filter((line) => line.includes("http:"))).toHaveLength(1);
  });

  it("logs where it is asked to, and says so where it cannot", async () => {
    const { folder } = playground({ "a-file": "" });
    const options = { folder, environment: { SKILLWRIGHT_LOG: "mine.log" } };
    const begin = async (words: readonly string[]): Promise<Served> => {
      const server = start(["serve", "--port", "0", ...words], options);
      await until("the server listens", () => server.output().includes("Listening on"));
      return { server, url: /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "" };
    };
    const toFile = await begin([]);
    await fetch(`${toFile.url}/api/v1/skills`);
    expect(toFile.server.output()).not.toContain('"event":"request"');
    expect(readFileSync(join(folder, "mine.log"), "utf8")).toContain('"event":"request"');
    if (process.platform !== "win32")
      expect(statSync(join(folder, "mine.log")).mode & 0o777).toBe(0o600);
    const toTerminal = await begin(["--log", "-"]);
    await fetch(`${toTerminal.url}/api/v1/skills`);
    await until("the request is logged", () =>
      toTerminal.server.output().includes('"event":"request"'),
    );
    const failed = start(["serve", "--port", "0", "--log", "a-file/x.log"], options);
    expect(await failed.exited).toBe(2);
    expect(failed.output()).toContain("Cannot write the log: ");
    expect(failed.output()).toContain("`--log -`");
  });
});
