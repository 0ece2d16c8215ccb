import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import { skill, useFolder, writeTree } from "../../../test/support/skill-folders.ts";
import { createFakeMachine } from "../../platform/machine/index.ts";
import { type LibraryConfig, readConfig } from "../config/index.ts";
import { type HostFacts, HostInventory, simulateHost } from "../hosts/index.ts";
import { type Library, type LibraryOptions, openLibrary, sandboxGaps } from "./index.ts";

const folder = useFolder();
const opened: Library[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

async function open(options: Partial<LibraryOptions> = {}): Promise<Library> {
  const library = await openLibrary({
    dialect: "openclaw",
    home: folder.path,
    folder: folder.path,
    machine: createFakeMachine({ environment: { PATH: "/bin" }, programs: ["/bin/gh"] }),
    watch: false,
    ...options,
  });
  opened.push(library);
  return library;
}

function configOf(text: string, id = "openclaw"): LibraryConfig {
  const rules = dialectNamed(id).homes?.settings;
  if (rules === undefined) throw new Error("It has no settings.");
  const { value, diagnostics } = readConfig(text, rules);
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return value;
}

function needs(requires: object, more: object = {}): string {
  return `metadata: ${JSON.stringify({ openclaw: { requires, ...more } })}\n`;
}

function names(library: Library): readonly string[] {
  return library.snapshot().skills.map(({ name }) => name);
}

function location(library: Library): string | undefined {
  return /<location>(.*)<\/location>/.exec(library.snapshot().prompt)?.[1];
}

function host(id: string, bins: readonly string[]): HostFacts {
  const { value } = simulateHost({
    id,
    hostOs: "darwin",
    hostBinStatus: Object.fromEntries(bins.map((bin) => [bin, true])),
  });
  if (value === undefined) throw new Error("It is no host.");
  return value;
}

const WORKSPACE = ".openclaw/workspace/skills";
const MANAGED = ".openclaw/skills";

describe("snapshot", () => {
  it("[OC-01] has the skill of the highest root for each name", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("a", "From the workspace."),
      [`${MANAGED}/a/SKILL.md`]: skill("a", "From the managed ones."),
      [`${MANAGED}/b/SKILL.md`]: skill("b", "From the managed ones."),
      "packs/b/SKILL.md": skill("b", "Extra."),
      "packs/c/SKILL.md": skill("c", "Extra."),
      "later/c/SKILL.md": skill("c", "Later."),
    });
    const config = configOf('{ skills: { load: { extraDirs: ["~/packs", "~/later"] } } }');
    const library = await open({ config });
    expect(
      library.snapshot().skills.map(({ name, source, description }) => [name, source, description]),
    ).toEqual([
      ["a", "workspace", "From the workspace."],
      ["b", "managed", "From the managed ones."],
      ["c", "extra", "Later."],
    ]);
  });

  it("[OC-02] differs by agent in the workspace, and not in what is shared", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("a"),
      ".openclaw/workspace-work/skills/b/SKILL.md": skill("b"),
      [`${MANAGED}/c/SKILL.md`]: skill("c"),
    });
    const library = await open();
    const of = (agent: string): readonly string[] =>
      library.snapshot({ agent }).skills.map(({ name }) => name);
    expect([of("main"), of("work")]).toEqual([
      ["a", "c"],
      ["b", "c"],
    ]);
    expect(() => library.snapshot({ agent: "../x" })).toThrow("`../x` is not a valid agent id");
  });

  it("[OC-03] has the skills of a plugin while it is enabled", async () => {
    writeTree(folder.path, {
      ".openclaw/extensions/p/openclaw.plugin.json": '{ "id": "p", "skills": ["skills"] }',
      ".openclaw/extensions/p/skills/call/SKILL.md": skill("call"),
    });
    const library = await open();
    expect(names(library)).toEqual(["call"]);
    await library.configure(configOf("{ plugins: { entries: { p: { enabled: false } } } }"));
    expect(names(library)).toEqual([]);
    expect(library.snapshot().problems.map(({ code }) => code)).toEqual(["roots/plugin-off"]);
  });

  it("[OC-05] has instructions with the folder of the skill in them", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: `${skill("a")}See {baseDir}/x.\n` });
    const library = await open();
    expect(library.snapshot().instructions("a")).toBe(
      `\nDo it.\nSee ${join(folder.path, WORKSPACE, "a")}/x.\n`,
    );
    expect(() => library.snapshot().instructions("b")).toThrow("The agent has no skill `b`");
  });

  it("fills in the arguments of a call by the names that a skill gives them", async () => {
    const body = "Move $from to $to in ${CLAUDE_SKILL_DIR}; all: $ARGUMENTS.\n";
    writeTree(folder.path, {
      "skills/mv/SKILL.md": `---\nname: mv\ndescription: Moves.\narguments: from to\n---\n${body}`,
    });
    const library = await open({ dialect: "claude", roots: ["skills"] });
    expect(library.snapshot().instructions("mv", { arguments: "'a b' c" })).toBe(
      `Move a b to c in ${join(folder.path, "skills/mv")}; all: 'a b' c.\n`,
    );
  });

  it("[OC-12] finds the entry of a skill under its own key, or under the one of its origin", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("a", "A.", needs({}, { skillKey: "own" })),
      [`${WORKSPACE}/b/SKILL.md`]: skill("b"),
      [`${WORKSPACE}/b/.openclaw/source-origin.json`]: '{ "slug": "acme-b" }',
      [`${WORKSPACE}/c/SKILL.md`]: skill("c"),
    });
    const entries =
      "{ own: { enabled: false }, 'acme-b': { enabled: false }, b: { enabled: true } }";
    const config = configOf(`{ skills: { entries: ${entries} } }`, "openclaw@2026.9");
    expect(names(await open({ dialect: "openclaw@2026.9", config }))).toEqual(["c"]);
  });

  it("[OC-13] limits bundled skills to the list of allowed ones", async () => {
    writeTree(folder.path, {
      "bundled/a/SKILL.md": skill("a"),
      "bundled/b/SKILL.md": skill("b"),
      [`${MANAGED}/c/SKILL.md`]: skill("c"),
    });
    const folders = { bundled: join(folder.path, "bundled") };
    const config = configOf('{ skills: { allowBundled: ["b"] } }');
    expect(names(await open({ folders, config }))).toEqual(["b", "c"]);
  });

  it("[OC-12] counts what the configuration gives, and where it points to", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill(
        "a",
        "A.",
        needs({ env: ["A_KEY"] }, { primaryEnv: "A_KEY" }),
      ),
      [`${WORKSPACE}/b/SKILL.md`]: skill(
        "b",
        "B.",
        needs({ env: ["B_KEY"] }, { primaryEnv: "B_KEY" }),
      ),
    });
    const reference = '{ source: "env", provider: "p", id: "NONE" }';
    const config = configOf(
      `{ skills: { entries: { a: { apiKey: "k" }, b: { apiKey: ${reference} } } } }`,
    );
    const library = await open({ config });
    expect(names(library)).toEqual(["a"]);
    expect(library.explain("b").files[0]?.reasons.map(({ code }) => code)).toContain(
      "secret-unresolved",
    );
    expect(names(await open({ config, resolveSecret: () => "found" }))).toEqual(["a", "b"]);
  });

  it("shows the home folder as `~` where the system does", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    expect(location(await open({ dialect: "openclaw@2026.9" }))).toBe(`~/${WORKSPACE}/a/SKILL.md`);
    expect(location(await open())).toBe(join(folder.path, WORKSPACE, "a/SKILL.md"));
  });

  it("reports what limits drop, and never drops in silence", async () => {
    writeTree(
      folder.path,
      Object.fromEntries(
        ["a", "b", "c"].map((name) => [`${WORKSPACE}/${name}/SKILL.md`, skill(name)]),
      ),
    );
    const config = configOf(
      "{ skills: { limits: { maxSkillsLoadedPerSource: 2, maxSkillsInPrompt: 1 } } }",
      "openclaw@2026.9",
    );
    const library = await open({ dialect: "openclaw@2026.9", config });
    expect(names(library)).toEqual(["a", "b"]);
    expect(library.explain("c").files[0]?.reasons.map(({ code }) => code)).toEqual([
      "over-root-limit",
    ]);
    expect(library.explain("b").prompt).toMatchObject({
      isListed: false,
      cut: { reason: { code: "cut-by-count" } },
    });
  });

  it("reads the folders of another client by its name", async () => {
    writeTree(folder.path, {
      ".git/HEAD": "",
      ".cursor/skills/a/SKILL.md": skill("a"),
      ".github/skills/b/SKILL.md": skill("b"),
    });
    const of = async (client: string): Promise<readonly string[]> =>
      names(await open({ dialect: "agentskills", client, home: join(folder.path, "home") }));
    expect([await of("cursor"), await of("vscode")]).toEqual([["a"], ["b"]]);
    await expect(of("cursr")).rejects.toMatchObject({
      diagnostic: { code: "roots/unknown-client", hint: "Did you mean `cursor`?" },
    });
  });

  it("[OC-12] takes settings as plain data, and tells what is wrong with them", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    const problems: string[] = [];
    const library = await open({
      settings: { skills: { entries: { a: { enabled: false, envs: {} } } } },
      onProblem: ({ code }) => problems.push(code),
    });
    expect([names(library), problems]).toEqual([[], ["settings/unknown-key"]]);
  });

  it("needs a system that is known", async () => {
    await expect(open({ dialect: "opnclaw" })).rejects.toMatchObject({
      diagnostic: { code: "config/unknown-dialect", hint: "Did you mean `openclaw`?" },
    });
  });
});

describe("explain", () => {
  it("[OC-15] is the decision of the snapshot with its steps", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("a", "A.", needs({ bins: ["gh"] })),
      [`${WORKSPACE}/b/SKILL.md`]: skill("b", "B.", needs({ bins: ["jq"] })),
      [`${MANAGED}/a/SKILL.md`]: skill("a"),
      [`${WORKSPACE}/a/inner/SKILL.md`]: skill("hidden-one"),
    });
    const library = await open();
    const a = library.explain("a");
    expect(a.isEligible).toBe(true);
    expect(a.prompt.isListed).toBe(true);
    expect(a.files.map(({ source, reasons }) => [source, reasons.map(({ code }) => code)])).toEqual(
      [
        ["workspace", []],
        ["managed", ["shadowed"]],
      ],
    );
    expect(library.explain("b").files[0]?.steps.at(-1)).toMatchObject({
      check: "bins",
      found: "jq: not there",
      isPassed: false,
    });
    for (const { name, verdict } of library.snapshot().evaluations())
      if (name !== undefined)
        expect(
          library.explain(name).files.some((file) => file.isEligible === verdict.isEligible),
        ).toBe(true);
  });

  it("tells of files that were never come by, and of names that were perhaps meant", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("report"),
      [`${WORKSPACE}/a/inner/SKILL.md`]: skill("inner"),
    });
    const library = await open();
    expect(library.explain("inner")).toMatchObject({
      isEligible: false,
      files: [
        {
          name: "inner",
          reasons: [{ code: "not-scanned" }],
          steps: [{ stage: "find", check: "folder", isPassed: false }],
        },
      ],
      problems: [],
    });
    expect(library.explain("reprot").nearest).toBe("report");
  });
});

describe("session", () => {
  it("[OC-15] keeps its snapshot from turn to turn, and a new one sees what changed", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    const library = await open();
    const session = await library.session();
    const first = session.snapshot();
    writeTree(folder.path, { [`${WORKSPACE}/b/SKILL.md`]: skill("b") });
    expect(session.snapshot()).toBe(first);
    const second = await library.session();
    expect(second.snapshot().skills.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(await session.nextTurn()).toBe(first);
    expect(first.skills.map(({ name }) => name)).toEqual(["a"]);
  });

  it("[OC-15] is of the version of its library, which only grows", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    const library = await open({ clock: { now: () => 1000, after: () => () => {} } });
    const versions = [library.version];
    await library.configure(configOf("{}"));
    versions.push(library.version);
    await library.configure(configOf("{}"));
    versions.push(library.version);
    expect(versions).toEqual([1000, 1001, 1002]);
  });

  it("[OC-15] is not disturbed by a look that finds the same content", async () => {
    const file = join(folder.path, WORKSPACE, "a/SKILL.md");
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    const library = await open();
    const session = await library.session();
    const first = session.snapshot();
    writeFileSync(file, skill("a"));
    await library.refresh();
    expect(session.beginTurn()).toBe(first);
    writeFileSync(file, skill("a", "Changed."));
    await library.refresh();
    expect(session.beginTurn().skills[0]?.description).toBe("Changed.");
  });

  it("[OC-15] takes up new settings at its next turn", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    const library = await open();
    const reasons: string[] = [];
    library.subscribe(({ reason }) => reasons.push(reason));
    const session = await library.session();
    await library.configure(configOf("{ skills: { entries: { a: { enabled: false } } } }"));
    expect(session.beginTurn().skills).toEqual([]);
    expect(reasons).toEqual(["config-change"]);
  });

  it("[OC-15] may switch skills for itself alone", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    const library = await open();
    const session = await library.session({ switches: { a: false } });
    expect(session.snapshot().skills).toEqual([]);
    expect(names(library)).toEqual(["a"]);
  });

  it("[OC-15] cannot be changed through its snapshot", async () => {
    writeTree(folder.path, { [`${WORKSPACE}/a/SKILL.md`]: skill("a") });
    const snapshot = (await open()).snapshot();
    for (const item of [snapshot, snapshot.skills, snapshot.commands, snapshot.skills[0]])
      expect(Object.isFrozen(item)).toBe(true);
  });

  it("[OC-09] reads commands by the rules of its system", async () => {
    const dispatch = "command-dispatch: tool\ncommand-tool: exec\n";
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("run-it", "Runs.", dispatch),
      [`${WORKSPACE}/b/SKILL.md`]: skill("quiet", "Quiet.", "user-invocable: false\n"),
    });
    const session = await (await open({ dialect: "openclaw@2026.9" })).session();
    expect(session.snapshot().commands.map(({ name }) => name)).toEqual(["run_it"]);
    expect(session.readCommand("/run_it now")).toEqual({
      kind: "tool",
      tool: "exec",
      parameters: { command: "now", commandName: "run_it", skillName: "run-it" },
    });
  });

  it("[OC-14] lends variables to this process for a run, and takes them back", async () => {
    const key = "SKILLWRIGHT_TEST_API_KEY";
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("a", "A.", needs({ env: [key] }, { primaryEnv: key })),
    });
    const library = await open({
      config: configOf('{ skills: { entries: { a: { apiKey: "k" } } } }'),
    });
    const session = await library.session();
    const run = session.withProcessEnvironment(() => {
      expect(process.env[key]).toBe("k");
      throw new Error("failed");
    });
    await expect(run).rejects.toThrow("failed");
    expect(process.env[key]).toBeUndefined();
    expect(session.environment("a").added).toEqual([key]);
  });
});

describe("hosts", () => {
  it("[GSV-20] decide anew for each prompt as they come, change and go", async () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a", "A.", 'metadata: {"gsv": {"requires": {"bins": ["gh"]}}}\n'),
      "skills/b/SKILL.md": skill("b"),
    });
    const hosts = new HostInventory();
    const library = await open({ dialect: "gsv", hosts, folders: { files: folder.path } });
    const session = await library.session();
    const seen = (): readonly string[] => session.beginTurn().skills.map(({ name }) => name);
    const reasons: string[] = [];
    library.subscribe(({ reason }) => reasons.push(reason));
    expect(seen()).toEqual(["b"]);
    const connection = hosts.connect(host("mac", ["gh"]));
    expect(seen()).toEqual(["a", "b"]);
    expect(session.beginTurn().find("a")?.hosts).toEqual(["mac"]);
    connection.update(host("mac", []));
    connection.disconnect();
    expect(seen()).toEqual(["b"]);
    expect(new Set(reasons)).toEqual(new Set(["remote-node"]));
    expect(session.beginTurn().prompt).toContain("<read_path>skills/b/SKILL.md</read_path>");
  });

  it("[OC-15] of another machine bump the snapshot of a session", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill(
        "a",
        "A.",
        needs({ bins: ["osascript"] }, { os: ["darwin"] }),
      ),
    });
    const hosts = new HostInventory();
    const session = await (await open({ hosts })).session();
    expect(session.beginTurn().skills).toEqual([]);
    hosts.connect({ ...host("mac", ["osascript"]), platform: "darwin", allowsCommands: true });
    expect(session.beginTurn().skills.map(({ name }) => name)).toEqual(["a"]);
  });

  it("[OC-20] are not all that counts: a sandbox needs the programs inside it too", async () => {
    writeTree(folder.path, {
      [`${WORKSPACE}/a/SKILL.md`]: skill("a", "A.", needs({ bins: ["gh"], anyBins: ["gh", "jq"] })),
      [`${WORKSPACE}/b/SKILL.md`]: skill("b"),
    });
    const snapshot = (await open()).snapshot();
    expect(sandboxGaps(snapshot, { bins: { gh: true } })).toEqual([]);
    expect(sandboxGaps(snapshot, { bins: { jq: true } }).map(({ message }) => message)).toEqual([
      "The sandbox lacks `gh`, which `a` needs.",
    ]);
  });
});
