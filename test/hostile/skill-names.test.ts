/** The name of a deleted skill is free for everybody: nothing of the old skill may become a part of the new one. */
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { openMemoryStore, type Store } from "../../src/library/store/index.ts";
import { createTurns, newId } from "../../src/platform/machine/index.ts";
import { loadApiRoutes } from "../../src/serve/api/index.ts";
import { createPlatform, type Platform } from "../support/platform.ts";

function content(name: string, word: string): string {
  return `---\nname: ${name}\ndescription: Notes of a team. Use when asked.\n---\n\n${word}\n`;
}

interface People extends Platform {
  readonly root: string;
  readonly eve: string;
  readonly bob: string;
}

async function begin(store?: Store, history?: Store): Promise<People> {
  const database = await openDatabase({ address: ":memory:" });
  const platform = await createPlatform({
    database,
    ...(store === undefined ? {} : { store }),
    ...(history === undefined ? {} : { history }),
  });
  return {
    ...platform,
    root: await platform.join("root@example.org"),
    eve: await platform.join("eve@example.org"),
    bob: await platform.join("bob@example.org"),
  };
}

/** What a route that changes a skill is called with; a new one needs a line here. */
const CHANGES: Readonly<
  Record<string, (name: string, at: number) => readonly [string, string, unknown]>
> = {
  updateSkill: (name, at) => [
    "PUT",
    `/api/v1/skills/${name}`,
    { content: content(name, `EVE ${at}`) },
  ],
  shareSkill: (name) => ["PUT", `/api/v1/skills/${name}/sharing`, { visibility: "public" }],
  writeSkillFile: (name, at) => [
    "PUT",
    `/api/v1/skills/${name}/file?path=scripts/evil${at}.py`,
    { content: "print('EVE')\n", is_executable: true },
  ],
  deleteSkillFile: (name) => ["DELETE", `/api/v1/skills/${name}/file?path=notes.txt`, undefined],
};

describe("a skill that takes the name of a deleted one", () => {
  it("[BX-14] has a case for every route that changes a skill", async () => {
    const routes = await loadApiRoutes();
    const ids = routes
      .filter(({ path, method }) => path.startsWith("/api/v1/skills/{name}") && method !== "GET")
      .map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...Object.keys(CHANGES), "deleteSkill", "runSkill"].toSorted());
  });

  it("[BX-14] has nothing that was left behind of an older one", async () => {
    const store = await openMemoryStore();
    const { send, ports, bob } = await begin(store);
    const { query } = ports.database;
    const root = await query.selectFrom("users").select("id").executeTakeFirstOrThrow();
    const bytes = new TextEncoder().encode("EVE");
    await store.put("notes/scripts/evil.py", bytes);
    await ports.storedSkills.history?.put("notes/2026-01-01T00-00-00-000Z-old", bytes);
    await query
      .insertInto("shares")
      .values({ kind: "skill", item_id: "notes", visibility: "public", team_id: null })
      .execute();
    for (const path of ["scripts/evil.py", "SKILL.md"])
      await query.insertInto("skill_executables").values({ skill: "notes", path }).execute();
    await query
      .insertInto("skill_grants")
      .values({
        skill: "notes",
        digest: "d",
        permissions: "[]",
        granted_by: root.id,
        granted_at: "2026-01-01T00:00:00.000Z",
      })
      .execute();
    await query
      .insertInto("skill_records")
      .values({
        name: "notes",
        owner_id: newId(),
        created_at: "2026-01-01T00:00:00.000Z",
        size: 3,
      })
      .execute();
    const body = { name: "notes", content: content("notes", "BOB") };
    expect((await send("POST", "/api/v1/skills", { token: bob, body })).status).toBe(201);
    const keys: string[] = [];
    for await (const key of store.keys()) keys.push(key);
    expect(keys).toEqual(["notes/SKILL.md"]);
    expect(await query.selectFrom("shares").selectAll().execute()).toEqual([]);
    expect(await query.selectFrom("skill_executables").selectAll().execute()).toEqual([]);
    expect(await query.selectFrom("skill_grants").selectAll().execute()).toEqual([]);
    const versions = await send("GET", "/api/v1/skills/notes/versions", { token: bob });
    expect(versions.json).toMatchObject({ versions: [expect.anything()] });
  });

  /** Steps of a request at which the name can change hands: before and after each call of the store. */
  const steps = Array.from({ length: 16 }, (_, step) => step);

  it.each(Object.keys(CHANGES))(
    "[BX-14] begins empty, at whichever step of %s on another server it comes",
    async (id) => {
      for (const step of steps) await swapAt(id, step);
    },
  );

  /** Lets the name change hands on one server at a step of a request on another one. */
  async function swapAt(id: string, at: number): Promise<void> {
    const store = await openMemoryStore();
    const history = await openMemoryStore();
    const here = await begin(store, history);
    const { eve, bob, send } = here;
    const body = { name: "notes", content: content("notes", "EVE") };
    await send("POST", "/api/v1/skills", { token: eve, body });
    await send("PUT", "/api/v1/skills/notes/file?path=notes.txt", {
      token: eve,
      body: { content: "EVE" },
    });
    let step = 0;
    const swap = async (): Promise<void> => {
      step += 1;
      if (step !== at + 1) return;
      expect((await send("DELETE", "/api/v1/skills/notes", { token: eve })).status).toBe(204);
      const his = { name: "notes", content: content("notes", "BOB") };
      const made = await send("POST", "/api/v1/skills", { token: bob, body: his });
      expect(made.status, made.text).toBe(201);
      const file = { content: "BOB" };
      const path = "/api/v1/skills/notes/file?path=notes.txt";
      expect((await send("PUT", path, { token: bob, body: file })).status).toBe(200);
    };
    const storedSkills = {
      ...here.ports.storedSkills,
      store: stepwise(store, swap),
      turns: createTurns(),
    };
    const there = await createPlatform({
      database: here.ports.database,
      more: { storedSkills: { ...storedSkills, history: stepwise(history, swap) } },
    });
    const [method, path, sent] = CHANGES[id]?.("notes", 0) ?? ["GET", "/", undefined];
    const answer = await there.send(method, path, {
      token: eve,
      ...(sent === undefined ? {} : { body: sent }),
    });
    expect(answer.text).not.toContain("BOB");
    // The request may have had fewer steps.
    if (step <= at) return;
    const label = `${id} at step ${at}`;
    const ask = async (place: string): Promise<unknown> =>
      (await send("GET", `/api/v1/skills/notes${place}`, { token: bob })).json;
    expect(await ask("/sharing"), label).toMatchObject({ visibility: "private" });
    const { files } = (await ask("/files")) as { readonly files: readonly { path: string }[] };
    expect(
      files.map((file) => file.path),
      label,
    ).toEqual(["SKILL.md", "notes.txt"]);
    const { versions } = (await ask("/versions")) as { readonly versions: readonly unknown[] };
    expect(versions, label).toHaveLength(1);
    expect(
      await here.ports.database.query.selectFrom("skill_executables").selectAll().execute(),
    ).toEqual([]);
    expect(await ask("")).toMatchObject({ source: expect.stringContaining("BOB") });
  }
});

/** The same store, with a step before and after each call. */
function stepwise(store: Store, step: () => Promise<void>): Store {
  return new Proxy(store, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key);
      if (typeof found !== "function") return found;
      if (!["get", "put", "delete"].includes(String(key))) return found.bind(target) as unknown;
      return async (...sent: unknown[]): Promise<unknown> => {
        await step();
        const result: unknown = await Reflect.apply(found, target, sent);
        await step();
        return result;
      };
    },
  });
}
