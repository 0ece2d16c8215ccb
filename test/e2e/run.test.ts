/** `run`, `chat`, `kb` and `login`: the built program against a real server and a model on loopback. */
import { statSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { playground } from "../support/program.ts";
import { type Ended, useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const { start, run } = useProgram();
const PASSWORD = "planted-password-4711";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});
beforeEach(() => {
  models.answer({ words: ["Hello", ", ", "world", "."] });
});

const SKILL = [
  "---",
  "name: greet",
  "description: Greets.",
  "inputs:",
  "  - { name: who, required: true }",
  "model: { temperature: 0.2, max_tokens: 9 }",
  "---",
  "",
  "Greet {{who}}.",
  "",
].join("\n");

function modelVariables(): Record<string, string> {
  return { OLLAMA_HOST: new URL(models.url).host, SKILLWRIGHT_MODEL: "ollama:small" };
}

async function serve(): Promise<string> {
  const server = start(["serve", "--port", "0"], {
    environment: { ...modelVariables(), SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD },
  });
  await until("the server has told everything", () => server.output().includes("Listening on"));
  return /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "";
}

describe("run", () => {
  it("[AF-06] streams the answer of a skill of a folder", async () => {
    const ground = playground({ "greet/SKILL.md": SKILL, who: "Ada" });
    const { code, output } = await run(["run", "greet", "--input", "who=@who"], {
      folder: ground.folder,
      environment: modelVariables(),
    });
    expect([code, output]).toEqual([0, "Hello, world.\n"]);
    expect(models.requests.at(-1)?.body).toMatchObject({
      model: "small",
      temperature: 0.2,
      max_tokens: 9,
      messages: [{ role: "system" }, { role: "user", content: "Greet Ada." }],
    });
  });

  it("shows what would be sent, and says what is missing", () => {
    const ground = playground({ "greet/SKILL.md": SKILL });
    const dry = ground.run(["run", "greet", "-i", "who=Ada", "--dry-run"]);
    expect(dry.code).toBe(0);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      temperature: 0.2,
      messages: [{}, { role: "user", content: "Greet Ada." }],
    });
    const missing = ground.run(["run", "greet", "--dry-run"]);
    expect([missing.code, missing.stderr]).toEqual([1, "error: Missing required input: 'who'\n"]);
    const none = ground.run(["run", "greet", "-i", "who=Ada"]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("No model configured");
    expect(none.stderr).toContain("OPENAI_API_KEY");
    expect(ground.run(["run", "greet", "-i", "who"]).stderr).toContain(
      "`--input` takes `NAME=VALUE`",
    );
  });

  it("[BX-14] asks no model that the folder names, with the keys of the user", async () => {
    const stranger = await startModelServer();
    const { host } = new URL(stranger.url);
    const env = { OLLAMA_HOST: host, SKILLWRIGHT_MODEL: "ollama:small" };
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    const ground = playground({
      "greet/SKILL.md": "---\nname: greet\ndescription: Greets.\n---\n\nGreet.\n",
      "skillwright.library.json": JSON.stringify({ skills: { entries: { greet: { env } } } }),
      ".env": variables.join(""),
      "greet/.env": variables.join(""),
    });
    for (const name of ["agentskills", "openclaw"])
      await run(["run", "greet", "--dialect", name], {
        folder: ground.folder,
        // The name of a model, and nothing of where it is.
        environment: { SKILLWRIGHT_MODEL: "ollama:small", HOME: ground.path(".home") },
      });
    expect(stranger.requests).toEqual([]);
    await stranger.close();
  });

  it("[OC-14] gives a run what the user's own settings have for the skill", async () => {
    models.answer({ words: ["Hello"] });
    const env = { OLLAMA_HOST: new URL(models.url).host };
    const ground = playground({
      "greet/SKILL.md": "---\nname: greet\ndescription: Greets.\n---\n\nGreet.\n",
      ".home/.openclaw/openclaw.json": JSON.stringify({ skills: { entries: { greet: { env } } } }),
    });
    const { code } = await run(["run", "greet", "--dialect", "openclaw"], {
      folder: ground.folder,
      environment: { SKILLWRIGHT_MODEL: "ollama:small", HOME: ground.path(".home") },
    });
    expect(code).toBe(0);
  });

  it("exits with 1 when the model fails, and keeps what it said", async () => {
    models.answer({ words: ["Half"], ending: "silent" });
    const ground = playground({ "greet/SKILL.md": SKILL });
    const { code, output } = await run(["run", "greet", "-i", "who=Ada"], {
      folder: ground.folder,
      environment: modelVariables(),
    });
    expect(code).toBe(1);
    expect(output).toContain("Half\n");
    expect(output).toContain("error: Generation failed");
  });
});

describe("a server", () => {
  it("is logged in to, and runs, chats and searches", async () => {
    const url = await serve();
    const ground = playground({ "staff.md": "Badges are blue. Holidays are in August." });
    const call = async (
      words: readonly string[],
      more: Record<string, string> = {},
    ): Promise<Ended> =>
      await run(words, {
        folder: ground.folder,
        environment: { SKILLWRIGHT_SERVER: url, ...more },
      });
    const early = await call(["kb", "list"]);
    expect(early.code).toBe(2);
    expect(early.output).toContain(`skillwright login ${url}`);
    expect((await call(["login"], { SKILLWRIGHT_PASSWORD: "wrong-password" })).output).toContain(
      "Invalid email or password",
    );
    const login = await call(["login"], { SKILLWRIGHT_PASSWORD: PASSWORD });
    expect(login.code).toBe(0);
    expect(login.output).not.toContain(PASSWORD);
    expect(statSync(ground.path(".skillwright/logins.json")).mode & 0o777).toBe(0o600);

    const session = await createClient({ url }).login({
      body: { email: "admin@skillwright.local", password: PASSWORD },
    });
    await createClient({ url, token: session.token }).createSkill({
      body: { name: "greet", content: SKILL },
    });
    const ran = await call(["run", "greet", "--server", url, "-i", "who=Ada"]);
    expect([ran.code, ran.output]).toEqual([0, "Hello, world.\n"]);
    const refused = await call(["run", "nothing", "--server", url]);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("Skill 'nothing' not found");
    expect(await call(["chat", "@greet", "Ada"])).toMatchObject({
      code: 0,
      stdout: "Hello, world.\n",
      stderr: "skill: greet\n",
    });
    const added = await call(["kb", "add", "handbook", "staff.md"]);
    expect([added.code, added.output]).toEqual([0, "staff.md: 1 passages\n"]);
    const found = await call(["kb", "search", "handbook", "holidays", "--json"]);
    expect(JSON.parse(found.output)).toMatchObject({ total: 1 });
    const missing = await call(["workflow", "run", "none"]);
    expect([missing.code, missing.output]).toEqual([
      1,
      "error: No workflow `none`.\n  `skillwright workflow list` shows them.\n",
    ]);
    await createClient({ url, token: session.token }).createWorkflow({
      body: {
        name: "greeting",
        graph_data: {
          nodes: [
            { id: "in", type: "start" },
            { id: "say", type: "skill", data: { skillName: "greet" } },
            { id: "out", type: "end" },
          ],
          edges: [
            { source: "in", target: "say" },
            { source: "say", target: "out" },
          ],
        },
      },
    });
    expect(await call(["workflow", "run", "greeting", "--input", "Ada"])).toMatchObject({
      code: 0,
      stdout: "Hello, world.\n",
      stderr: "start in\nskill say\nend out\n",
    });
    const gone = await call(["kb", "list"], { SKILLWRIGHT_SERVER: "http://127.0.0.1:9" });
    expect(gone.code).toBe(2);
  });
});
