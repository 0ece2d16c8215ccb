/** Tools of skills that a model asks for in a run: on the server and at the command line. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/library/store/index.ts";
import { openDatabase } from "../../src/hub/data/index.ts";
import { sharedJobs } from "../support/jobs.ts";
import { openSkillTools, type ToolSandbox } from "../../src/hub/tools/index.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { needs } from "../support/needs.ts";
import { createPlatform, eventsOf, type Platform } from "../support/platform.ts";
import { playground, temporaryFolder } from "../support/program.ts";
import { useProgram } from "../support/running.ts";
import { SEARCH_DECLARED, SEARCH_MODULE, skillText } from "../support/tool-skills.ts";

const { run } = useProgram();
const bwrap = needs.command("bwrap");
const SKILL = skillText({ more: SEARCH_DECLARED });
const ASK = { calls: [{ name: "search_web", arguments: '{"query":"rye bread"}' }] };
const ANSWER = { words: ["Rye", " it is."] };

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

interface Begun extends Platform {
  readonly token: string;
  readonly write: (path: string, content: string, more?: object) => Promise<number>;
  readonly start: () => Promise<readonly { readonly event: string; readonly data: unknown }[]>;
}

async function begin(sandbox?: Partial<ToolSandbox>, skill = SKILL): Promise<Begun> {
  const store = await openMemoryStore();
  const database = await openDatabase({ address: ":memory:" });
  const openTools = openSkillTools({
    store,
    database,
    jobs: sharedJobs(),
    ...(sandbox === undefined
      ? {}
      : {
          sandbox: {
            allow: [],
            path: process.env["PATH"] ?? "",
            packagesRoot: temporaryFolder(),
            own: { folders: [] },
            now: Date.now,
            ...sandbox,
          },
        }),
  });
  const platform = await createPlatform({
    database,
    store,
    modelUrl: models.url,
    more: { openTools },
  });
  await platform.join("root@example.org");
  const token = await platform.join("ada@example.org");
  const body = { name: "web-search", content: skill };
  expect((await platform.send("POST", "/api/v1/skills", { token, body })).status).toBe(201);
  return {
    ...platform,
    token,
    write: async (path, content, more = {}) => {
      const address = `/api/v1/skills/web-search/file?path=${encodeURIComponent(path)}`;
      const sent = await platform.send("PUT", address, { token, body: { content, ...more } });
      return sent.status;
    },
    start: async () => {
      const { text } = await platform.send("POST", "/api/v1/skills/web-search/run", {
        token,
        body: { inputs: {} },
      });
      return eventsOf(text);
    },
  };
}

function toolThoughts(events: Awaited<ReturnType<Begun["start"]>>): readonly unknown[] {
  return events
    .filter(({ data }) => (data as { readonly type?: string }).type === "tool")
    .map(({ data }) => data);
}

describe("on the server", () => {
  bwrap.it("[GA-10] lets the model call the tools of the skill that runs", async () => {
    const server = await begin({});
    expect(await server.write("tools.py", SEARCH_MODULE)).toBe(200);
    models.answer(ASK, ANSWER);
    const before = models.requests.length;
    const events = await server.start();
    const given = '{"query":"rye bread"}';
    const result = '{"query":"rye bread","max_results":5}';
    expect(toolThoughts(events)).toEqual([
      { type: "tool", status: "start", tool: "search_web", arguments: given },
      { type: "tool", status: "complete", tool: "search_web", result },
    ]);
    expect(events.filter(({ event }) => event === "token").map(({ data }) => data)).toEqual([
      { content: "Rye" },
      { content: " it is." },
    ]);
    expect(events.at(-1)?.data).toMatchObject({ status: "success" });
    const [first, second] = models.requests.slice(before);
    expect(first?.body.tools?.map((tool) => tool.function.name)).toEqual(["search_web"]);
    expect(second?.body.messages?.slice(2)).toMatchObject([
      { role: "assistant", tool_calls: [{ function: { name: "search_web", arguments: given } }] },
      { role: "tool", content: result },
    ]);
    const { json } = await server.send("GET", "/api/v1/runs", { token: server.token });
    expect(json).toMatchObject({ runs: [{ input_tokens: 14, output_tokens: 2 }] });
  });

  bwrap.it("tells the model what it did wrong, and goes on", async () => {
    const server = await begin({});
    await server.write("tools.py", SEARCH_MODULE);
    models.answer(
      {
        calls: [
          { name: "search_web", arguments: "[1]" },
          { name: "search_web", arguments: '{"words":1}' },
          { name: "other", arguments: "{}" },
        ],
      },
      ANSWER,
    );
    const events = await server.start();
    expect(toolThoughts(events).filter((_, at) => at % 2 === 1)).toMatchObject([
      { status: "error", error: "The arguments are not a JSON object." },
      { status: "error", error: expect.stringContaining("has no argument `words`") },
      { status: "error", error: "No tool `other` is offered." },
    ]);
    expect(events.at(-1)?.data).toMatchObject({ status: "success" });
  });

  bwrap.it("[GA-07] gives no tools that ask for more than the operator allows", async () => {
    const asking = skillText({
      permissions: ['"filesystem:read:/srv/data/**"'],
      more: SEARCH_DECLARED,
    });
    const refused = await begin({}, asking);
    await refused.write("tools.py", SEARCH_MODULE);
    models.answer(ANSWER);
    expect(toolThoughts(await refused.start())).toMatchObject([
      { status: "error", error: expect.stringContaining("filesystem:read:/srv/data/**") },
    ]);
    expect(models.requests.at(-1)?.body.tools).toBeUndefined();
    const allowed = await begin({ allow: ["filesystem:read:/srv/data/**"] }, asking);
    await allowed.write("tools.py", SEARCH_MODULE);
    models.answer(ASK, ANSWER);
    expect(toolThoughts(await allowed.start())).toMatchObject([{}, { status: "complete" }]);
  });

  it("says that tools are switched off, and runs without them", async () => {
    const server = await begin();
    await server.write("tools.py", SEARCH_MODULE);
    models.answer(ANSWER);
    const events = await server.start();
    expect(toolThoughts(events)).toEqual([
      {
        type: "tool",
        status: "error",
        error:
          "Tools of skills are switched off; the operator can allow them with the setting `tools`.",
      },
    ]);
    expect(events.at(-1)?.data).toMatchObject({ status: "success" });
  });

  bwrap.it("stops a model that asks on and on", async () => {
    const server = await begin({});
    await server.write("tools.py", SEARCH_MODULE);
    models.answer(ASK);
    const events = await server.start();
    expect(toolThoughts(events)).toHaveLength(32);
    expect(events.at(-1)?.data).toEqual({ status: "error", message: "Generation failed" });
  });
});

describe("files of a skill", () => {
  it("[AF-08] keeps, overwrites and deletes them for the owner alone", async () => {
    const server = await begin();
    const address = "/api/v1/skills/web-search/file?path=references%2Fa.bin";
    const { token } = server;
    const bytes = { content: "AP8=", encoding: "base64" };
    const made = await server.send("PUT", address, { token, body: bytes });
    const { version } = made.json as { readonly version: string };
    expect([made.status, made.json]).toEqual([
      200,
      { path: "references/a.bin", size: 2, version: expect.any(String), is_executable: false },
    ]);
    const stale = { token, body: { content: "b" }, headers: { "if-match": '"other"' } };
    expect((await server.send("PUT", address, stale)).status).toBe(412);
    const right = { token, body: { content: "b" }, headers: { "if-match": `"${version}"` } };
    expect((await server.send("PUT", address, right)).status).toBe(200);
    const stranger = await server.join("eve@example.org");
    const foreign = { token: stranger, body: { content: "x" } };
    expect((await server.send("PUT", address, foreign)).status).toBe(404);
    expect((await server.send("DELETE", address, { token: stranger })).status).toBe(404);
    for (const path of ["../a", "/a", "a//b", "a/../b", "SKILL.md", ""])
      expect([path, await server.write(path, "x")]).toEqual([path, 400]);
    expect(await server.write("references", "x")).toBe(409);
    expect(await server.write("x", "*", { encoding: "base64" })).toBe(400);
    expect((await server.send("DELETE", address, { token })).status).toBe(204);
    expect((await server.send("DELETE", address, { token })).status).toBe(404);
    const { json } = await server.send("GET", "/api/v1/skills/web-search/files", { token });
    expect(json).toMatchObject({ files: [{ path: "SKILL.md" }], total: 1 });
  });
});

describe("at the command line", () => {
  const files = { "web-search/SKILL.md": SKILL, "web-search/tools.py": SEARCH_MODULE };

  bwrap.it("[GA-10] runs a skill with its tools once the user has agreed", async () => {
    const { folder } = playground(files);
    const environment = {
      OLLAMA_HOST: new URL(models.url).host,
      SKILLWRIGHT_MODEL: "ollama:small",
      PATH: process.env["PATH"] ?? "",
    };
    const refused = await run(["run", "web-search"], { folder, environment });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("--allow-experimental");
    expect(refused.output).toContain("`--no-tools` runs the skill without them.");
    models.answer(ANSWER);
    const without = await run(["run", "web-search", "--no-tools"], { folder, environment });
    expect([without.code, without.output]).toEqual([0, "Rye it is.\n"]);
    models.answer(ASK, ANSWER);
    const words = ["run", "web-search", "--allow-experimental"];
    const allowed = await run(words, { folder, environment });
    expect(allowed.code).toBe(0);
    expect(allowed.output).toContain('tool: search_web {"query":"rye bread"}');
    expect(allowed.output).toContain("Rye it is.\n");
  });
});
