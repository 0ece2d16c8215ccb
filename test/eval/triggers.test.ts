// @starts the program, and a model on loopback
/** `skillwright eval triggers`: a script, a recorded model and the agents' own lists of skills. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMeasuredTriggers } from "../../src/check/eval/index.ts";
import { compiledOnce } from "../support/compiled.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { type Playground, playground } from "../support/program.ts";
import { root } from "../support/source.ts";
import { runBeside } from "../support/starter.ts";

function skill(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it well.\n`;
}

const TRIGGERS = JSON.stringify([
  { query: "Write release notes", should_trigger: true },
  { query: "Sum up version 2", should_trigger: true },
  { query: "Write a commit message", should_trigger: false },
  { query: "Notes for the piano", should_trigger: false },
]);

const SCRIPT = JSON.stringify([
  { when: "release notes", load: "release-notes", say: "Done." },
  { when: "piano", load: "release-notes" },
  { when: "commit", load: "commit", say: "Done." },
]);

function withoutTimes(text: string): string {
  return text.replaceAll(/"seconds":[\d.]+/gu, "");
}

function ground(): Playground {
  return playground({
    "skills/notes/SKILL.md": skill("release-notes", "Writes release notes."),
    "skills/commit/SKILL.md": skill("commit", "Writes commit messages."),
    "skills/notes/evals/triggers.json": TRIGGERS,
    "script.json": SCRIPT,
  });
}

describe("[BX-09] skillwright eval triggers", () => {
  it("counts precision, recall and F1 with their intervals, and what was loaded instead", () => {
    const ran = ground().run(["eval", "triggers", "skills", "--script", "script.json", "--json"]);
    expect(ran.stderr).toBe("");
    expect(ran.code).toBe(0);
    const report = JSON.parse(ran.stdout) as {
      readonly scores: { readonly f1: number };
      readonly listed: number;
    };
    expect(report).toMatchObject({
      system: "agentskills",
      runner: "fake",
      model: "fake:script",
      listed: 2,
      scores: {
        precision: { value: 0.5, successes: 1, trials: 2 },
        recall: { value: 0.5, successes: 1, trials: 2 },
        f1: 0.5,
        accuracy: { successes: 2, trials: 4 },
      },
      confusion: [
        {
          expected: "(none)",
          loaded: [
            { skill: "(none)", runs: 1 },
            { skill: "release-notes", runs: 1 },
          ],
        },
        {
          expected: "release-notes",
          loaded: [
            { skill: "(none)", runs: 1 },
            { skill: "release-notes", runs: 1 },
          ],
        },
      ],
    });
  });

  it("shows the cases that went wrong, and breaks limits with exit code 1", () => {
    const words = ["eval", "triggers", "skills", "--script", "script.json"];
    const ran = ground().run([...words, "--fail-on", "recall<0.8, f1<40%"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain(
      "wrong sum-up-version-2 “Sum up version 2”: expected release-notes, loaded none\n",
    );
    expect(ran.stdout).toContain("recall     0.50 (0.09 to 0.91, 1 of 2)\n");
    expect(ran.stdout).toContain("Broken limit recall<0.8: it is 0.500.\n");
    expect(ran.stdout).not.toContain("f1<0.4");
    const both = ground().run([...words, "--fail-on", "recall<0.1, lift<0"]);
    expect(both.code).toBe(0);
    expect(both.stderr).toBe(
      "Not measured by `skillwright eval triggers`, but by `skillwright eval run`: lift<0.\n",
    );
    const none = ground().run([...words, "--fail-on", "lift<0"]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("`skillwright eval run` does.");
    const wrong = ground().run([...words, "--fail-on", "recal<0.8"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("There is no metric `recal`.");
    expect(wrong.stderr).toContain("Did you mean `recall`?");
  });

  it.each([
    ["that is no JSON", "evals.json", '{"bad'],
    ["whose request is a number", "other/triggers.json", '[{"query": 5, "should_trigger": true}]'],
  ])(
    "exits with 1 where the rest of the suites lost what stands in one %s",
    (_what, file, text) => {
      const here = ground();
      here.write(`skills/notes/evals/${file}`, text);
      const ran = here.run(["eval", "triggers", "skills", "--script", "script.json"]);
      expect(ran.stdout).toContain("2 of 4 cases right");
      expect(ran.stderr).toContain(file);
      expect(ran.stderr).toMatch(/\d errors? in the evaluation files/u);
      expect(ran.code).toBe(1);
    },
  );

  it("says that a limit was broken since nothing was measured, where no case has to load a skill", () => {
    const here = ground();
    here.write(
      "skills/notes/evals/triggers.json",
      '[{"query": "Play the flute", "should_trigger": false}]',
    );
    const words = ["eval", "triggers", "skills", "--script", "script.json", "--fail-on"];
    const ran = here.run([...words, "recall<0.9, accuracy<0.9"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("Broken limit recall<0.9: `recall` was not measured.\n");
    expect(ran.stdout).not.toContain("accuracy<0.9");
    const json = JSON.parse(here.run([...words, "recall<0.9", "--json"]).stdout) as object;
    expect(json).toMatchObject({ broken: [{ limit: "recall<0.9" }] });
  });

  it("writes JUnit, JSON lines and a summary for GitHub", () => {
    const here = ground();
    const words = ["eval", "triggers", "skills", "--script", "script.json", "--format"];
    expect(here.run([...words, "junit"]).stdout).toContain(
      '<testcase classname="skills/notes/evals/triggers.json" name="sum-up-version-2" time="0.000"><failure message="expected release-notes, loaded none"/></testcase>',
    );
    expect(
      here
        .run([...words, "jsonl"])
        .stdout.trim()
        .split("\n"),
    ).toHaveLength(4);
    expect(here.run([...words, "markdown"]).stdout).toContain(
      "| recall | 0.50 (0.09 to 0.91, 1 of 2) |\n",
    );
  });

  it("gives the model the list of a coding agent", () => {
    const here = playground({
      ".agents/skills/notes/SKILL.md": skill("release-notes", "Writes release notes."),
      ".agents/skills/notes/evals/triggers.json": TRIGGERS,
      "script.json": JSON.stringify([
        { whenSystem: "release-notes: Writes release notes. (file: ", load: "release-notes" },
      ]),
    });
    const words = [
      "eval",
      "triggers",
      ".agents/skills",
      "--as",
      "codex",
      "--script",
      "script.json",
    ];
    expect(here.run(words).stdout).toContain("1 skill listed as codex");
  });

  it.each([
    // It calls a skill by its folder.
    ["claude-code", "- notes (release-notes): Writes release notes.", "notes"],
    ["codex", "- release-notes: Writes release notes. (file: ", "release-notes"],
    ["openclaw", "release-notes", "release-notes"],
  ])(
    "gives the model the list that %s would have of skills that lie elsewhere",
    (id, line, load) => {
      const here = ground();
      here.write("script.json", JSON.stringify([{ whenSystem: line, load }]));
      const words = ["eval", "triggers", "skills", "--script", "script.json", "--as", id];
      for (const more of [[], ["--root", "skills"]]) {
        const { stdout } = here.run([...words, ...more]);
        expect(stdout).toContain(`2 skills listed as ${id}`);
        expect(stdout).toContain("recall     1.00");
      }
    },
  );

  it("counts at least one of what it counts", () => {
    const ran = ground().run(["eval", "triggers", "skills", "--script", "script.json", "--jobs=0"]);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining("`--jobs` must be 1 or more, not 0."),
    ]);
  });

  it("says which file a script, a suite or a cassette is missing in", () => {
    const here = ground();
    const none = here.run(["eval", "triggers", "skills"]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("There is no language model here to evaluate with.");
    here.write("bad.json", '[{"if": "x"}]');
    const bad = here.run(["eval", "triggers", "skills", "--script", "bad.json"]);
    expect(bad.stderr).toContain("bad.json");
    expect(bad.stderr).toContain("Rule 1 has another key");
    const empty = here.run(["eval", "triggers", "skills/commit", "--script", "script.json"]);
    expect(empty.stderr).toContain("No evaluation file was found.");
  });
});

describe("[BX-09] the benchmark of triggers", () => {
  it("is kept beside the skill, where it is no suite", () => {
    const own = ground();
    const words = ["eval", "triggers", "skills", "--script", "script.json"];
    expect(own.run([...words, "--out", "skills/notes/evals"]).code).toBe(0);
    const text = readFileSync(own.path("skills/notes/evals/benchmark-triggers.json"), "utf8");
    expect(readMeasuredTriggers(text)).toEqual({ model: "fake:script", f1: 0.5, cases: 4 });
    expect(own.run(["eval", "cases", "skills"]).stdout).toContain("4 cases in 1 suite,");
  });
});

describe("[BX-09] cassettes of evaluations", () => {
  let models: ModelServer;
  beforeAll(async () => {
    models = await startModelServer();
  });
  afterAll(async () => {
    await models.close();
  });

  /** The server answers in this process, so that the program must not block it. */
  async function ask(
    here: Playground,
    words: readonly string[],
  ): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
    return await runBeside(process.execPath, [join(root, "dist/cli/main.js"), ...words], {
      cwd: here.folder,
      env: {
        ...compiledOnce(),
        PATH: process.env["PATH"],
        HOME: here.path(".home"),
        OPENAI_API_KEY: "k",
        OPENAI_BASE_URL: models.url,
        SKILLWRIGHT_MODEL: "openai:test",
      },
    });
  }

  it("record what a model answers, in several turns, and play it without one", async () => {
    const here = ground();
    here.write(
      "skills/notes/evals/triggers.json",
      '[{"query": "Write notes", "should_trigger": true}]',
    );
    // The model looks into another skill first, and then finds the right one.
    models.answer(
      { words: [], calls: [{ name: "load_skill", arguments: '{"name": "commit"}' }] },
      { words: [], calls: [{ name: "load_skill", arguments: '{"name": "release-notes"}' }] },
    );
    const words = ["eval", "triggers", "skills", "--cassette", "tape.jsonl"];
    const first = await ask(here, words);
    expect(first.stderr).toBe("");
    expect(first.stdout).toContain(
      "1 of 1 case right with openai:test (replay), 2 skills listed as agentskills, 0 replayed, 2 recorded\n",
    );
    const [request] = models.requests;
    expect(JSON.stringify(request?.body.messages)).toContain("Writes release notes.");
    expect(request?.body.tools?.map((tool) => tool.function.name)).toEqual(["load_skill"]);
    const again = here.run(words);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain("2 replayed, 0 recorded\n");
  });

  it("keep what was answered until a model fails, and go on from there", async () => {
    const here = ground();
    const words = ["eval", "triggers", "skills", "--cassette", "tape.jsonl", "--jobs", "1"];
    models.answer({ words: ["No."] }, { words: ["No."] }, { status: 401 });
    const failed = await ask(here, words);
    expect(failed.code).toBe(2);
    expect(failed.stderr).toContain(
      "2 answers kept in tape.jsonl: with `--record once` only the others are asked for.\n",
    );
    models.answer({ words: ["No."] });
    const rest = await ask(here, [...words, "--record", "once"]);
    expect(rest.stdout).toContain(", 2 replayed, 2 recorded\n");
  });

  it("play wherever the folder of the project lies", () => {
    const words = ["eval", "triggers", "skills", "--cassette", "tape.jsonl"];
    const here = ground();
    here.run([...words, "--script", "script.json", "--record", "once"]);
    const there = ground();
    there.write("tape.jsonl", readFileSync(here.path("tape.jsonl"), "utf8"));
    const ran = there.run(words);
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toContain(" replayed, 0 recorded\n");
  });

  it("fail with the difference where a description has changed since", async () => {
    const here = ground();
    models.answer({ words: ["No."] });
    const words = ["eval", "triggers", "skills", "--cassette", "tape.jsonl"];
    await ask(here, words);
    here.write("skills/commit/SKILL.md", skill("commit", "Writes messages of commits."));
    const ran = here.run(words);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("tape.jsonl");
    expect(ran.stderr).toContain(
      "is not in the cassette. It differs from the nearest one in system: ",
    );
    expect(ran.stderr).toContain("Writes commit messages");
    expect(ran.stderr).toContain("Writes messages of commits");
    expect(ran.stderr).toContain("--record once");
  });

  it("hold a line for each answer, in an order that does not change", async () => {
    const here = ground();
    models.answer({ words: ["No."] });
    const words = ["eval", "triggers", "skills", "--cassette", "tape.jsonl"];
    await ask(here, words);
    const before = readFileSync(here.path("tape.jsonl"), "utf8");
    await ask(here, [...words, "--record", "all", "--jobs", "1"]);
    expect(withoutTimes(readFileSync(here.path("tape.jsonl"), "utf8"))).toBe(withoutTimes(before));
    here.write("tape.jsonl", `${before}{"x": 1}\n`);
    const bad = here.run(words);
    expect(bad.stderr).toContain("of the cassette cannot be read");
  });

  it("play five hundred cases", async () => {
    const here = ground();
    const cases = Array.from({ length: 500 }, (_none, index) => ({
      query: `Request ${index}`,
      should_trigger: index % 2 === 0,
    }));
    here.write("skills/notes/evals/triggers.json", JSON.stringify(cases));
    const words = ["eval", "triggers", "skills", "--cassette", "tape.jsonl"];
    here.run([...words, "--record", "once", "--script", "script.json"]);
    const ran = here.run([...words]);
    expect(ran.stdout).toContain("500 replayed, 0 recorded\n");
  });
});
