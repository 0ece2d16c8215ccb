/** Checks, judgements and what runs say together. */
import { describe, expect, it } from "vitest";
import { type Configuration, type EvalRun, summarize } from "./benchmark.ts";
import { gradeChecks } from "./grade.ts";
import { readJudgement } from "./judge.ts";
import type { Check } from "./model.ts";

const facts = {
  output: 'Breaking: drops Node 20.\n{"a": 1}',
  toolCalls: [
    { name: "git_log", input: "{}" },
    { name: "run", input: '{"path": "scripts/collect.py"}' },
  ],
  tokens: 120,
  cost: 0.2,
  seconds: 3,
};

describe("[BX-09] checks before judges", () => {
  const rows: readonly (readonly [Check, boolean | null])[] = [
    [{ kind: "contains", value: "Breaking" }, true],
    [{ kind: "contains", value: "breaking" }, false],
    [{ kind: "contains", value: "breaking", ignoresCase: true }, true],
    [{ kind: "contains", value: "lorem", isNegated: true }, true],
    [{ kind: "equals", value: "Breaking" }, false],
    [{ kind: "regex", pattern: "^Breaking: .+20" }, true],
    [{ kind: "regex", pattern: "ipsum", isNegated: true }, true],
    [{ kind: "regex", pattern: "(" }, null],
    [{ kind: "regex", pattern: "(?i)^breaking" }, true],
    [{ kind: "regex", pattern: "(?is)drops.+a" }, true],
    [{ kind: "tool-called", tool: "git_log" }, true],
    [{ kind: "tool-called", tool: "git_log", isNegated: true }, false],
    [{ kind: "tool-order", tools: ["git_log", "run"] }, true],
    [{ kind: "tool-order", tools: ["run", "git_log"] }, false],
    [{ kind: "script-run", script: "scripts/collect.py" }, true],
    [{ kind: "most-tool-calls", limit: 1 }, false],
    [{ kind: "most-tokens", limit: 120 }, true],
    [{ kind: "most-cost", limit: 0.1 }, false],
    [{ kind: "most-seconds", limit: 5 }, true],
    [{ kind: "file", path: "NOTES.md" }, null],
    [{ kind: "exit-code", code: 0 }, false],
    [{ kind: "foreign", source: { type: "diff" } }, null],
  ];

  it.each(rows)("%j", (check, passed) => {
    expect(gradeChecks([check], facts)[0]?.passed).toBe(passed);
  });

  it("hold an answer against a JSON Schema", () => {
    const schema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
    const passed = (output: string): unknown =>
      gradeChecks([{ kind: "json-schema", schema }], { ...facts, output })[0]?.passed;
    expect(passed('{"a": 1}')).toBe(true);
    expect(passed('```json\n{"a": 1}\n```')).toBe(true);
    expect(passed('{"b": 1}')).toBe(false);
    expect(passed("a: 1")).toBe(false);
  });
});

function judge(reply: unknown): readonly (boolean | null)[] {
  const statements = readJudgement(JSON.stringify(reply), "Breaking: drops Node 20.", ["a", "b"]);
  return statements.map(({ passed }) => passed);
}

describe("[BX-09] a judge", () => {
  it("is believed where its quote stands in the answer", () => {
    const quote = "drops  node 20";
    expect(
      judge([
        { statement: 1, passed: true, quote },
        { statement: 2, passed: false },
      ]),
    ).toEqual([true, false]);
  });

  it("is not believed without a quote, or with one that it made up", () => {
    const made = [
      { statement: 1, passed: true, quote: "" },
      { statement: 2, passed: true, quote: "drops Node 18" },
    ];
    expect(judge(made)).toEqual([false, false]);
  });

  it("needs no quote for what is absent, and decides nothing where it says nothing", () => {
    expect(judge([{ statement: 1, passed: true, quote: "", absence: true }])).toEqual([true, null]);
    expect(readJudgement("I think so.", "x", ["a"])[0]?.passed).toBeNull();
  });
});

function run(
  id: string,
  configuration: Configuration,
  trial: number,
  ...passed: boolean[]
): EvalRun {
  const statements = passed.map((held, index) => ({
    text: `s${index + 1}`,
    kind: "check" as const,
    passed: held,
    evidence: "",
  }));
  return {
    case: id,
    configuration,
    trial,
    statements,
    output: "",
    tokens: 10,
    cost: 0,
    toolCalls: 0,
    seconds: 1,
  };
}

describe("[BX-09] runs together", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const runs = ids.flatMap((id) => [
    run(id, "with_skill", 1, true, true),
    run(id, "with_skill", 2, id !== "b", true),
    run(id, "without_skill", 1, false, true),
    run(id, "without_skill", 2, false, true),
  ]);

  it("say whether the skill helps, and by how much", () => {
    const { verdict, lift, configurations, trials } = summarize(runs);
    expect(verdict).toEqual({ verdict: "helps" });
    expect(lift?.value).toBeCloseTo((7 * 0.5 + 0.25) / 8, 12);
    expect(trials).toBe(2);
    expect(configurations.map(({ passRate }) => passRate.mean)).toEqual([31 / 32, 0.5]);
    expect(configurations[0]?.passAtK).toBe(1);
    expect(configurations[0]?.passHatK).toBeCloseTo(7 / 8, 12);
  });

  it("name flaky cases, cases that got worse, and statements that tell nothing", () => {
    const worse = [
      run("z", "with_skill", 1, false, true),
      run("z", "without_skill", 1, true, true),
    ];
    const summary = summarize([...runs, ...worse]);
    expect(summary.cases.filter(({ isFlaky }) => isFlaky).map((item) => item.case)).toEqual(["b"]);
    expect(summary.worse).toEqual(["z"]);
    expect(summary.indiscriminate).toContain("a: s2");
    expect(summary.indiscriminate).not.toContain("a: s1");
  });

  it("leave out runs of which nothing was decided", () => {
    const nothing = { text: "s", kind: "check", passed: null, evidence: "" } as const;
    const silent = ids.flatMap((id) => [
      { ...run(`${id}-open`, "with_skill", 1), statements: [nothing] },
      { ...run(`${id}-open`, "without_skill", 1), statements: [nothing] },
    ]);
    const summary = summarize([...runs, ...silent]);
    expect(summary.lift).toEqual(summarize(runs).lift);
    expect(summary.cases).toEqual(summarize(runs).cases);
    expect(summary.configurations.map(({ passRate }) => passRate.mean)).toEqual([31 / 32, 0.5]);
    expect(summary.undecided).toContain("a-open: s");
  });
});
