/** What OpenClaw promises of skills, gates, secrets and sessions, through the public library. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  type HostFacts,
  HostInventory,
  type Library,
  type LibraryOptions,
  openLibrary,
  sandboxGaps,
  simulateHost,
} from "../src/library/index.ts";
import { createFakeMachine, thisMachine } from "../src/platform/machine/index.ts";
import type { Diagnostic, Json, JsonObject } from "../src/skill/index.ts";
import { skillText } from "./support/library.ts";
import { skill, useFolder, writeTree } from "./support/skill-folders.ts";
import { until } from "./support/wait.ts";

const folder = useFolder();
const opened: Library[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

const WORKSPACE = ".openclaw/workspace/skills";
const DOCUMENT = "openclaw";
const RELEASE = "openclaw@2026.9";

const machine = createFakeMachine({
  environment: { PATH: "/bin", SET: "1", BLANK: " ", EMPTY: "" },
  programs: ["/bin/gh", "/bin/jq"],
});

async function open(options: Partial<LibraryOptions> = {}): Promise<Library> {
  const library = await openLibrary({
    dialect: DOCUMENT,
    home: folder.path,
    folder: folder.path,
    machine,
    watch: false,
    ...options,
  });
  opened.push(library);
  return library;
}

function gated(openclaw: Json, more: JsonObject = {}): string {
  return skillText({ name: "t", description: "Does it.", metadata: { openclaw }, ...more });
}

/** The codes for which a skill is not offered. */
async function reasonsOf(
  text: string,
  options: Partial<LibraryOptions> = {},
): Promise<readonly string[]> {
  writeTree(folder.path, { [`${WORKSPACE}/t/SKILL.md`]: text });
  const { files } = (await open(options)).explain("t");
  return files.flatMap(({ reasons }) => reasons.map(({ code }) => code));
}

function sourcesOf(library: Library, agent = "main"): readonly string[] {
  return library.snapshot({ agent }).skills.map(({ name, source }) => `${name} ${source}`);
}

function node(more: JsonObject): HostFacts {
  const { value } = simulateHost({ id: "mac", os: "darwin", bins: ["imsg"], ...more });
  if (value === undefined) throw new Error("It is no host.");
  return value;
}

const ENTITIES: { readonly [mark: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
}

describe("roots", () => {
  it("[OC-01] hide each other: workspace, managed, bundled, extra", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("a"),
      ".openclaw/skills/a/SKILL.md": skill("a"),
      ".openclaw/skills/b/SKILL.md": skill("b"),
      "bundled/b/SKILL.md": skill("b"),
      "bundled/c/SKILL.md": skill("c"),
      "extra/c/SKILL.md": skill("c"),
      "extra/d/SKILL.md": skill("d"),
    });
    const library = await open({
      folders: { bundled: join(folder.path, "bundled") },
      settings: { skills: { load: { extraDirs: ["~/extra"] } } },
    });
    expect(sourcesOf(library)).toEqual(["a workspace", "b managed", "c bundled", "d extra"]);
    const [winner, loser] = library.explain("a").files;
    expect(loser).toMatchObject({
      path: join(folder.path, ".openclaw/skills/a/SKILL.md"),
      reasons: [{ code: "shadowed", winner: winner?.path }],
    });
  });

  it("[OC-01] of the release are seven", async () => {
    const tiers: readonly (readonly [string, string])[] = [
      [".openclaw/workspace/skills", "openclaw-workspace"],
      [".openclaw/workspace/.agents/skills", "agents-skills-project"],
      [".agents/skills", "agents-skills-personal"],
      [".openclaw/skills", "openclaw-managed"],
      [".openclaw/agents/main/agent/workshop-skills", "openclaw-workshop"],
      ["bundled", "openclaw-bundled"],
      ["extra", "openclaw-extra"],
    ];
    for (const [at, [path]] of tiers.entries())
      // Each tier has its own skill, and one of the name of the tier above it.
      writeTree(folder.path, {
        [`${path}/own/SKILL.md`]: skill(`s${at}`),
        [`${path}/other/SKILL.md`]: skill(`s${Math.max(0, at - 1)}`),
      });
    const library = await open({
      dialect: RELEASE,
      folders: { bundled: join(folder.path, "bundled") },
      settings: { skills: { load: { extraDirs: ["~/extra"] } } },
    });
    expect(sourcesOf(library)).toEqual(tiers.map(([, source], at) => `s${at} ${source}`));
  });

  it("[OC-02] of a workspace are an agent's own, managed ones everybody's", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("a"),
      "ada/skills/b/SKILL.md": skill("b"),
      ".openclaw/skills/c/SKILL.md": skill("c"),
    });
    const library = await open({
      settings: { agents: { list: [{ id: "main" }, { id: "ada", workspace: "~/ada" }] } },
    });
    expect(sourcesOf(library)).toEqual(["a workspace", "c managed"]);
    expect(sourcesOf(library, "ada")).toEqual(["b workspace", "c managed"]);
  });

  it("[OC-03] of a plugin count while it is enabled, below the user's own", async () => {
    writeTree(folder.path, {
      ".openclaw/extensions/p/openclaw.plugin.json": '{ "id": "p", "skills": ["./skills"] }',
      ".openclaw/extensions/p/skills/a/SKILL.md": skill("a"),
      ".openclaw/extensions/p/skills/b/SKILL.md": skill("b"),
      [`${WORKSPACE}/a/SKILL.md`]: skill("a"),
    });
    expect(sourcesOf(await open())).toEqual(["a workspace", "b extra"]);
    const settings = { plugins: { entries: { p: { enabled: false } } } };
    expect(sourcesOf(await open({ settings }))).toEqual(["a workspace"]);
  });
});

describe("instructions and commands", () => {
  it("[OC-05] have the folder of the skill for `{baseDir}`", async () => {
    const text = skillText(
      { name: "t", description: "Does it." },
      "Run {baseDir}/x and {baseDir}.\n",
    );
    writeTree(folder.path, { [`${WORKSPACE}/t $&/SKILL.md`]: text });
    const base = join(folder.path, WORKSPACE, "t $&");
    expect((await open()).snapshot().instructions("t").trim()).toBe(`Run ${base}/x and ${base}.`);
  });

  it("[OC-07] [OC-08] tell users and the model apart", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("both"),
      [`${WORKSPACE}/b/SKILL.md`]: skill("model-only", "M.", "user-invocable: false\n"),
      [`${WORKSPACE}/c/SKILL.md`]: skill("user-only", "U.", "disable-model-invocation: true\n"),
    });
    const { commands, prompt, skills } = (await open()).snapshot();
    expect(commands.map(({ skillName }) => skillName)).toEqual(["both", "user-only"]);
    expect([...prompt.matchAll(/<name>(.*)<\/name>/g)].map(([, name]) => name)).toEqual([
      "both",
      "model-only",
    ]);
    expect(skills.map(({ name }) => name)).toEqual(["both", "model-only", "user-only"]);
  });

  it("[OC-09] go to a tool with the arguments as they were typed", async () => {
    const dispatch = "command-dispatch: tool\ncommand-tool: exec\ncommand-arg-mode: raw\n";
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("run", "Runs.", dispatch),
      [`${WORKSPACE}/b/SKILL.md`]: skill("think", "Thinks.", "command-dispatch: tool\n"),
    });
    const session = await (await open()).session();
    expect(session.readCommand('/run  "a b"  --c=$1 ')).toEqual({
      kind: "tool",
      tool: "exec",
      parameters: { command: '"a b"  --c=$1', commandName: "run", skillName: "run" },
    });
    expect(session.readCommand("/think hard")).toEqual({
      kind: "model",
      skillName: "think",
      arguments: "hard",
    });
    expect(session.readCommand("no command")).toBeUndefined();
  });
});

describe("gates", () => {
  it.each([
    [undefined, []],
    [{}, []],
    [{ os: ["linux"] }, []],
    [{ os: ["darwin", "win32"] }, ["wrong-os"]],
    [{ requires: { bins: ["gh", "jq"] } }, []],
    [{ requires: { bins: ["gh", "none"] } }, ["missing-bin"]],
    [{ requires: { anyBins: ["none", "jq"] } }, []],
    [{ requires: { anyBins: ["none", "nil"] } }, ["missing-any-bin"]],
    [{ requires: { env: ["SET"] } }, []],
    [{ requires: { env: ["EMPTY"] } }, ["missing-env"]],
    [{ requires: { config: ["browser.on"] } }, []],
    [{ requires: { config: ["browser.off"] } }, ["missing-config"]],
    [{ always: true, os: ["darwin"], requires: { bins: ["none"] } }, []],
    [
      { os: ["darwin"], requires: { bins: ["none"], env: ["NO"], config: ["no"] } },
      ["wrong-os", "missing-env", "missing-config", "missing-bin"],
    ],
  ])("[OC-10] of %j exclude for %j", async (block, codes) => {
    const settings = { browser: { on: true, off: false } };
    const text = block === undefined ? skill("t") : gated(block);
    expect(await reasonsOf(text, { settings })).toEqual(codes);
  });

  it.each([
    [{ always: true, os: ["darwin"] }, ["wrong-os"]],
    [{ requires: { env: ["BLANK"] } }, ["missing-env"]],
    [{ requires: { config: ["browser.enabled"] } }, []],
  ])("[OC-10] of the release differ for %j", async (block, codes) => {
    expect(await reasonsOf(gated(block), { dialect: RELEASE })).toEqual(codes);
  });

  it.each([
    ["t", gated({ requires: { env: ["KEY"] } }), { env: { KEY: "k" } }],
    ["own", gated({ skillKey: "own", requires: { env: ["KEY"] } }), { env: { KEY: "k" } }],
    ["t", gated({ primaryEnv: "KEY", requires: { env: ["KEY"] } }), { apiKey: "k" }],
  ])("[OC-10] [OC-12] are met by the entry `%s`", async (key, text, entry) => {
    expect(await reasonsOf(text)).toEqual(["missing-env"]);
    expect(await reasonsOf(text, { settings: { skills: { entries: { [key]: entry } } } })).toEqual(
      [],
    );
  });

  it("[OC-12] read their settings as JSON5, and know when the file changes", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/t/SKILL.md`]: skill("t"),
      "openclaw.json": "// off\n{ skills: { entries: { 't': { enabled: false, } } } }",
    });
    const settingsFile = join(folder.path, "openclaw.json");
    const library = await open({ settingsFile, watch: true });
    expect(library.snapshot().skills).toEqual([]);
    writeFileSync(settingsFile, "{}");
    await until("the settings hold", () => library.snapshot().skills.length === 1);
  });

  it.each([
    [DOCUMENT, { allowBundled: ["b"] }, ["b", "t"]],
    [DOCUMENT, { allowBundled: [] }, ["t"]],
    [RELEASE, { allowBundled: [] }, ["a", "b", "t"]],
    [DOCUMENT, { entries: { a: { enabled: false }, t: { enabled: false } } }, ["b"]],
  ])("[OC-13] under %s let %j through: %j", async (dialect, skills, names) => {
    writeTree(folder.path, {
      "bundled/a/SKILL.md": skill("a"),
      "bundled/b/SKILL.md": skill("b"),
      [`${WORKSPACE}/t/SKILL.md`]: skill("t"),
    });
    const folders = { bundled: join(folder.path, "bundled") };
    const library = await open({ dialect, folders, settings: { skills } });
    expect(library.snapshot().skills.map(({ name }) => name)).toEqual(names);
  });
});

describe("secrets of a run", () => {
  const NAME = "SKILLWRIGHT_REQUIREMENT_KEY";
  const settings = {
    skills: { entries: { t: { apiKey: "planted-4711", env: { SET: "other" } } } },
  };

  async function withSecret(more: Partial<LibraryOptions> = {}): Promise<Library> {
    const text = gated({ primaryEnv: NAME, requires: { env: [NAME] } });
    writeTree(folder.path, {
      [`${WORKSPACE}/t/SKILL.md`]: text,
      [`${WORKSPACE}/u/SKILL.md`]: skill("u"),
    });
    return open({ settings, ...more });
  }

  it("[OC-14] go to the process of the skill alone, and only where nothing is set", async () => {
    const session = await (await withSecret()).session();
    const { added, problems, reveal } = session.environment("t");
    expect(added).toEqual([NAME]);
    expect(problems.map(({ code }) => code)).toEqual(["session/already-set"]);
    expect(reveal()).toMatchObject({ [NAME]: "planted-4711", SET: "1" });
    expect(session.environment("u").reveal()).not.toHaveProperty(NAME);
    expect(process.env[NAME]).toBeUndefined();
  });

  it("[OC-14] fill a variable that is set to nothing, where that opened the gate", async () => {
    const text = gated({ primaryEnv: "EMPTY", requires: { env: ["EMPTY"] } });
    writeTree(folder.path, { [`${WORKSPACE}/t/SKILL.md`]: text });
    const given = { skills: { entries: { t: { apiKey: "k" } } } };
    const session = await (await open({ settings: given })).session();
    expect(session.snapshot().skills.map(({ name }) => name)).toEqual(["t"]);
    expect(session.environment("t").reveal()).toMatchObject({ EMPTY: "k" });
  });

  it("[OC-12] that nothing leads to open no gate, and no step says that they do", async () => {
    const text = gated({ primaryEnv: NAME, requires: { env: [NAME] } });
    writeTree(folder.path, { [`${WORKSPACE}/t/SKILL.md`]: text });
    for (const source of ["bogus", "env"]) {
      const apiKey = { source, provider: "default", id: "NOWHERE" };
      const library = await open({ settings: { skills: { entries: { t: { apiKey } } } } });
      const [file] = library.explain("t").files;
      expect(library.snapshot().skills).toEqual([]);
      expect(file?.reasons.map(({ code }) => code)).toEqual(["secret-unresolved"]);
      const steps = file?.steps.filter(({ check }) => check === "env" || check === "secret");
      expect(steps?.map(({ check, isPassed }) => [check, isPassed])).toEqual([
        ["secret", false],
        ["env", false],
      ]);
    }
  });

  it("[OC-14] leave this process when the run throws, and never meet those of another run", async () => {
    const first = await (await withSecret()).session();
    const other = { skills: { entries: { t: { apiKey: "second" } } } };
    const second = await (await withSecret({ settings: other })).session();
    const seen: (string | undefined)[] = [];
    const runs = [first, second].map((session) =>
      session.withProcessEnvironment(async () => {
        seen.push(process.env[NAME]);
        await new Promise(setImmediate);
        seen.push(process.env[NAME]);
        throw new Error("failed");
      }),
    );
    const results = await Promise.allSettled(runs);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(seen).toEqual(["planted-4711", "planted-4711", "second", "second"]);
    expect(process.env[NAME]).toBeUndefined();
  });

  it("[OC-14] of one run are no variables of this machine to anybody else", async () => {
    const real = { machine: thisMachine() };
    const first = await (await withSecret(real)).session();
    const other = { skills: { entries: { t: { apiKey: "second" } } } };
    const second = await (await withSecret({ ...real, settings: other })).session();
    const { added, own, names } = await first.withProcessEnvironment(async () => {
      const library = await open({ ...real, settings: {} });
      return {
        added: second.environment("t").reveal()[NAME],
        own: second.environment("u").reveal()[NAME],
        names: library.snapshot().skills.map(({ name }) => name),
      };
    });
    expect([added, own, names]).toEqual(["second", undefined, ["u"]]);
  });

  it("[OC-14] cannot hijack a process", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/t/SKILL.md`]: skill("t") });
    const env = { NODE_OPTIONS: "-r x", LD_PRELOAD: "x", PATH2: "fine", UNDECLARED_TOKEN: "x" };
    const library = await open({ settings: { skills: { entries: { t: { env } } } } });
    const { added, problems } = (await library.session()).environment("t");
    expect(added).toEqual(["PATH2"]);
    expect(problems.map(({ code }) => code)).toEqual([
      "session/refused-name",
      "session/refused-name",
      "session/undeclared-name",
    ]);
  });

  it("[OC-20] are in nothing that anybody is shown", async () => {
    const library = await withSecret();
    const session = await library.session();
    const shown = [
      library.snapshot(),
      library.snapshot().prompt,
      library.explain("t"),
      library.explainAll(),
      session.environment("t"),
      library.config,
      library.environment,
    ].map((item) => JSON.stringify(item));
    expect(shown.join("\n")).not.toContain("planted-4711");
  });

  it("[OC-20] are not the whole of safety: a sandbox needs the programs too", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/t/SKILL.md`]: gated({ requires: { bins: ["gh"] } }) });
    const snapshot = (await open()).snapshot();
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["t"]);
    expect(sandboxGaps(snapshot, { bins: {} }).map(({ message }) => message)).toEqual([
      "The sandbox lacks `gh`, which `t` needs.",
    ]);
    expect(sandboxGaps(snapshot, { bins: { gh: true } })).toEqual([]);
  });
});

/** How many skills a session has before a node comes, while it is there, and after it has left. */
async function countAround(dialect: string, more: JsonObject): Promise<readonly number[]> {
  const hosts = new HostInventory();
  const session = await (await open({ dialect, hosts })).session();
  const before = session.beginTurn().skills.length;
  const connection = hosts.connect(node(more));
  const during = session.beginTurn().skills.length;
  connection.disconnect();
  return [before, during, session.beginTurn().skills.length];
}

/** Settings that switch these skills off. */
function off(...names: readonly string[]): string {
  const entries = Object.fromEntries(names.map((name) => [name, { enabled: false }]));
  return JSON.stringify({ skills: { entries } });
}

async function namesIn(options: Partial<LibraryOptions> = {}): Promise<readonly string[]> {
  return (await open(options)).snapshot().skills.map(({ name }) => name);
}

describe("settings", () => {
  const files = {
    [`${WORKSPACE}/a/SKILL.md`]: skill("a"),
    [`${WORKSPACE}/b/SKILL.md`]: skill("b"),
    [`${WORKSPACE}/c/SKILL.md`]: skill("c"),
  };
  it("[OC-12] are those of the system where none are given", async () => {
    writeTree(folder.path, { ...files, ".openclaw/openclaw.json": off("a") });
    expect(await namesIn()).toEqual(["b", "c"]);
    expect(await namesIn({ settings: {} })).toEqual(["a", "b", "c"]);
  });

  it("[OC-12] of our own file add to them, and what both say is told", async () => {
    const both = { skills: { entries: { a: { enabled: true }, b: { enabled: false } } } };
    writeTree(folder.path, {
      ...files,
      ".openclaw/openclaw.json": off("a", "c"),
      "skillwright.library.json": JSON.stringify(both),
    });
    const problems: string[] = [];
    const onProblem = ({ code, path = [] }: Diagnostic): void => {
      problems.push(`${code} ${path.join(".")}`);
    };
    expect(await namesIn({ onProblem })).toEqual(["a"]);
    expect(problems).toEqual(["settings/overridden skills.entries.a.enabled"]);
  });
});

describe("sessions", () => {
  it("[OC-15] keep their skills, and a new one has what changed", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    const library = await open();
    const session = await library.session();
    writeTree(folder.path, { [`${WORKSPACE}/b/SKILL.md`]: skill("b") });
    expect(session.snapshot().skills.map(({ name }) => name)).toEqual(["a"]);
    const next = await library.session();
    expect(next.snapshot().skills.map(({ name }) => name)).toEqual(["a", "b"]);
    expect((await session.nextTurn()).skills.map(({ name }) => name)).toEqual(["a"]);
  });

  it("[OC-15] keep the skills of a turn until it ends, also one that is deleted meanwhile", async () => {
    const entries = { t: { apiKey: "secret" } };
    const text = gated({ primaryEnv: "T_API_KEY" });
    writeTree(folder.path, { [`${WORKSPACE}/t/SKILL.md`]: text });
    const library = await open({ watch: true, settings: { skills: { entries } } });
    const session = await library.session();
    const turn = await session.nextTurn();
    const changed = new Promise((resume) => library.subscribe(resume));
    rmSync(join(folder.path, WORKSPACE, "t"), { recursive: true });
    await changed;
    expect(session.environment("t").added).toEqual(["T_API_KEY"]);
    expect(session.snapshot()).toBe(turn);
    expect((await session.nextTurn()).skills).toEqual([]);
    expect(() => session.environment("t")).toThrow("The agent has no skill `t`");
  });

  it("[OC-15] [OC-17] hear of a macOS node at their next turn", async () => {
    const text = gated({ os: ["darwin"], requires: { bins: ["imsg"] } });
    writeTree(folder.path, { [`${WORKSPACE}/t/SKILL.md`]: text });
    // By the document they stay visible when the node leaves; by the release they do not.
    expect(await countAround(DOCUMENT, {})).toEqual([0, 1, 1]);
    expect(await countAround(RELEASE, {})).toEqual([0, 1, 0]);
    expect(await countAround(DOCUMENT, { allowsCommands: false })).toEqual([0, 0, 0]);
    expect(await countAround(DOCUMENT, { bins: [] })).toEqual([0, 0, 0]);
  });

  it("[OC-16] hear of a file that an editor puts in the place of another, once for a burst", async () => {
    const file = join(folder.path, WORKSPACE, "a/SKILL.md");
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a", "Old.") });
    const library = await open({
      watch: true,
      settings: { skills: { load: { watch: true, watchDebounceMs: 60 } } },
    });
    const session = await library.session();
    const versions: number[] = [];
    library.subscribe(({ version }) => versions.push(version));
    for (const word of ["One.", "Two.", "New."]) {
      writeFileSync(`${file}.tmp`, skill("a", word));
      renameSync(`${file}.tmp`, file);
    }
    await until(
      "the new text is there",
      () => session.beginTurn().find("a")?.description === "New.",
    );
    expect(versions.length).toBe(1);
    writeFileSync(file, skill("a", "New."));
    writeTree(folder.path, { [`${WORKSPACE}/b/SKILL.md`]: skill("b") });
    await until("the other one is there", () => session.beginTurn().find("b") !== undefined);
    // Equal content has bumped nothing.
    expect(versions.length).toBe(2);
  });
});

describe("the prompt", () => {
  it("[OC-18] costs exactly what the document says, and nothing without a skill", async () => {
    expect((await open()).snapshot().prompt).toBe("");
    const skills = [
      ["a", `Tags <b> & "quotes" 'single'.`],
      ["b", "Plain."],
    ] as const;
    for (const [name, description] of skills)
      writeTree(folder.path, {
        [`${WORKSPACE}/${name}/SKILL.md`]: skillText({ name, description }),
      });
    const { prompt } = (await open()).snapshot();
    const cost = skills.map(([name, description]) => {
      const location = join(folder.path, WORKSPACE, name, "SKILL.md");
      return 97 + escaped(name).length + escaped(description).length + escaped(location).length;
    });
    expect(prompt.length).toBe(195 + cost.reduce((total, value) => total + value, 0));
    expect(prompt).toContain("Tags &lt;b&gt; &amp; &quot;quotes&quot; &apos;single&apos;.");
  });
});
