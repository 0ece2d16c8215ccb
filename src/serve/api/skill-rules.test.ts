/** What the server keeps of a skill, and what it refuses, over HTTP. */
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createPlatform, eventsOf, type Platform } from "../../../test/support/platform.ts";
import { openFolderStore } from "../../library/store/index.ts";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});
beforeEach(() => {
  models.answer({ words: ["Good", " day"] });
});

function skill(frontmatter: string, body = "Go."): string {
  return `---\n${frontmatter}\n---\n\n${body}\n`;
}

interface Begun extends Platform {
  readonly token: string;
  readonly create: (name: string, content: string) => ReturnType<Platform["send"]>;
  readonly update: (name: string, content: string) => ReturnType<Platform["send"]>;
}

describeOnDatabases("the rules of stored skills", ({ open }) => {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  async function begin(folder?: string): Promise<Begun> {
    const platform = await createPlatform({
      database: await open(),
      modelUrl: models.url,
      ...(folder === undefined ? {} : { store: await openFolderStore(folder) }),
    });
    await platform.join("root@example.org");
    const token = await platform.join("ada@example.org");
    const put = (method: string, path: string, body: object): ReturnType<Platform["send"]> =>
      platform.send(method, path, { token, body });
    return {
      ...platform,
      token,
      create: (name, content) => put("POST", "/api/v1/skills", { name, content }),
      update: (name, content) => put("PUT", `/api/v1/skills/${name}`, { content }),
    };
  }

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "skillwright-rules-"));
    folders.push(folder);
    return folder;
  }

  it("[AF-17] lets many writers who name no version write one after the other", async () => {
    const { create, update, send, token } = await begin(await newFolder());
    await create("a", skill("name: a\ndescription: First."));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => update("a", skill(`name: a\ndescription: N${at}.`))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    const { json } = await send("GET", "/api/v1/skills/a", { token });
    expect(json).toMatchObject({ description: expect.stringMatching(/^N\d+\.$/u) });
  });

  it.each([
    ["{{my-var}}", "", "prompt", "my-var"],
    ["{{b}} {{my-var}} {{a}}", "inputs: [{name: a}]", "prompt", "b, my-var"],
    ["{{变量}}", "", "prompt", "变量"],
  ])(
    "[AF-06] [AF-07] refuses %j, which no input would fill",
    async (body, inputs, field, names) => {
      const { create, update } = await begin();
      const content = skill(`name: a\n${inputs}`, body);
      const told = {
        detail: {
          field,
          message: `Undeclared placeholders in prompt: ${names}. Add them to inputs or remove from prompt.`,
        },
      };
      const created = await create("a", content);
      expect([created.status, created.json]).toEqual([400, told]);
      await create("a", skill("name: a"));
      const updated = await update("a", content);
      expect([updated.status, updated.json]).toEqual([400, told]);
    },
  );

  it.each(["变量", "a b", "a.b"])(
    "[AF-04] [AF-07] refuses the input %j, which no placeholder can name",
    async (name) => {
      const { create } = await begin();
      const { status, json } = await create("a", skill(`name: a\ninputs: [{name: "${name}"}]`));
      expect([status, json]).toEqual([
        400,
        {
          detail: {
            field: "inputs",
            message: `Input name '${name}' can only contain letters, numbers, underscores, and hyphens`,
          },
        },
      ]);
    },
  );

  it("[AF-06] fills names with hyphens, and says of a file from elsewhere what stays empty", async () => {
    const { create, send, token, ports } = await begin();
    await create("a", skill("name: a\ninputs: [{name: my-var}]", "Say {{my-var}}."));
    const filled = await send("POST", "/api/v1/skills/a/run", {
      token,
      body: { inputs: { "my-var": "hi" } },
    });
    expect(eventsOf(filled.text).at(-1)).toMatchObject({ data: { status: "success" } });
    expect(models.requests.at(-1)?.body.messages?.at(-1)).toEqual({
      role: "user",
      content: "Say hi.",
    });
    const me = (await send("GET", "/api/v1/auth/me", { token })).json as { readonly id: string };
    const text = skill(`name: b\nuser_id: ${me.id}`, "Say {{lost-one}}.");
    await ports.storedSkills.store.put("b/SKILL.md", new TextEncoder().encode(text));
    const { text: events } = await send("POST", "/api/v1/skills/b/run", { token });
    expect(eventsOf(events)[1]).toEqual({
      event: "thought",
      data: {
        type: "validation",
        status: "complete",
        message: "All required inputs provided",
        warnings: ["No input fills the placeholder `lost-one`; it becomes empty."],
      },
    });
  });

  it("[AF-03] [AF-18] counts what the author wrote, not the line that the server adds", async () => {
    const { create, update, send, token } = await begin();
    const head = skill("name: a", "");
    const whole = `${head}${"x".repeat(51_200 - head.length)}`;
    expect((await create("a", whole)).status).toBe(201);
    const read = await send("GET", "/api/v1/skills/a", { token });
    const { raw_content: kept } = read.json as { readonly raw_content: string };
    expect(kept.length).toBeGreaterThan(51_200);
    // What was read can be written back, and an author who leaves the line out has the same room.
    expect((await update("a", kept)).status).toBe(200);
    expect((await update("a", whole)).status).toBe(200);
    for (const longer of [`${kept}x`, `${whole}x`]) {
      const { status, json } = await update("a", longer);
      expect(status).toBe(400);
      expect(json).toMatchObject({
        detail: { field: "content", message: expect.stringContaining("51201 bytes") },
      });
    }
    expect((await send("GET", "/api/v1/skills", { token })).json).toMatchObject({ total: 1 });
    expect((await create("b", `${whole.replace("name: a", "name: b")}x`)).status).toBe(400);
  });

  it("[AF-17] takes a link among the skills for no skill, and tells nobody where it leads", async () => {
    const folder = await newFolder();
    const elsewhere = await newFolder();
    const { create, update, send, token } = await begin(folder);
    await symlink(elsewhere, join(folder, "linked"));
    await symlink(join(elsewhere, "nothing"), join(folder, "dangling"));
    await create("good", skill("name: good"));
    await symlink(join(elsewhere, "x.txt"), join(folder, "good", "x.txt"));
    for (const name of ["linked", "dangling"]) {
      const answers = [
        await send("GET", `/api/v1/skills/${name}`, { token }),
        await update(name, skill(`name: ${name}`)),
        await send("POST", `/api/v1/skills/${name}/run`, { token }),
        await send("DELETE", `/api/v1/skills/${name}`, { token }),
        await send("GET", `/api/v1/skills/${name}/files`, { token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      const made = await create(name, skill(`name: ${name}`));
      expect(made.status).toBe(409);
      const said = await send("POST", "/api/v1/chat/completions", {
        token,
        body: { session_id: "s", message: `@${name} go` },
      });
      expect(eventsOf(said.text).slice(1)).toEqual([
        {
          event: "thought",
          data: { type: "skill", status: "error", error: `Skill '${name}' not found` },
        },
        { event: "done", data: { status: "error", message: `Skill '${name}' not found` } },
      ]);
      for (const { text } of [...answers, made, said]) expect(text).not.toContain(tmpdir());
    }
    const file = "/api/v1/skills/good/file?path=x.txt";
    const body = { content: "Mine." };
    expect((await send("GET", file, { token })).status).toBe(404);
    expect((await send("PUT", file, { token, body })).status).toBe(409);
    expect((await send("DELETE", file, { token })).status).toBe(404);
    expect((await send("GET", "/api/v1/skills", { token })).json).toMatchObject({
      total: 1,
      skills: [{ name: "good" }],
    });
  });

  it("[AF-15] has made a new skill no later than it was changed", async () => {
    const { create, send, token } = await begin(await newFolder());
    const { json } = await create("a", skill("name: a"));
    const made = json as { readonly created_at: string; readonly updated_at: string };
    expect(made.created_at).toBe(made.updated_at);
    const changed = await send("PUT", "/api/v1/skills/a", {
      token,
      body: { content: skill("name: a\ndescription: New.") },
    });
    const after = changed.json as typeof made;
    expect(after.created_at).toBe(made.created_at);
    expect(after.created_at <= after.updated_at).toBe(true);
  });
});
