/** One user who wants to fill the server. */
import { expect, it } from "vitest";
import { identifyCaller, register } from "../../src/hub/accounts/index.ts";
import { addMessages, forgetQuestion, openChat } from "../../src/hub/chat/index.ts";
import { addDocument, createBase } from "../../src/hub/knowledge/index.ts";
import { DEFAULT_QUOTAS, type Quotas } from "../../src/hub/quotas/index.ts";
import { listRuns, recordRun } from "../../src/hub/runs/index.ts";
import { createSkill } from "../../src/hub/skills/index.ts";
import { openMemoryStore } from "../../src/library/store/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createRegistry, keysIn, type Registry, skillFiles } from "../support/market.ts";
import { startModelServer } from "../support/model-server.ts";

const text = (name: string): string =>
  `---\nname: ${name}\ndescription: Sorts letters. Use it to sort letters.\n---\n\nSort them.\n`;

function upload(
  platform: Registry,
  token: string,
  name: string,
  size = 10,
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.set("file", new File([name.padEnd(size, "x")], name));
  return platform.send("POST", "/api/v1/knowledge/notes/upload", { token, body: form });
}

const graph = (prompt = "Hello"): object => ({
  nodes: [
    { id: "start", type: "start" },
    { id: "end", type: "end", data: { prompt } },
  ],
  edges: [{ source: "start", target: "end" }],
});

async function* noEvents(): AsyncGenerator<never, void> {}

describeOnDatabases("quotas", ({ open }) => {
  async function begin(quotas: Partial<Quotas>): Promise<Registry> {
    return await createRegistry({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, ...quotas },
    });
  }

  it("[BX-14] give the last place to one of ten documents that come at once", async () => {
    const { ports } = await begin({ documents: 3 });
    const user = await register(ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    await createBase(ports.knowledge, user, { name: "notes", description: "" });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        addDocument(ports.knowledge, user, "notes", {
          name: `${index}.txt`,
          bytes: new TextEncoder().encode(`Note ${index}.`),
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    // Nothing of the others is left.
    const keys: string[] = [];
    for await (const key of ports.knowledge.store.keys()) keys.push(key);
    expect(keys).toHaveLength(3);
  });

  it("[BX-14] keep one of ten equal documents that come at once", async () => {
    const { ports } = await begin({ documents: 3 });
    const user = await register(ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    await createBase(ports.knowledge, user, { name: "notes", description: "" });
    const bytes = new TextEncoder().encode("Some notes.");
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        addDocument(ports.knowledge, user, "notes", { name: `${index}.txt`, bytes }),
      ),
    );
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    expect(added.filter(({ isKnown }) => !isKnown)).toHaveLength(1);
    const keys: string[] = [];
    for await (const key of ports.knowledge.store.keys()) keys.push(key);
    expect(keys).toHaveLength(1);
  });

  it("[BX-14] give the last place to one of ten skills that come at once", async () => {
    const { ports } = await begin({ skills: 2 });
    const user = await register(ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        createSkill(ports.storedSkills, user, {
          name: `skill-${index}`,
          content: text(`skill-${index}`),
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const other = await register(ports.accounts, {
      email: "ada-two@example.org",
      password: "correct horse battery",
    });
    await createSkill(ports.storedSkills, other, {
      name: "of-another",
      content: text("of-another"),
    });
  });

  it("[BX-14] name the limit and what to do, and make room when something is deleted", async () => {
    const platform = await begin({ skills: 1 });
    const token = await platform.join("mallory@example.org");
    const make = (name: string) =>
      platform.send("POST", "/api/v1/skills", { token, body: { name, content: text(name) } });
    expect((await make("first")).status).toBe(201);
    const refused = await make("second");
    expect(refused.status).toBe(507);
    expect(refused.text).toContain("1 skills are the limit");
    expect(refused.text).toContain("quotas.skills");
    expect((await platform.send("DELETE", "/api/v1/skills/first", { token })).status).toBe(204);
    expect((await make("second")).status).toBe(201);
  });

  it("[BX-14] count the bytes of everything together", async () => {
    const platform = await begin({ bytes: 1000 });
    const token = await platform.join("mallory@example.org");
    await platform.send("POST", "/api/v1/knowledge", { token, body: { name: "notes" } });
    expect((await upload(platform, token, "a.txt", 600)).status).toBe(201);
    expect((await upload(platform, token, "b.txt", 600)).status).toBe(507);
    expect((await upload(platform, token, "c.txt", 2000)).status).toBe(413);
    const content = `${text("long")}${"x ".repeat(180)}`;
    const made = await platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "long", content },
    });
    expect(made.status).toBe(507);
    await platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "short", content: text("short") },
    });
    const grown = await platform.send("PUT", "/api/v1/skills/short", {
      token,
      body: { content: content.replace("long", "short") },
    });
    expect(grown.status).toBe(507);
    await platform.settle();
  });

  it("[BX-14] leave nothing of versions that are refused in the store of the registry", async () => {
    const packages = await openMemoryStore();
    const { publish, ada } = await createRegistry({
      database: await open(),
      packages,
      quotas: { ...DEFAULT_QUOTAS, bytes: 50_000 },
    });
    const large = { path: "notes.md", bytes: Buffer.from("word ".repeat(6000)) };
    const version = (number: string) => skillFiles({ version: number, more: [large] });
    expect((await publish(ada, version("1.0.0"))).status).toBe(201);
    const kept = await keysIn(packages);
    for (const number of ["1.0.1", "1.0.1", "1.0.2"])
      expect((await publish(ada, version(number))).status).toBe(507);
    expect(await keysIn(packages)).toEqual(kept);
    const small = skillFiles({ version: "1.1.0" });
    const both = await Promise.all([publish(ada, small), publish(ada, small)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await keysIn(packages)).toHaveLength(kept.length + 1);
  });

  it("[BX-14] count of two uploads to one place what is kept", async () => {
    const kept = await openMemoryStore();
    const during: { small?: Promise<void> } = {};
    // The larger one takes its time, as it does on a disk.
    const put: typeof kept.put = async (key, bytes, options) => {
      if (bytes.length > 1) await during.small?.catch(() => {});
      return await kept.put(key, bytes, options);
    };
    const { market, ports, ada } = await createRegistry({
      database: await open(),
      packages: { ...kept, put },
    });
    const { user } = await identifyCaller(ports.accounts, ada);
    const viewer = { userId: user.id, isModerator: false };
    const { upload: place } = await market.openUpload(viewer);
    const large = market.fillUpload(viewer, place, new Uint8Array(50_000));
    during.small = market.fillUpload(viewer, place, new Uint8Array(1));
    await Promise.allSettled([large, during.small]);
    const { size } = await ports.database.query
      .selectFrom("market_uploads")
      .select("size")
      .where("id", "=", place)
      .executeTakeFirstOrThrow();
    expect((await kept.get(`uploads/${place}`))?.size).toBe(size);
  });

  it("[BX-14] hold for workflows, and for the bytes of their graphs", async () => {
    const platform = await begin({ workflows: 2, bytes: 2000 });
    const token = await platform.join("mallory@example.org");
    const make = (graph_data: object) =>
      platform.send("POST", "/api/v1/workflows", { token, body: { name: "w", graph_data } });
    const made = await make(graph());
    expect(made.status).toBe(201);
    expect((await make(graph("x".repeat(3000)))).status).toBe(413);
    expect((await make(graph("x".repeat(1000)))).status).toBe(201);
    const third = await make(graph());
    expect(third.status).toBe(507);
    expect(third.text).toContain("2 workflows are the limit");
    const path = `/api/v1/workflows/${(made.json as { readonly id: string }).id}`;
    const body = { graph_data: graph("x".repeat(900)) };
    expect((await platform.send("PUT", path, { token, body })).status).toBe(507);
    const less = { name: "still fits" };
    expect((await platform.send("PUT", path, { token, body: less })).status).toBe(200);
    expect((await platform.send("DELETE", path, { token })).status).toBe(204);
    expect((await make(graph())).status).toBe(201);
  });

  it("[BX-14] keep so many runs: the oldest that are over make room", async () => {
    const platform = await begin({ runs: 2 });
    const token = await platform.join("mallory@example.org");
    const { json } = await platform.send("POST", "/api/v1/workflows", {
      token,
      body: { name: "w", graph_data: graph() },
    });
    const path = `/api/v1/workflows/${(json as { readonly id: string }).id}/execute`;
    const ids: string[] = [];
    for (const input of ["first", "second", "third"]) {
      const { status, headers } = await platform.send("POST", path, { token, body: { input } });
      expect(status).toBe(200);
      ids.push(headers.get("x-execution-id") ?? "");
    }
    const list = await platform.send("GET", "/api/v1/workflows/executions", { token });
    const { items } = list.json as { readonly items: readonly { readonly input: string }[] };
    expect(items.map(({ input }) => input)).toEqual(["third", "second"]);
    // Those that are not over stay, and the next one is refused.
    await platform.ports.database.query
      .updateTable("workflow_runs")
      .set({ status: "running", lease_until: "9999", finished_at: null })
      .execute();
    const refused = await platform.send("POST", path, { token, body: { input: "fourth" } });
    expect(refused.status).toBe(507);
    expect(refused.text).toContain("quotas.runs");
  });

  it("[BX-14] hold for chats, and for the bytes of what is said", async () => {
    const { ports } = await begin({ chats: 2, bytes: 1000 });
    const user = await register(ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    const chat = { ...ports };
    await openChat(chat, user, "one", "Hello");
    await openChat(chat, user, "two", "Hello");
    await expect(openChat(chat, user, "three", "Hello")).rejects.toThrow("2 chats are the limit");
    // One that is there goes on for as long as there is room.
    await openChat(chat, user, "one", "x".repeat(600));
    await addMessages(chat, "one", [{ role: "user", content: "x".repeat(600) }]);
    await expect(openChat(chat, user, "two", "x".repeat(600))).rejects.toThrow("bytes stored");
    await forgetQuestion(chat, "one", "x".repeat(600));
    await openChat(chat, user, "two", "x".repeat(600));
  });

  it("[BX-14] keep so many records of runs of skills: the oldest make room", async () => {
    const { ports } = await begin({});
    const [mallory, ada] = await Promise.all(
      ["mallory", "ada-two"].map((name) =>
        register(ports.accounts, {
          email: `${name}@example.org`,
          password: "correct horse battery",
        }),
      ),
    );
    if (mallory === undefined || ada === undefined) throw new Error("Nobody was registered.");
    const run = async (userId: string, skill: string): Promise<void> => {
      const purpose = { userId, kind: "skill", skill, requestId: skill } as const;
      const events = recordRun(
        {
          ...ports,
          quotas: { runs: 2, bytes: 0 },
          onRun: () => {},
          onProblem: (error) => {
            throw error;
          },
        },
        purpose,
        noEvents(),
      );
      for await (const event of events) expect(event).toBeDefined();
    };
    await run(ada.id, "of-ada");
    for (const skill of ["one", "two", "three"]) await run(mallory.id, skill);
    const list = async (user: typeof ada): Promise<readonly (string | undefined)[]> =>
      (await listRuns(ports.database, user, { limit: 10 })).map(({ skill }) => skill);
    expect(await list(mallory)).toHaveLength(2);
    expect(await list(ada)).toEqual(["of-ada"]);
  });

  it("[BX-14] count the contents of runs of skills, of which the oldest make room", async () => {
    const platform = await begin({ bytes: 20_000 });
    const token = await platform.join("mallory@example.org");
    const { json: me } = await platform.send("GET", "/api/v1/auth/me", { token });
    const { id: userId } = me as { readonly id: string };
    const { ports } = platform;
    const run = async (skill: string): Promise<void> => {
      const purpose = { userId, kind: "skill", skill, requestId: skill } as const;
      const inputs = { text: "x".repeat(900) };
      const events = recordRun(
        {
          ...ports,
          onRun: () => {},
          onProblem: (error) => {
            throw error;
          },
        },
        purpose,
        noEvents(),
        inputs,
      );
      for await (const event of events) expect(event).toBeDefined();
    };
    for (const skill of ["one", "two", "three"]) await run(skill);
    const rows = await ports.database.query
      .selectFrom("runs")
      .select(["skill", "inputs", "size"])
      .orderBy("started_at")
      .orderBy("skill")
      .execute();
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ inputs }) => inputs !== null)).toHaveLength(2);
    for (const { inputs, size } of rows) expect(size > 900).toBe(inputs !== null);
    // What they take is not there for documents.
    await platform.send("POST", "/api/v1/knowledge", { token, body: { name: "notes" } });
    expect((await upload(platform, token, "a.txt", 18_500)).status).toBe(507);
    expect((await upload(platform, token, "a.txt", 16_000)).status).toBe(201);
    await platform.settle();
  });

  it("[BX-14] leave no run of a skill to an account that is full", async () => {
    const database = await open();
    const models = await startModelServer();
    try {
      const quotas = { ...DEFAULT_QUOTAS, bytes: 1000 };
      const platform = await createRegistry({ database, quotas, modelUrl: models.url });
      const token = await platform.join("mallory@example.org");
      const body = { name: "sort", content: text("sort") };
      await platform.send("POST", "/api/v1/skills", { token, body });
      const start = (inputs: object) =>
        platform.send("POST", "/api/v1/skills/sort/run", { token, body: { inputs } });
      expect((await start({ x: "y".repeat(2000) })).status).toBe(413);
      expect((await start({ x: "y".repeat(900) })).status).toBe(507);
      expect((await start({})).status).toBe(200);
      expect(models.requests).toHaveLength(1);
    } finally {
      await models.close();
    }
  });

  it("[BX-14] count the former texts of skills", async () => {
    const platform = await begin({ bytes: 2000 });
    const token = await platform.join("mallory@example.org");
    const contents = Array.from(
      { length: 11 },
      (_, index) => `${text("sort")}${index}${"x".repeat(200)}`,
    );
    const body = { name: "sort", content: contents[0] };
    expect((await platform.send("POST", "/api/v1/skills", { token, body })).status).toBe(201);
    const statuses: number[] = [];
    for (const content of contents.slice(1)) {
      const changed = { token, body: { content } };
      statuses.push((await platform.send("PUT", "/api/v1/skills/sort", changed)).status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(6);
    expect(statuses.at(-1)).toBe(507);
    const [row] = await platform.ports.database.query
      .selectFrom("skill_records")
      .select("size")
      .execute();
    let stored = 0;
    for (const store of [platform.ports.storedSkills.store, platform.ports.storedSkills.history])
      for await (const { size } of store?.list("sort/") ?? []) stored += size;
    expect(row?.size).toBe(stored);
    expect((await platform.send("DELETE", "/api/v1/skills/sort", { token })).status).toBe(204);
    expect((await platform.send("POST", "/api/v1/skills", { token, body })).status).toBe(201);
  });

  it("[BX-14] show chats in pages", async () => {
    const platform = await begin({});
    const token = await platform.join("mallory@example.org");
    const { json: me } = await platform.send("GET", "/api/v1/auth/me", { token });
    const now = new Date(0).toISOString();
    const { id: owner } = me as { readonly id: string };
    await platform.ports.database.query
      .insertInto("chat_sessions")
      .values(
        ["a", "b", "c"].map((id) => ({
          id,
          owner_id: owner,
          title: id,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    const read = async (query: string) => {
      const { json } = await platform.send("GET", `/api/v1/chat/sessions${query}`, { token });
      const { sessions, ...rest } = json as {
        readonly sessions: readonly { readonly title: string }[];
      };
      return { titles: sessions.map(({ title }) => title), ...rest };
    };
    expect(await read("")).toEqual({ titles: ["a", "b", "c"], total: 3, next_offset: null });
    expect(await read("?limit=2")).toEqual({ titles: ["a", "b"], total: 3, next_offset: 2 });
    expect(await read("?limit=2&offset=2")).toEqual({ titles: ["c"], total: 3, next_offset: null });
  });

  it("[BX-14] show workflows in pages, each of a bounded size", async () => {
    const platform = await begin({});
    const token = await platform.join("mallory@example.org");
    for (let index = 0; index < 5; index += 1)
      await platform.send("POST", "/api/v1/workflows", {
        token,
        body: { name: `w${index}`, graph_data: graph() },
      });
    const read = async (query: string) => {
      const { json } = await platform.send("GET", `/api/v1/workflows${query}`, { token });
      const { items, ...rest } = json as {
        readonly items: readonly { readonly name: string; readonly problems: unknown }[];
      };
      return { names: items.map(({ name }) => name), ...rest };
    };
    const all = await read("");
    expect(all).toMatchObject({ total: 5, next_offset: null });
    expect(all.names.toSorted()).toEqual(["w0", "w1", "w2", "w3", "w4"]);
    const first = await read("?limit=2");
    expect(first).toEqual({ names: all.names.slice(0, 2), total: 5, next_offset: 2 });
    expect(await read("?limit=2&offset=4")).toEqual({
      names: all.names.slice(4),
      total: 5,
      next_offset: null,
    });
    // Large ones come a few at a time.
    await platform.ports.database.query.updateTable("workflows").set({ size: 5_000_000 }).execute();
    expect(await read("")).toEqual({ names: all.names.slice(0, 1), total: 5, next_offset: 1 });
  });

  it("[BX-14] hold for the registry: open uploads, versions and their bytes", async () => {
    const platform = await begin({ uploads: 2, versions: 1 });
    const { market } = platform.ports;
    const { id: userId } = await register(platform.ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    const viewer = { userId, isModerator: false, client: "" };
    const opened = await Promise.allSettled(
      Array.from({ length: 8 }, () => market.openUpload(viewer, { size: 5 })),
    );
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await platform.publish(platform.ada, skillFiles())).status).toBe(201);
    const second = await platform.publish(platform.ada, skillFiles({ version: "1.1.0" }));
    expect(second.status).toBe(507);
    expect(JSON.stringify(second.json)).toContain("published versions");
  });

  it("[BX-14] count one upload as often as a publication names it", async () => {
    const platform = await begin({});
    const { market } = platform.ports;
    const { id: userId } = await register(platform.ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    const viewer = { userId, isModerator: false, client: "" };
    const opened = await market.openUpload(viewer, { size: 1_000_000 });
    await market.fillUpload(viewer, opened.upload, new Uint8Array(1_000_000));
    const naming = (count: number) =>
      market.publish(viewer, {
        name: "letters",
        version: "1.0.0",
        content: {
          kind: "uploads",
          files: Array.from({ length: count }, (_, index) => ({ path: `${index}.bin`, ...opened })),
        },
      });
    await expect(naming(51)).rejects.toThrow("The package is too large");
    await expect(naming(5001)).rejects.toThrow("The package has too many files");
  });
});
