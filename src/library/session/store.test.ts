import { afterEach, describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import { skill, useFolder } from "../../../test/support/skill-folders.ts";
import { until } from "../../../test/support/wait.ts";
import { createFakeMachine } from "../../platform/machine/index.ts";
import type { Diagnostic, JsonObject } from "../../skill/index.ts";
import { toLibraryConfig } from "../config/index.ts";
import { openFolderStore, openMemoryStore, type Store } from "../store/index.ts";
import { storeError } from "../store/diagnostics.ts";
import { type Library, openLibrary } from "./index.ts";

const folder = useFolder();
const opened: Library[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

async function put(store: Store, key: string, text: string): Promise<void> {
  await store.put(key, new TextEncoder().encode(text));
}

async function open(
  store: Store,
  entries: JsonObject = {},
  onProblem: (problem: Diagnostic) => void = () => {},
): Promise<Library> {
  const rules = dialectNamed("gsv").homes?.settings;
  if (rules === undefined) throw new Error("It has no settings.");
  const { value: config } = toLibraryConfig({ skills: { entries } }, rules);
  const library = await openLibrary({
    dialect: "gsv",
    store,
    machine: createFakeMachine(),
    onProblem,
    ...(config === undefined ? {} : { config }),
  });
  opened.push(library);
  return library;
}

const stores: readonly (readonly [string, () => Promise<Store>])[] = [
  ["memory", () => openMemoryStore()],
  ["a folder", () => openFolderStore(folder.path)],
];

it.each(["openclaw", "openclaw@2026.9", "claude", "agentskills"])(
  "[OC-02] a library of %s has an agent's skills of a store over those of all agents",
  async (dialect) => {
    const store = await openMemoryStore();
    await put(store, "skills/a/SKILL.md", skill("a", "Shared."));
    await put(store, "skills/b/SKILL.md", skill("b", "For all."));
    await put(store, "agents/main/skills/a/SKILL.md", skill("a", "Own."));
    await put(store, "agents/other/skills/c/SKILL.md", skill("c", "Not mine."));
    const library = await openLibrary({ dialect, store, machine: createFakeMachine() });
    opened.push(library);
    expect(
      library
        .snapshot()
        .skills.map(({ name, description, location }) => [name, description, location]),
    ).toEqual([
      ["a", "Own.", "agents/main/skills/a/SKILL.md"],
      ["b", "For all.", "skills/b/SKILL.md"],
    ]);
    expect(library.snapshot().evaluations()).toHaveLength(3);
  },
);

describe.each(stores)("a library in %s", (_name, openStore) => {
  it("[GSV-03] has the skills of the agent over those of all agents", async () => {
    const store = await openStore();
    await put(store, "skills/a/SKILL.md", skill("a", "Shared."));
    await put(store, "skills/b/SKILL.md", skill("b", "Shared."));
    await put(store, "agents/ada/skills/a/SKILL.md", skill("a", "Her own."));
    await put(store, "skills/b/notes.md", "");
    const library = await open(store);
    const of = (agent: string): readonly string[] =>
      library.snapshot({ agent }).skills.map(({ name, description }) => `${name}: ${description}`);
    expect(of("ada")).toEqual(["a: Her own.", "b: Shared."]);
    expect(of("main")).toEqual(["a: Shared.", "b: Shared."]);
    expect(library.snapshot({ agent: "ada" }).prompt).toContain(
      "<location>agents/ada/skills/a/SKILL.md</location>\n    <read_path>skills/a/SKILL.md</read_path>",
    );
    await store.close();
  });

  it("[GSV-12] finds entries by name, by folder and by location", async () => {
    const store = await openStore();
    for (const name of ["a", "b", "c"])
      await put(store, `skills/${name}/SKILL.md`, skill(`${name}-name`));
    const library = await open(store, {
      "a-name": { enabled: false },
      b: { enabled: false },
      "skills/c/SKILL.md": { requires: { bins: ["none"] } },
    });
    expect(library.snapshot().skills).toEqual([]);
    expect(library.explain("c-name").files[0]?.reasons.map(({ code }) => code)).toEqual([
      "missing-bin",
    ]);
    await store.close();
  });

  it("[GSV-20] sees objects come, change and go", async () => {
    const store = await openStore();
    await put(store, "skills/a/SKILL.md", skill("a"));
    const library = await open(store);
    const session = await library.session();
    const seen = (): string =>
      session
        .beginTurn()
        .skills.map(({ name, description }) => `${name}: ${description}`)
        .join();
    await put(store, "skills/b/SKILL.md", skill("b"));
    await until("the new one is seen", () => seen() === "a: Does a.,b: Does b.");
    await put(store, "skills/a/SKILL.md", skill("a", "Changed."));
    await until("the change is seen", () => seen() === "a: Changed.,b: Does b.");
    for (const text of ["Once more.", "And again."]) {
      await put(store, "skills/a/SKILL.md", skill("a", text));
      await until(`"${text}" is seen`, () => seen() === `a: ${text},b: Does b.`);
    }
    await store.delete("skills/b/SKILL.md");
    await until("the deletion is seen", () => seen() === "a: And again.");
    await library.close();
    await store.close();
  });
});

it("keeps what it knows while a store cannot be reached, and tells", async () => {
  const { watch: _, ...deaf } = await openMemoryStore();
  await put(deaf, "skills/a/SKILL.md", skill("a"));
  const problems: string[] = [];
  const library = await open(deaf, {}, ({ code }) => problems.push(code));
  const session = await library.session();
  await deaf.close();
  expect((await session.nextTurn()).skills.map(({ name }) => name)).toEqual(["a"]);
  expect(problems).toEqual(["store/closed"]);
});

it("[GSV-20] looks again before each turn where a store cannot tell of changes", async () => {
  const { watch: _, ...deaf } = await openMemoryStore();
  await put(deaf, "skills/a/SKILL.md", skill("a"));
  const session = await (await open(deaf)).session();
  await put(deaf, "skills/a/SKILL.md", skill("a", "Changed."));
  expect(session.snapshot().find("a")?.description).toBe("Does a.");
  expect((await session.nextTurn()).find("a")?.description).toBe("Changed.");
});

it("[GSV-20] never lets an older answer of a store take the place of a newer one", async () => {
  const memory = await openMemoryStore();
  await put(memory, "skills/a/SKILL.md", skill("a", "First."));
  const held: (() => void)[] = [];
  let isHolding = false;
  const slow: Store = {
    ...memory,
    get: async (key) => {
      const object = await memory.get(key);
      // The answer is there, and takes its time to arrive.
      if (isHolding) await new Promise<void>((go) => held.push(go));
      return object;
    },
  };
  const session = await (await open(slow)).session();
  const seen = (): string | undefined => session.beginTurn().find("a")?.description;
  isHolding = true;
  await put(memory, "skills/a/SKILL.md", skill("a", "Second."));
  await until("the second is asked for", () => held.length === 1);
  isHolding = false;
  await put(memory, "skills/a/SKILL.md", skill("a", "Third."));
  held[0]?.();
  await until("the third is seen", () => seen() === "Third.");
});

it("[GSV-20] asks again before a turn for what could not be fetched", async () => {
  const memory = await openMemoryStore();
  await put(memory, "skills/a/SKILL.md", skill("a", "First."));
  let isAway = false;
  const flaky: Store = {
    ...memory,
    get: (key) =>
      isAway ? Promise.reject(storeError("store/failed", "It is away.")) : memory.get(key),
  };
  const problems: string[] = [];
  const session = await (await open(flaky, {}, ({ code }) => problems.push(code))).session();
  isAway = true;
  await put(memory, "skills/a/SKILL.md", skill("a", "Second."));
  await until("the failure is told", () => problems.length === 1);
  isAway = false;
  expect((await session.nextTurn()).find("a")?.description).toBe("Second.");
});

it("[OC-15] listens to a store once, however often the settings change", async () => {
  const memory = await openMemoryStore();
  let watching = 0;
  const counted: Store = {
    ...memory,
    watch: async (prefix, listener) => {
      const watch = await memory.watch?.(prefix, listener);
      watching += 1;
      return {
        close: async () => {
          watching -= 1;
          await watch?.close();
        },
      };
    },
  };
  const library = await open(counted);
  for (let count = 0; count < 3; count += 1) await library.configure(library.config);
  expect(watching).toBe(1);
  await library.close();
  await library.configure(library.config);
  expect(watching).toBe(0);
});
