import { EventEmitter } from "node:events";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRandom, useFolder } from "../../../test/support/skill-folders.ts";
import { createFakeClock, createFakeMachine } from "../../platform/machine/index.ts";
import type { WatchFunction } from "../../platform/tree/index.ts";
import { type Dialect, dialects, type Json, type JsonObject, profiles } from "../../skill/index.ts";
import { toLibraryConfig, usableConfig } from "../config/index.ts";
import { executionBaseline, HostInventory } from "../hosts/index.ts";
import { type Library, type LibraryOptions, openLibrary, type Snapshot } from "./index.ts";

const STEPS = 40;
const LATER = 3_600_000;
const NAMES = ["alpha", "beta", "gamma", "delta", "Émile", "a b"];
const FOLDERS = ["one", "two", "three", "group/one", "group/four", "skills/five", ".hidden/six"];
const PROGRAMS = ["git", "jq", "memo"];

const folder = useFolder();

type Random = ReturnType<typeof createRandom>;

/** The system that tells of changes, as far as a test can hold it in its hands. */
function fakeWatch() {
  const listeners = new Map<string, (kind: string, name: string | null) => void>();
  const watch: WatchFunction = (path, _options, listener) => {
    listeners.set(path, listener);
    const close = (): void => {
      if (listeners.get(path) === listener) listeners.delete(path);
    };
    // Of the watcher only these two methods are used.
    return Object.assign(new EventEmitter(), { close }) as unknown as ReturnType<WatchFunction>;
  };
  /**
   * Does something to a path. A system tells every watch of the folder around it, by whatever name that goes,
   * and those of the folder itself and of all below it where they went away.
   */
  const change = (path: string, work: () => void): void => {
    const real = realOf(path);
    const ends = [...listeners].filter(([watched]) => isBelow(realOf(watched), real));
    try {
      work();
    } finally {
      const around = realOf(dirname(path));
      for (const [watched, hear] of ends)
        if (realOf(watched) === undefined || realOf(watched) !== real)
          hear("rename", basename(watched));
      for (const [watched, hear] of listeners)
        if (around !== undefined && realOf(watched) === around) hear("rename", basename(path));
    }
  };
  return { watch, change };
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isBelow(path: string | undefined, above: string | undefined): boolean {
  return path !== undefined && above !== undefined && `${path}/`.startsWith(`${above}/`);
}

function text(random: Random, step: number): string {
  const requires: JsonObject = {
    ...(random.chance(0.4) ? { bins: [random.pick(PROGRAMS)] } : {}),
    ...(random.chance(0.2) ? { anyBins: PROGRAMS.slice(0, 2) } : {}),
    ...(random.chance(0.2) ? { env: [random.pick(["TOKEN", "OTHER"])] } : {}),
    ...(random.chance(0.2) ? { config: ["features.on"] } : {}),
  };
  const own = {
    requires,
    ...(random.chance(0.2) ? { os: [random.pick(["darwin", "linux"])] } : {}),
    ...(random.chance(0.1) ? { always: true } : {}),
  };
  const lines = [
    random.chance(0.95) ? `name: ${random.pick(NAMES)}` : "",
    random.chance(0.95) ? `description: Number ${step} & <${random.pick(NAMES)}>.` : "",
    `metadata: ${JSON.stringify({ openclaw: own, gsv: own })}`,
    random.chance(0.1) ? "disable-model-invocation: true" : "",
    random.chance(0.1) ? "user-invocable: false" : "",
    random.chance(0.05) ? "broken: [" : "",
  ];
  return `---\n${lines.filter((line) => line !== "").join("\n")}\n---\n\nDo ${step}.\n`;
}

function settings(random: Random): JsonObject {
  const entry = (): Json => ({
    enabled: random.chance(0.6),
    ...(random.chance(0.3) ? { env: { TOKEN: "x" } } : {}),
  });
  return {
    skills: {
      entries: { alpha: entry(), one: entry(), beta: entry() },
      ...(random.chance(0.3) ? { limits: { maxSkillsInPrompt: 2, maxCandidatesPerRoot: 3 } } : {}),
    },
    features: { on: random.chance(0.5) },
  };
}

interface World {
  readonly roots: readonly string[];
  readonly random: Random;
  readonly change: (path: string, work: () => void) => void;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The topmost folder that is not there yet: of what is made below it nobody tells. */
function firstMissing(path: string): string {
  let missing = path;
  while (!isThere(dirname(missing))) missing = dirname(missing);
  return missing;
}

function place({ random, roots }: World): string {
  return join(random.pick(roots), random.pick(FOLDERS));
}

function write(world: World, file: string, content: string): void {
  world.change(firstMissing(file), () => {
    mkdirSync(dirname(file), { recursive: true });
    const path = world.random.chance(0.5) ? file : join(dirname(file), ".swap");
    rmSync(file, { recursive: true, force: true });
    writeFileSync(path, content);
    if (path !== file) renameSync(path, file);
  });
}

function move(world: World, from: string, to: string): void {
  if (!isThere(from) || isThere(to) || isBelow(to, from)) return;
  world.change(from, () =>
    world.change(firstMissing(to), () => {
      mkdirSync(dirname(to), { recursive: true });
      renameSync(from, to);
    }),
  );
}

function remove(world: World, path: string): void {
  world.change(path, () => rmSync(path, { recursive: true, force: true }));
}

function link(world: World, target: string, path: string): void {
  if (isThere(path)) return;
  world.change(firstMissing(path), () => {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  });
}

const edits: readonly ((world: World, step: number) => void)[] = [
  (world, step) => write(world, join(place(world), "SKILL.md"), text(world.random, step)),
  (world, step) => write(world, join(place(world), "SKILL.md"), text(world.random, step)),
  (world, step) => write(world, join(place(world), "skill.md"), text(world.random, step)),
  (world, step) => write(world, join(place(world), "inner", "SKILL.md"), text(world.random, step)),
  (world) => write(world, join(place(world), "notes.md"), "Other.\n"),
  (world, step) =>
    write(world, join(place(world), ".clawhub", "origin.json"), `{ "slug": "key-${step % 3}" }`),
  (world) => remove(world, join(place(world), "SKILL.md")),
  (world) => remove(world, place(world)),
  (world) => remove(world, join(world.random.pick(world.roots), "group")),
  (world) => move(world, place(world), place(world)),
  (world) => move(world, join(world.random.pick(world.roots), "group"), place(world)),
  (world) => move(world, join(place(world), "SKILL.md"), join(place(world), "SKILL.md")),
  (world) => link(world, place(world), place(world)),
  (world) => link(world, "notes.md", join(place(world), "SKILL.md")),
];

/** All that a snapshot says but its version. */
function contentOf(snapshot: Snapshot): object {
  return {
    skills: snapshot.skills,
    prompt: snapshot.prompt,
    commands: snapshot.commands,
    problems: snapshot.problems.map(({ code, file, message }) => ({ code, file, message })),
    evaluations: snapshot
      .evaluations()
      .map(({ candidate, name, verdict }) => ({ path: candidate.path, name, verdict })),
    listing: snapshot.listing(),
  };
}

interface Stage {
  readonly dialect: Dialect;
  readonly machine: ReturnType<typeof createFakeMachine>;
  readonly hosts: HostInventory;
  readonly world: World;
  config: NonNullable<LibraryOptions["config"]>;
}

function configOf(dialect: Dialect, random: Random): Stage["config"] {
  const rules = dialect.homes?.settings ?? { fields: [], closed: [], isStrict: false };
  return usableConfig(toLibraryConfig(settings(random), { ...rules, closed: [], isStrict: false }));
}

function optionsOf({ dialect, machine, hosts, world, config }: Stage): LibraryOptions {
  const order = dialect.gating?.sources.order ?? [];
  const sources = [order.at(-1), order[0]].map((source) => (source ? { source } : {}));
  return {
    dialect: dialect.id,
    home: folder.path,
    folder: folder.path,
    roots: world.roots.map((path, at) => ({ path, ...sources[at] })),
    machine,
    config,
    hosts,
    reservedCommands: ["help"],
  };
}

/** Now and then something around the skills changes as well. */
async function changeSurroundings(stage: Stage, library: Library, step: number): Promise<void> {
  const { random } = stage.world;
  if (random.chance(0.15)) stage.machine.install(`/bin/${random.pick(PROGRAMS)}`);
  if (random.chance(0.1)) stage.machine.set("TOKEN", random.chance(0.5) ? "x" : undefined);
  if (random.chance(0.15))
    stage.hosts.connect(
      {
        id: `host-${step % 2}`,
        role: "execution",
        capabilities: executionBaseline,
        os: "darwin",
        platform: "darwin",
        env: ["OTHER"],
        bins: { [random.pick(PROGRAMS)]: true },
        allowsCommands: true,
        isConnected: true,
      },
      { send: () => true },
    );
  if (!random.chance(0.15)) return;
  stage.config = configOf(stage.dialect, random);
  await library.configure(stage.config);
}

/** A link may lead nowhere or in a circle, and then nothing can be written behind it. */
function attempt(edit: () => void): void {
  try {
    edit();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

const systems = [...dialects, ...profiles].filter(({ gating }) => gating !== undefined);

describe("a snapshot after changes", () => {
  it.each(
    systems.flatMap((dialect, at) => [
      [dialect.id, "it hears of", dialect, at, true] as const,
      [dialect.id, "it looks for", dialect, at + systems.length, false] as const,
    ]),
  )("of %s that %s is the one of a cold start", async (_id, _how, dialect, seed, hears) => {
    const random = createRandom(seed + 1);
    const clock = createFakeClock(Date.now() + LATER);
    const { watch, change } = fakeWatch();
    const roots = ["first", "second"].map((name) => join(folder.path, name));
    for (const root of roots) mkdirSync(root);
    const stage: Stage = {
      dialect,
      machine: createFakeMachine({ environment: { PATH: "/bin" }, programs: ["/bin/git"] }),
      hosts: new HostInventory(),
      world: { random, roots, change },
      config: configOf(dialect, random),
    };
    const own = hears ? { watchFunction: watch } : { watch: false };
    const library = await openLibrary({ ...optionsOf(stage), clock, ...own });
    const session = await library.session();
    for (let step = 0; step < STEPS; step++) {
      for (let count = random.integer(1, 4); count > 0; count--)
        attempt(() => random.pick(edits)(stage.world, step));
      // Without another skill there is no other version, and a snapshot stays what it was.
      write(
        stage.world,
        join(roots[0] ?? "", "counter", "SKILL.md"),
        `${text(random, step)}${step}`,
      );
      await changeSurroundings(stage, library, step);
      if (hears) clock.advance(LATER);
      else await library.refresh();
      const cold = await openLibrary({ ...optionsOf(stage), watch: false });
      expect(contentOf(session.beginTurn()), `step ${step}`).toEqual(contentOf(cold.snapshot()));
      await cold.close();
    }
    expect(readdirSync(roots[0] ?? "").length).toBeGreaterThan(0);
    await library.close();
  });
});
