import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createPlatform, eventsOf, type Platform } from "../../../test/support/platform.ts";
import { createFakeClock } from "../../platform/machine/clock.ts";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

const CONTENT = `---
# Kept as it is.
name: summary
description: Sums up.
inputs:
  - name: article
    required: true
---

Sum up: {{article}}
`;

describeOnDatabases("the API of skills", ({ open }) => {
  async function begin(): Promise<Platform> {
    return await createPlatform({ database: await open(), modelUrl: models.url });
  }

  it("[AF-15] [AF-18] creates, reads, changes and deletes a skill", async () => {
    const { send, join } = await begin();
    await join("root@example.org");
    const token = await join("ada@example.org");
    const me = (await send("GET", "/api/v1/auth/me", { token })).json as { readonly id: string };
    const created = await send("POST", "/api/v1/skills", {
      token,
      body: { name: "summary", content: CONTENT },
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      name: "summary",
      description: "Sums up.",
      user_id: me.id,
      prompt: "Sum up: {{article}}",
      inputs: [{ name: "article", label: "article", type: "text", required: true }],
      model: null,
      raw_content: CONTENT.replace("required: true\n", `required: true\nuser_id: ${me.id}\n`),
      source: CONTENT,
    });
    const file = await send("GET", "/api/v1/skills/summary/file", { token });
    expect(file.text).toBe(CONTENT);
    const read = await send("GET", "/api/v1/skills/summary", { token });
    expect(read.json).toEqual(created.json);
    const changed = await send("PUT", "/api/v1/skills/summary", {
      token,
      headers: { "if-match": read.headers.get("etag") ?? "" },
      body: {
        content: CONTENT.replace("Sums up.", "Makes it short.").replace("name: s", "name: s"),
      },
    });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({ description: "Makes it short.", user_id: me.id });
    const late = await send("PUT", "/api/v1/skills/summary", {
      token,
      headers: { "if-match": read.headers.get("etag") ?? "" },
      body: { content: CONTENT },
    });
    expect(late.status).toBe(412);
    expect((await send("DELETE", "/api/v1/skills/summary", { token })).status).toBe(204);
    expect((await send("GET", "/api/v1/skills/summary", { token })).status).toBe(404);
  });

  it.each([
    ["Summary", CONTENT, 400, "name", "Skill name must be lowercase"],
    ["", CONTENT, 400, "name", "Skill name is required"],
    ["a--b", CONTENT, 400, "name", "Skill name cannot contain consecutive hyphens"],
    [
      "other",
      CONTENT,
      400,
      "name",
      "Frontmatter name 'summary' does not match requested name 'other'",
    ],
    ["summary", "", 400, "content", "Skill content is empty"],
    ["summary", "Only text.", 400, "frontmatter", "Skill 'summary' has no valid YAML frontmatter"],
    [
      "summary",
      CONTENT.replace("{{article}}", "{{b}} {{a}}"),
      400,
      "prompt",
      "Undeclared placeholders in prompt: a, b. Add them to inputs or remove from prompt.",
    ],
  ])(
    "[AF-05] [AF-07] [AF-15] refuses %j with its field, and leaves no trace",
    async (name, content, status, field, message) => {
      const { send, join, ports } = await begin();
      const token = await join("ada@example.org");
      const answer = await send("POST", "/api/v1/skills", { token, body: { name, content } });
      expect(answer.status).toBe(status);
      expect(answer.json).toEqual({ detail: { field, message } });
      for await (const key of ports.storedSkills.store.keys()) expect.unreachable(key);
    },
  );

  it("[AF-16] shows people their own skills, and administrators all", async () => {
    const { send, join } = await begin();
    const root = await join("root@example.org");
    const ada = await join("ada@example.org");
    const bob = await join("bob@example.org");
    await send("POST", "/api/v1/skills", {
      token: ada,
      body: { name: "summary", content: CONTENT },
    });
    const total = async (token: string): Promise<unknown> =>
      (await send("GET", "/api/v1/skills", { token })).json;
    expect(await total(ada)).toMatchObject({ total: 1, skills: [{ name: "summary" }] });
    expect(await total(root)).toMatchObject({ total: 1 });
    expect(await total(bob)).toEqual({ total: 0, skills: [] });
    for (const [method, path] of [
      ["GET", "/api/v1/skills/summary"],
      ["PUT", "/api/v1/skills/summary"],
      ["DELETE", "/api/v1/skills/summary"],
      ["POST", "/api/v1/skills/summary/run"],
    ] as const) {
      const { status } = await send(method, path, {
        token: bob,
        ...(method === "GET" || method === "DELETE" ? {} : { body: { content: CONTENT } }),
      });
      expect([method, status]).toEqual([method, 404]);
    }
  });

  it("[AF-10] answers nobody without a token", async () => {
    const { send } = await begin();
    const { status, json, headers } = await send("GET", "/api/v1/skills");
    expect([status, json, headers.get("www-authenticate")]).toEqual([
      401,
      { detail: "Missing or invalid Authorization header" },
      "Bearer",
    ]);
  });

  it("[AF-09] [AF-14] streams a run, ten times a minute", async () => {
    const clock = createFakeClock(Date.parse("2026-11-15T10:00:00Z"));
    const { send, join } = await createPlatform({
      database: await open(),
      modelUrl: models.url,
      clock,
    });
    const token = await join("ada@example.org");
    await send("POST", "/api/v1/skills", { token, body: { name: "summary", content: CONTENT } });
    const run = (): ReturnType<typeof send> =>
      send("POST", "/api/v1/skills/summary/run", { token, body: { inputs: { article: "News" } } });
    const first = await run();
    expect(first.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(eventsOf(first.text).map(({ event }) => event)).toEqual([
      "thought",
      "thought",
      "thought",
      "thought",
      "thought",
      "token",
      "token",
      "token",
      "token",
      "done",
    ]);
    expect(first.text).toContain('event: token\ndata: {"content":"Hello"}\n\n');
    for (let more = 0; more < 9; more += 1) expect((await run()).status).toBe(200);
    const over = await run();
    expect([over.status, over.json, over.headers.get("retry-after")]).toEqual([
      429,
      { detail: "Rate limit exceeded: 10 per 1 minute" },
      "60",
    ]);
    clock.advance(60_000);
    expect((await run()).status).toBe(200);
  });

  it("shows what would be sent, and says when no model is there", async () => {
    const { send, join } = await createPlatform({ database: await open() });
    const token = await join("ada@example.org");
    await send("POST", "/api/v1/skills", { token, body: { name: "summary", content: CONTENT } });
    const body = { inputs: { article: "News" } };
    const path = "/api/v1/skills/summary/run";
    expect(
      (await send("POST", path, { token, body: { ...body, dry_run: true } })).json,
    ).toMatchObject({
      messages: [
        { role: "system", content: "You are a helpful AI assistant." },
        { role: "user", content: "Sum up: News" },
      ],
    });
    expect((await send("POST", path, { token, body })).status).toBe(503);
  });
});
