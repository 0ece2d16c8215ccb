// @starts the program
/** `skillwright eval run` and `eval compare`, as a user calls them. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readMeasuredLift } from "../../src/check/eval/index.ts";
import { needs } from "../support/needs.ts";
import { type Playground, playground } from "../support/program.ts";
import { outputOf } from "../support/spawner.ts";

const CASES = Array.from({ length: 8 }, (_none, index) => index + 1);

/** The model knows the heading only from the skill; the judge quotes it, and makes one quote up. */
const SCRIPT = JSON.stringify([
  {
    whenSystem: "You check statements",
    when: "Breaking changes",
    say: '[{"statement": 1, "passed": true, "quote": "Breaking changes"}]',
  },
  {
    whenSystem: "You check statements",
    say: '[{"statement": 1, "passed": true, "quote": "never said"}]',
  },
  { whenSystem: "Put breaking changes first", say: "# Notes\n\nBreaking changes: none." },
  { say: "Here are some notes." },
]);

const SKILL = "---\nname: notes\ndescription: Writes notes.\n---\n\nPut breaking changes first.\n";

function ground(): Playground {
  const evals = CASES.map((id) => ({
    id,
    prompt: `Write notes for version ${id}.`,
    assertions: ["Breaking changes have a heading."],
  }));
  return playground({
    "notes/SKILL.md": SKILL,
    "old/SKILL.md": SKILL.replace("Put breaking changes first.", "Write."),
    "notes/evals/evals.json": JSON.stringify({ skill_name: "notes", evals }),
    "script.json": SCRIPT,
  });
}

const WORDS = ["eval", "run", "notes", "--script", "script.json"];

describe("[BX-09] skillwright eval run", () => {
  it("says that a skill helps, and by how much", () => {
    const ran = ground().run(WORDS);
    expect(ran.stderr).toBe("");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("with_skill: 100 % of the statements hold in 8 runs\n");
    expect(ran.stdout).toContain("without_skill: 0 % of the statements hold in 8 runs\n");
    expect(ran.stdout).toContain(
      "notes with fake:script: helps. Lift +100.0 points (+100.0 to +100.0, 8 cases: 8 better, 0 worse, 0 the same, McNemar p 0.008)\n",
    );
  });

  it("compares with another version of the skill", () => {
    const here = ground();
    const ran = here.run([...WORDS, "--against", "old", "--out", "report"]);
    expect(ran.stdout).toContain("other_version: 0 % of the statements hold in 8 runs\n");
    // Its difference is no lift over having no skill, whatever the viewer calls the configuration.
    const benchmark = readFileSync(here.path("report/benchmark.json"), "utf8");
    expect(JSON.parse(benchmark)).toMatchObject({ metadata: { compared_with: "old" } });
    expect(readMeasuredLift(benchmark)).toBeUndefined();
  });

  needs.command("git").it("compares with a commit of git", () => {
    const here = ground();
    const git = (...words: readonly string[]): void =>
      void outputOf("git", ["-c", "user.name=x", "-c", "user.email=x@y", ...words], {
        cwd: here.folder,
        env: { PATH: process.env["PATH"], HOME: here.folder },
      });
    here.write("notes/SKILL.md", SKILL.replace("Put breaking changes first.", "Write."));
    git("init", "--quiet");
    git("add", "-A");
    git("commit", "--quiet", "-m", "one");
    here.write("notes/SKILL.md", SKILL);
    const ran = here.run([...WORDS, "--against", "HEAD"]);
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toContain("other_version: 0 % of the statements hold in 8 runs\n");
    const none = here.run([...WORDS, "--against", "no-such-tag"]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("No such file or folder: `no-such-tag`.");
  });

  it("[BX-14] takes no option of git for a commit", () => {
    const ran = ground().run([...WORDS, "--against=--textconv"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("No such file or folder: `--textconv`.");
  });

  it("writes the report for people, CI and the viewer of skill-creator", () => {
    const here = ground();
    const ran = here.run([...WORDS, "--out", "report"]);
    expect(ran.stdout).toContain("Report: report/report.html\n");
    const benchmark = JSON.parse(readFileSync(here.path("report/benchmark.json"), "utf8")) as {
      readonly metadata: object;
      readonly runs: readonly object[];
      readonly run_summary: object;
      readonly statistics: object;
    };
    expect(benchmark.metadata).toMatchObject({
      skill_name: "notes",
      executor_model: "fake:script",
      evals_run: CASES,
      runs_per_configuration: 1,
    });
    expect(benchmark.run_summary).toMatchObject({
      with_skill: { pass_rate: { mean: 1, stddev: 0, min: 1, max: 1 } },
      without_skill: { pass_rate: { mean: 0 } },
      delta: { pass_rate: "+1.00" },
    });
    expect(benchmark.statistics).toMatchObject({ lift: { value: 1, cases: 8 }, verdict: "helps" });
    expect(benchmark.runs[0]).toMatchObject({
      eval_id: 1,
      configuration: "with_skill",
      run_number: 1,
      result: { pass_rate: 1, passed: 1, failed: 0, total: 1 },
      expectations: [
        { text: "Breaking changes have a heading.", passed: true, evidence: "Breaking changes" },
      ],
    });
    expect(readFileSync(here.path("report/results.jsonl"), "utf8").trim().split("\n")).toHaveLength(
      16,
    );
    expect(readFileSync(here.path("report/junit.xml"), "utf8")).toContain('tests="8" failures="0"');
    expect(readFileSync(here.path("report/BENCHMARK.md"), "utf8")).toContain(
      "| with_skill | 100 % ± 0 % |",
    );
    const html = readFileSync(here.path("report/report.html"), "utf8");
    expect(html).toContain('aria-label="Lift +100.0 points, 95 % interval +100.0 to +100.0"');
    expect(html).toContain('aria-label="Share of the statements that hold in each case"');
    expect(html).toContain('<span class="verdict helps">helps</span>');
    expect(html).not.toMatch(/<script|https?:/u);
  });

  it("refuses a model beside a script, and a count that is no number", () => {
    const here = ground();
    const both = here.run([...WORDS, "--model", "openai:x"]);
    expect(both.code).toBe(2);
    expect(both.stderr).toContain("`--script` answers instead of a model");
    const word = here.run([...WORDS, "--trials", "abc"]);
    expect(word.stderr).toContain("`--trials` must be a whole number, not `abc`");
  });

  it("says what stands in the way of its folder", () => {
    const here = ground();
    here.write("afile", "");
    const ran = here.run([...WORDS, "--out", "afile/report"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("afile");
    expect(ran.stderr).toContain("a part of the path is no folder");
  });

  it("shows no share of what was not decided, and no markup of a name", () => {
    const here = ground();
    const evals = [{ id: "<script>a|b", prompt: "Go", assertions: ["Is fine"] }];
    here.write("notes/evals/evals.json", JSON.stringify({ skill_name: "notes", evals }));
    here.write("script.json", JSON.stringify([{ say: "Hm." }]));
    const { stdout } = here.run([...WORDS, "--format", "markdown"]);
    expect(stdout).toContain("| with_skill | – |");
    expect(stdout).not.toContain("0 % ±");
    expect(stdout).not.toContain("<script>");
  });

  it("[BX-14] shows texts of models and authors in its page as text", () => {
    const here = ground();
    here.write("script.json", JSON.stringify([{ say: "<img src=x onerror=alert(1)>" }]));
    here.run([...WORDS, "--out", "report"]);
    const html = readFileSync(here.path("report/report.html"), "utf8");
    expect(html).toContain("&lt;img src=x");
    expect(html).not.toContain("<img");
  });

  it("breaks limits with exit code 1, and needs the skill beside its suite", () => {
    const here = ground();
    const ran = here.run([...WORDS, "--fail-on", "pass_rate<1, lift<0, worse>0"]);
    expect(ran.code).toBe(0);
    const broken = here.run([...WORDS, "--against", "notes", "--fail-on", "recall<0.8, lift<=0"]);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toBe(
      "Not measured by `skillwright eval run`, but by `skillwright eval triggers`: recall<0.8.\n",
    );
    expect(broken.stdout).toContain("no clear effect");
    here.write("alone/evals.json", readFileSync(here.path("notes/evals/evals.json"), "utf8"));
    const alone = here.run(["eval", "run", "alone", "--script", "script.json"]);
    expect(alone.stderr).toContain("No SKILL.md lies in the folders above alone/evals.json.");
  });

  it("plays a cassette with the answers of model and judge", () => {
    const here = ground();
    here.run([...WORDS, "--cassette", "tape.jsonl", "--record", "once"]);
    expect(existsSync(here.path("tape.jsonl"))).toBe(true);
    const ran = here.run(["eval", "run", "notes", "--cassette", "tape.jsonl"]);
    expect(ran.stdout).toContain("32 replayed, 0 recorded\n");
    expect(ran.stdout).toContain(": helps. Lift +100.0 points");
  });
});

describe("[BX-09] a cassette that lacks a request", () => {
  it("shows what has changed since the recording that is most like it", () => {
    const here = ground();
    here.run([...WORDS, "--cassette", "tape.jsonl", "--record", "once"]);
    here.write("notes/SKILL.md", SKILL.replace("breaking changes first", "breaking changes last"));
    const ran = here.run(["eval", "run", "notes", "--cassette", "tape.jsonl"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/recorded “[^”]*changes first[^”]*”, now “[^”]*changes last/u);
  });

  it.each(["true", "1"])("is none that CI records anew: CI=%s", (CI) => {
    const here = ground();
    const words = [...WORDS, "--cassette", "tape.jsonl"];
    const ran = here.run(words, { environment: { CI } });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("tape.jsonl");
    expect(ran.stderr).toContain("`--record once`");
    expect(existsSync(here.path("tape.jsonl"))).toBe(false);
    expect(here.run([...words, "--record", "once"], { environment: { CI } }).code).toBe(0);
  });
});

/** A model that follows the skill runs its script and keeps the result; another only talks. */
const WORKER = JSON.stringify([
  {
    whenSystem: "Run the script",
    calls: [
      {
        tool: "run_command",
        command: "bash skill/count.sh < data.txt > out.txt && ln -s /etc gone",
      },
      { tool: "write_file", path: "../escape.txt", content: "x" },
      { tool: "read_file", path: "out.txt" },
    ],
    say: "Counted.",
  },
  { say: "There are some lines." },
]);

function counting(): Playground {
  return playground({
    "count/SKILL.md": "---\nname: count\ndescription: Counts.\n---\n\nRun the script.\n",
    "count/count.sh": "grep -c .\n",
    "count/evals/data.txt": "one\ntwo\n",
    "count/evals/skillwright.json": JSON.stringify({
      format: "skillwright-evals/1",
      skill: "count",
      cases: [1, 2, 3, 4, 5, 6].map((number) => ({
        id: `c${number}`,
        prompt: `Count the lines, please (${number}).`,
        files: ["data.txt"],
        checks: [
          { kind: "file", path: "out.txt", contains: "2" },
          { kind: "file", path: "gone", isAbsent: true },
          { kind: "exit-code", code: 0 },
          { kind: "script-run", script: "count.sh" },
          { kind: "tool-order", tools: ["run_command", "read_file"] },
          { kind: "tool-called", tool: "web_search", isNegated: true },
        ],
      })),
    }),
    "script.json": WORKER,
  });
}

describe("[BX-09] a model with tools", () => {
  needs.command("bwrap").it("works on files in the sandbox, and checks look at them", () => {
    const here = counting();
    const words = ["eval", "run", "count", "--tools", "--cassette", "tape.jsonl"];
    const ran = here.run([...words, "--script", "script.json", "--json"]);
    expect(ran.stderr).toBe("");
    const { runs } = JSON.parse(ran.stdout) as {
      readonly runs: readonly {
        readonly configuration: string;
        readonly toolCalls: number;
        readonly statements: readonly { readonly passed: boolean | null }[];
      }[];
    };
    const passed = (name: string): readonly (boolean | null)[] =>
      runs
        .find(({ configuration }) => configuration === name)
        ?.statements.map((one) => one.passed) ?? [];
    expect(passed("with_skill")).toEqual([true, true, true, true, true, true]);
    expect(passed("without_skill")).toEqual([false, true, false, false, false, true]);
    expect(runs.map(({ toolCalls }) => toolCalls)).toEqual(CASES.slice(0, 6).flatMap(() => [3, 0]));
    expect(existsSync(here.path("escape.txt"))).toBe(false);
    // Played where nothing can be run.
    const again = here.run([...words, "--json"], { environment: { PATH: "/nowhere" } });
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ runs, cassette: { recorded: 0 } });
  });

  needs.command("bwrap").it("[BX-14] ends no evaluation by a name that no file can have", () => {
    const here = counting();
    const paths = ["a\0b", "x".repeat(300), "d/".repeat(3000), "data.txt/below", "skill"];
    const odd = paths.map((path) => ({ tool: "write_file", path, content: "x" }));
    const nul = { tool: "run_command", command: "echo \0" };
    const long = { tool: "run_command", command: `echo ${"x".repeat(200_000)}` };
    const last = { tool: "run_command", command: "grep -c . data.txt > out.txt" };
    here.write(
      "script.json",
      JSON.stringify([{ calls: [...odd, nul, long, last], say: "Counted." }]),
    );
    const words = ["eval", "run", "count", "--tools", "--alone", "--script", "script.json"];
    const ran = here.run([...words, "--json"]);
    expect(ran.stderr).toBe("");
    const { runs } = JSON.parse(ran.stdout) as {
      readonly runs: readonly {
        readonly statements: readonly { readonly passed: boolean | null }[];
      }[];
    };
    expect(runs[0]?.statements.slice(0, 3).map(({ passed }) => passed)).toEqual([true, true, true]);
  });

  it("is needed for checks of tools, files and exit codes, which stay open without", () => {
    const here = counting();
    const ran = here.run(["eval", "run", "count", "--script", "script.json", "--format", "jsonl"]);
    const [first = ""] = ran.stdout.split("\n");
    const { statements } = JSON.parse(first) as {
      readonly statements: readonly {
        readonly passed: boolean | null;
        readonly evidence: string;
      }[];
    };
    expect(statements.map(({ passed }) => passed)).toEqual([null, null, null, null, null, null]);
    expect(statements[0]?.evidence).toBe("The model had no tools. Run with `--tools`.");
  });

  it("is given the text of input files where it has no tools", () => {
    const here = counting();
    here.write("script.json", JSON.stringify([{ when: "one\ntwo", say: "Read." }]));
    const ran = here.run(["eval", "run", "count", "--script", "script.json", "--format", "jsonl"]);
    expect(ran.stdout).toContain('"output":"Read."');
    here.write(
      "count/evals/skillwright.json",
      readFileSync(here.path("count/evals/skillwright.json"), "utf8").replaceAll(
        "data.txt",
        "../../secret.txt",
      ),
    );
    here.write("secret.txt", "one\ntwo\n");
    const outside = here.run([
      "eval",
      "run",
      "count",
      "--script",
      "script.json",
      "--format",
      "jsonl",
    ]);
    expect(outside.stdout).not.toContain('"output":"Read."');
    expect(outside.stderr).toContain("begins with the file `../../secret.txt`");
  });
});

describe("[BX-09] the exit code of eval run", () => {
  const good = { prompt: "Write notes.", assertions: ["Breaking changes have a heading."] };
  it.each([
    ["a suite that is no JSON", "more/evals.json", '{"bad'],
    ["a case whose request is a number", "triggers.json", '[{"query": 5, "should_trigger": true}]'],
    [
      "checks that cannot be read",
      "skillwright.json",
      '{"format": "skillwright-evals/1", "cases": [{"id": "c", "prompt": "x", "output": "y", "checks": [{"kind": "nope"}]}]}',
    ],
  ])("is 1 where the rest of the suites lost %s", (_what, file, text) => {
    const here = ground();
    here.write("notes/evals/evals.json", JSON.stringify({ skill_name: "notes", evals: [good] }));
    here.write(`notes/evals/${file}`, text);
    const ran = here.run(WORDS);
    expect(ran.stdout).toContain("100 % of the statements hold");
    expect(ran.stderr).toContain(file);
    expect(ran.stderr).toMatch(
      /\d errors? in the evaluation files: what they left out was not run/u,
    );
    expect(ran.code).toBe(1);
  });

  it.each(["lift<0.5", "pass_rate<0.9", "seconds>9", "tokens>9", "worse>0"])(
    "is 1 where nothing was measured that `%s` could look at",
    (limit) => {
      const here = counting();
      const ran = here.run(["eval", "run", "count", "--script", "script.json", "--fail-on", limit]);
      expect(ran.stdout).toContain("no statement was decided");
      expect(ran.stdout).toContain(`Broken limit ${limit}: `);
      expect(ran.stdout).toContain("was not measured.");
      expect(ran.code).toBe(1);
    },
  );

  it("is 1 for a lift over nothing, and 0 for what one configuration shows", () => {
    const words = [...WORDS, "--alone", "--fail-on"];
    const ran = ground().run([...words, "lift<0.5"]);
    expect(ran.stdout).toContain("Broken limit lift<0.5: `lift` was not measured.\n");
    expect(ran.code).toBe(1);
    expect(ground().run([...words, "pass_rate<0.9"]).code).toBe(0);
  });
});

describe("[BX-09] skillwright eval compare", () => {
  it("names what got worse between two results, and how sure that is", () => {
    const here = ground();
    here.run([...WORDS, "--out", "before"]);
    here.write("notes/SKILL.md", SKILL.replace("Put breaking changes first.", "Write."));
    here.run([...WORDS, "--out", "after"]);
    const words = ["eval", "compare", "before/results.jsonl", "after/results.jsonl"];
    const ran = here.run([...words, "--strict"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("Worse: 1, 2, 3, 4, 5, 6, 7, 8\n");
    expect(ran.stdout).toContain("The second hurts: -100.0 points");
    expect(here.run(words).code).toBe(0);
  });
});
