/** Evaluation files of every shape, into one model and out of it again. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  type EvalSuite,
  evalFormats,
  findFormat,
  readSuite,
  type ReadSuite,
  type SuiteFile,
  writeSuite,
} from "../../src/check/eval/index.ts";
import type { Outcome } from "../../src/skill/index.ts";
import { type Fixture, fixtures } from "./fixtures.ts";

function read({ files }: Pick<Fixture, "files">): Outcome<ReadSuite> {
  const [main] = files;
  if (main === undefined) throw new Error("no file");
  return readSuite(main, { files, skill: "release-notes" });
}

function suiteOf(fixture: Fixture): EvalSuite {
  const { value } = read(fixture);
  if (value === undefined) throw new Error("not read");
  return value.suite;
}

/** Written in a format and read again. */
function suiteFrom(suite: EvalSuite, id: string): EvalSuite {
  const format = findFormat(id);
  if (format === undefined) throw new Error("no format");
  return suiteOf({ format: id, title: "", files: writeSuite(suite, format).files, ids: [] });
}

function messages(...files: readonly SuiteFile[]): readonly string[] {
  return read({ files }).diagnostics.map(({ message }) => message);
}

function promptfooSuite(prompts: string, tests: string): SuiteFile {
  return { path: "e/promptfooconfig.yaml", text: `prompts: [${prompts}]\ntests: ${tests}\n` };
}

describe("[BX-09] the formats of evaluations", () => {
  it("have a fixture each, and are at least twelve besides our own", () => {
    const foreign = evalFormats.filter(({ id }) => id !== "skillwright");
    expect(foreign.length).toBeGreaterThanOrEqual(12);
    const covered = new Set(fixtures.map(({ format }) => format));
    expect(evalFormats.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });

  it.each(fixtures)("$format: reads $title without a problem", (fixture) => {
    const { value, diagnostics } = read(fixture);
    expect(diagnostics).toEqual([]);
    expect(value?.format.id).toBe(fixture.format);
    expect(value?.suite.cases.map(({ id }) => id)).toEqual(fixture.ids);
    expect(value?.files.toSorted()).toEqual(fixture.files.map(({ path }) => path).toSorted());
  });

  it.each(fixtures)("$format: writes $title back with every value", (fixture) => {
    const suite = suiteOf(fixture);
    const format = findFormat(fixture.format);
    if (format === undefined) throw new Error("no format");
    const written = writeSuite(suite, format);
    expect(written.losses).toEqual([]);
  });

  const pairs = fixtures.flatMap((fixture) =>
    evalFormats.map((format) => ({ fixture, from: fixture.title, to: format.id, format })),
  );

  it.each(pairs)("loses nothing unsaid from $from to $to", ({ fixture, format }) => {
    const suite = suiteOf(fixture);
    const { files, losses } = writeSuite(suite, format);
    const [main] = files;
    if (main === undefined) throw new Error("nothing written");
    const groups =
      format.id === "query-file" ? files.map((file) => [file]) : [[main, ...files.slice(1)]];
    const back = groups.flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      return (
        readSuite(first, { files: group, format: format.id, skill: suite.skill ?? "" }).value?.suite
          .cases ?? []
      );
    });
    for (const item of suite.cases) {
      const other = back.find(({ prompt }) => prompt === item.prompt);
      const lost = losses.filter((loss) => loss.case === item.id && loss.outcome === "lost");
      if (other === undefined) expect(lost.map(({ field }) => field)).toEqual(["case"]);
      else expect({ ...other, ...pick(item, lost) }).toEqual(item);
    }
    // Who finds the files is told no format.
    const found = groups.map((group) => casesOf(group, suite));
    expect(found).toEqual(groups.map((group) => casesOf(group, suite, format.id)));
  });
});

describe("[BX-14] what a file says under the key of this program", () => {
  it.each([
    { trigger: { fires: 3 } },
    { trigger: null, checks: [{ kind: "regex", pattern: 7 }] },
    { turns: "one" },
    { extensions: [] },
    { prompt: null },
    "text",
  ])("is not believed: %j", (preserved) => {
    const item = { id: "a", prompt: "Write.", assertions: ["Short."], "x-skillwright": preserved };
    const text = JSON.stringify({ skill_name: "release-notes", evals: [item] });
    const { value, diagnostics } = read({
      files: [{ path: "release-notes/evals/evals.json", text }],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["eval/wrong-type"]);
    expect(value?.suite.cases).toMatchObject([{ id: "a", prompt: "Write.", turns: [] }]);
  });
});

/** A format without a place for any of the cases writes none, which nobody has to find. */
function casesOf(
  files: readonly SuiteFile[],
  { skill = "" }: EvalSuite,
  format?: string,
): EvalSuite["cases"] {
  const [main] = files;
  if (main === undefined) return [];
  const options = format === undefined ? { files, skill } : { files, skill, format };
  return readSuite(main, options).value?.suite.cases ?? [];
}

function pick(item: object, losses: readonly { readonly field: string }[]): object {
  const fields = new Set(losses.map(({ field }) => field));
  return Object.fromEntries(Object.entries(item).filter(([key]) => fields.has(key)));
}

describe("[BX-09] what evaluations say", () => {
  it("names a skill that has to load, and one that must not", () => {
    const list = fixtures.find(({ title }) => title === "queries with should_trigger");
    const { cases } = suiteOf(list as Fixture);
    expect(cases.map(({ trigger }) => trigger)).toEqual([
      { fires: ["release-notes"], acceptable: [], silent: [], none: false },
      { fires: ["commit"], acceptable: [], silent: ["release-notes"], none: false },
      { fires: [], acceptable: [], silent: ["release-notes"], none: false },
    ]);
    expect(cases[2]?.rationale).toBe("Not our product.");
  });

  it("keeps a grader of another program as it is written", () => {
    const waza = fixtures.find(({ format }) => format === "waza");
    const [major] = suiteOf(waza as Fixture).cases;
    expect(major?.checks).toEqual([
      { kind: "contains", value: "Breaking", ignoresCase: true, name: "headings" },
      { kind: "regex", pattern: String.raw`^# 2\.0`, name: "headings" },
      { kind: "most-tool-calls", limit: 5 },
      { kind: "most-seconds", limit: 30 },
      { kind: "foreign", source: { type: "diff", config: { expected: "golden" } } },
    ]);
    expect(major?.trigger?.fires).toEqual(["release-notes"]);
  });

  it.each([
    {
      format: "waza",
      text: "name: x\nskill: s\nmetrics: []\ngraders:\n  - {type: text, config: {contains_cs: [Yes]}}\ntasks:\n  - {id: a, inputs: {prompt: Go.}}\n  - {id: b, inputs: {prompt: Stop.}, graders: [{type: prompt, config: {prompt: Short.}}]}\n",
    },
    {
      format: "promptfoo",
      text: "prompts: ['{{prompt}}']\ndefaultTest:\n  assert: [{type: contains, value: Yes}]\ntests:\n  - {description: a, vars: {prompt: Go.}}\n  - {description: b, vars: {prompt: Stop.}, assert: [{type: llm-rubric, value: Short.}]}\n",
    },
  ])("asks of each case what $format asks of all", ({ format, text }) => {
    const { value, diagnostics } = readSuite({ path: "evals/eval.yaml", text }, { skill: "s" });
    expect(diagnostics).toEqual([]);
    expect(value?.format.id).toBe(format);
    expect(value?.suite.cases).toMatchObject([
      { id: "a", checks: [{ kind: "contains", value: "Yes" }], assertions: [] },
      { id: "b", checks: [{ kind: "contains", value: "Yes" }], assertions: [{ text: "Short." }] },
    ]);
    expect(Object.keys(value?.suite.extensions ?? {})).not.toContain("graders");
  });

  const wazaSuite = {
    path: "s/evals/eval.yaml",
    text: "name: x\nskill: s\nconfig: {trials_per_task: 1, timeout_seconds: 5, executor: mock, model: m}\nmetrics: [{name: a, weight: 1, threshold: 1}]\ntasks: [tasks/*.yaml]\n",
  };

  it("reads what the tasks of waza say of inputs and expectations", () => {
    const files = [
      wazaSuite,
      {
        path: "s/evals/tasks/a.yaml",
        text: `id: a
name: A task
inputs:
  prompt_file: ../prompts/a.md
  context: {language: go}
  follow_up_prompts: [Shorter.]
  files: [{path: x.txt, content: "one"}]
expected:
  output_contains: [Yes]
  output_not_contains: [No]
  should_trigger: false
  tool_calls: {required: [bash]}
  behavior: {max_tool_calls: 3, required_tools: [bash], max_response_time_ms: 2000}
  outcomes: [{type: file, value: x}]
graders:
  - {type: tool_constraint, name: t, config: {expect_tools: [{tool: edit}], reject_tools: [{tool: rm}]}}
  - {type: file, name: f, config: {content_patterns: [{path: out.md, must_match: ["^#"], must_not_match: [TODO]}]}}
  - {type: action_sequence, name: o, config: {matching_mode: in_order_match, expected_actions: [a, b]}}
`,
      },
      {
        path: "s/evals/tasks/b.yaml",
        text: "id: b\nname: b\ninputs: {prompt: Go.}\ngraders: [{type: skill_invocation, name: i, config: {mode: any_order, required_skills: [s]}}]\n",
      },
      { path: "s/evals/prompts/a.md", text: "Write the notes.\n" },
    ];
    const fixture = { format: "waza", title: "", files, ids: [] };
    expect(read(fixture).diagnostics).toEqual([]);
    const [first, second] = suiteOf(fixture).cases;
    expect(first).toMatchObject({
      prompt: "Write the notes.\n",
      turns: ["Shorter."],
      trigger: { fires: [], silent: ["s"] },
      extensions: {
        name: "A task",
        inputs: { context: { language: "go" }, files: [{ path: "x.txt", content: "one" }] },
        expected: { tool_calls: { required: ["bash"] }, outcomes: [{ type: "file", value: "x" }] },
      },
    });
    expect(first?.checks).toEqual([
      { kind: "contains", value: "Yes", ignoresCase: true },
      { kind: "contains", value: "No", ignoresCase: true, isNegated: true },
      { kind: "most-tool-calls", limit: 3 },
      { kind: "most-seconds", limit: 2 },
      { kind: "tool-called", tool: "bash" },
      { kind: "tool-called", tool: "edit", name: "t" },
      { kind: "tool-called", tool: "rm", isNegated: true, name: "t" },
      { kind: "file", path: "out.md", matches: "^#", name: "f" },
      { kind: "file", path: "out.md", matches: "TODO", isAbsent: true, name: "f" },
      { kind: "tool-order", tools: ["a", "b"], name: "o" },
    ]);
    expect(second?.trigger?.fires).toEqual(["s"]);
  });

  it("writes waza with the keys that its schema requires", () => {
    const item = { id: 7, prompt: "Go.", assertions: ["Short."], should_trigger: true };
    const text = JSON.stringify({ skill_name: "s", evals: [item] });
    const suite = suiteOf({
      format: "agentskills-evals",
      title: "",
      files: [{ path: "s/evals/evals.json", text }],
      ids: [],
    });
    const { files, losses } = writeSuite(suite, findFormat("waza") ?? expect.fail());
    const [main, task] = files.map(({ text: written }) => parse(written) as object);
    expect(main).toMatchObject({
      name: "s-eval",
      skill: "s",
      config: {
        trials_per_task: expect.any(Number),
        timeout_seconds: expect.any(Number),
        executor: "copilot-sdk",
        model: expect.any(String),
      },
      metrics: [{ name: expect.any(String), weight: 1, threshold: expect.any(Number) }],
    });
    expect(task).toMatchObject({
      id: "7",
      name: "7",
      graders: [
        { type: "skill_invocation", name: "skill_invocation-1", config: { mode: "any_order" } },
        { type: "prompt", name: "prompt-2" },
      ],
    });
    expect(losses).toEqual([]);
    expect(suiteFrom(suite, "waza").cases).toEqual(suite.cases);
  });

  it("decides what Vally has a program decide, and keeps tags with values", () => {
    const text = `name: x
stimuli:
  - name: a
    prompt: Go.
    tags: {tier: smoke}
    graders:
      - {type: output-not-matches, config: {pattern: zap}}
      - {type: file-matches, config: {path: a.md, pattern: "^x"}}
      - {type: exit-success}
`;
    const fixture = { format: "vally", title: "", files: [{ path: "e/eval.yaml", text }], ids: [] };
    expect(read(fixture).diagnostics).toEqual([]);
    const suite = suiteOf(fixture);
    expect(suite.cases).toMatchObject([
      {
        checks: [
          { kind: "regex", pattern: "zap", isNegated: true },
          { kind: "file", path: "a.md", matches: "^x" },
          { kind: "exit-code", code: 0 },
        ],
        extensions: { tags: { tier: "smoke" } },
      },
    ]);
    const written = writeSuite(suite, findFormat("vally") ?? expect.fail());
    expect(written.losses).toEqual([]);
    expect(written.files[0]?.text).toContain("output-not-matches");
    expect(suiteFrom(suite, "vally").cases).toEqual(suite.cases);
  });

  it.each(["query-file", "axis", "waza"])(
    "%s: gives each case a file of its own, also where ids differ in case alone",
    (id) => {
      const evals = ["Notes", "notes", "notes-2", "NOTES!"].map((name) => ({
        id: name,
        prompt: `Go ${name}.`,
        assertions: ["Short."],
      }));
      const text = JSON.stringify({ skill_name: "s", evals });
      const from = [{ path: "s/evals/evals.json", text }];
      const suite = suiteOf({ format: "agentskills-evals", title: "", files: from, ids: [] });
      const { files } = writeSuite(suite, findFormat(id) ?? expect.fail());
      const names = files.map(({ path }) => path.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThanOrEqual(4);
    },
  );

  it("reads the settings of Vally under `config` and under `defaults`", () => {
    const rest = "stimuli:\n  - {name: a, prompt: Go., rubric: [Short.]}\n";
    const files = ["config", "defaults"].map((key) => ({
      path: "evals/eval.yaml",
      text: `name: x\n${key}: {runs: 3, timeout: 2m, judge_model: j}\n${rest}`,
    }));
    for (const file of files) {
      const suite = suiteOf({ format: "vally", title: "", files: [file], ids: [] });
      expect(suite.defaults).toEqual({ trials: 3, timeoutSeconds: 120, judgeModel: "j" });
      expect(suiteFrom(suite, "vally").defaults).toEqual(suite.defaults);
    }
  });

  it("keeps a case for which no skill may load, in a list by skill", () => {
    const rows = [
      { query: "Write notes", should_trigger: true },
      { query: "Tell a joke", should_trigger: false, expected_skill: null },
    ];
    const file = { path: "s/evals/triggers.json", text: JSON.stringify(rows) };
    const suite = suiteOf({ format: "trigger-list", title: "", files: [file], ids: [] });
    const none = suite.cases.map((item) =>
      item.trigger?.none === true ? { ...item, trigger: { ...item.trigger, silent: [] } } : item,
    );
    const back = suiteFrom({ ...suite, cases: none }, "library-triggers");
    expect(back.cases.map(({ trigger }) => trigger)).toEqual(none.map(({ trigger }) => trigger));
  });

  it("writes checks of waza, which have names, as those of promptfoo", () => {
    const waza = fixtures.find(({ format }) => format === "waza");
    const written = writeSuite(suiteOf(waza as Fixture), findFormat("promptfoo") ?? expect.fail());
    expect(written.files[0]?.text).toContain("metric: headings");
    expect(suiteFrom(suiteOf(waza as Fixture), "promptfoo").cases[0]?.checks[0]).toEqual({
      kind: "contains",
      value: "Breaking",
      ignoresCase: true,
      name: "headings",
    });
  });

  it("fills the variables of a promptfoo test into its prompt", () => {
    const promptfoo = fixtures.find(({ format }) => format === "promptfoo");
    const [plain] = suiteOf(promptfoo as Fixture).cases;
    expect(plain?.prompt).toBe("Please: write release notes");
    expect(plain?.assertions).toEqual([{ text: "Reads well", weight: 2 }]);
  });

  it("reads tests of promptfoo from a table, and its prompt from a file", () => {
    const rows = [
      "city,tone,__expected,__expected2,__description",
      'Bonn,"kind, ""calm""",contains: Rhine,llm-rubric: Is polite,first',
      "Ulm,dry,Note: a tower,,",
    ].join("\r\n");
    const { value, diagnostics } = read({
      files: [
        promptfooSuite('"file://p/a.txt"', "file://tests.csv"),
        { path: "e/tests.csv", text: `\u{feff}${rows}\r\n` },
        { path: "e/p/a.txt", text: "Describe {{city}}, {{tone}}.\n---\nAnother one.\n" },
      ],
    });
    expect(diagnostics).toEqual([]);
    const [first, second] = value?.suite.cases ?? [];
    expect(first).toMatchObject({ id: "first", prompt: 'Describe Bonn, kind, "calm".' });
    expect(first?.checks).toEqual([{ kind: "contains", value: "Rhine" }]);
    expect(first?.assertions).toEqual([{ text: "Is polite" }]);
    expect(second?.checks).toEqual([{ kind: "equals", value: "Note: a tower" }]);
  });

  it("says which part of a promptfoo suite is missing or broken", () => {
    const missing = messages(promptfooSuite('"file://p/a.txt"', "[file://tests/a.yaml]"));
    expect(missing[0]).toContain("There is no file `p/a.txt`");
    expect(missing[1]).toContain("There is no file `tests/a.yaml`");
    const broken = { path: "e/t.csv", text: 'prompt\n"never closed\n' };
    expect(messages(promptfooSuite('"{{prompt}}"', "file://t.csv"), broken)[0]).toContain(
      "not CSV",
    );
    const empty = { path: "e/t.csv", text: "tone,__expected\ndry,x\n" };
    expect(messages(promptfooSuite("x.py, file://x.py", "file://t.csv"), empty)).toEqual([]);
    expect(messages(promptfooSuite('"file://x.py"', "file://t.csv"), empty)).toEqual([
      "The case has no request.",
    ]);
  });

  it("keeps the keys of a statement beside its text", () => {
    const evals = fixtures.find(({ title }) => title === "statements with keys of their own");
    const suite = suiteOf(evals as Fixture);
    expect(suite.cases[0]?.assertions).toEqual([
      { text: "Begins with the list.", extensions: { id: "no-preamble", type: "semantic" } },
      { text: "Has one heading.", weight: 2, extensions: { name: "heading" } },
      { text: "Names the version." },
    ]);
    const back = suiteFrom(suite, "agentskills-evals");
    expect(back.cases).toEqual(suite.cases);
  });

  it("reads lists of cases that follow no program by the usual names of keys", () => {
    const cases = fixtures.find(({ title }) => title === "cases of a library");
    const [plain, none] = suiteOf(cases as Fixture).cases;
    expect(plain).toMatchObject({
      trigger: {
        fires: ["release-notes"],
        acceptable: ["changelog"],
        silent: ["commit"],
        none: false,
      },
      assertions: [
        { text: "Breaking changes come first." },
        { text: "It must not: invent a change" },
      ],
      extensions: { fixture: "a log" },
    });
    expect(none?.trigger).toMatchObject({ fires: [], none: true });
    const near = fixtures.find(({ title }) => title === "requests by skill");
    expect(suiteOf(near as Fixture).cases.map(({ trigger }) => trigger)).toMatchObject([
      { fires: ["release-notes"], silent: [] },
      { fires: [], silent: ["release-notes"] },
      { fires: ["commit"], silent: [] },
      { fires: ["release-notes"], silent: ["commit"] },
      { fires: [], silent: ["commit"], none: true },
    ]);
  });

  it("keeps a second name of the same thing, and one that holds another type", () => {
    const row = {
      prompt: "Sum this up.",
      input: "A text.",
      expected: { rows: 2 },
      must: ["Short."],
    };
    const file = { path: "evals/cases.json", text: JSON.stringify([row]) };
    const { value, diagnostics } = readSuite(file);
    expect(diagnostics).toEqual([]);
    expect(value?.suite.cases).toMatchObject([
      { prompt: "Sum this up.", extensions: { input: "A text.", expected: { rows: 2 } } },
    ]);
  });

  it("keeps keys that no field stands for, of the file and of each case", () => {
    const evals = fixtures.find(({ format }) => format === "agentskills-evals");
    const { cases, extensions } = suiteOf(evals as Fixture);
    expect(extensions).toEqual({ maintainer: "docs team" });
    expect(cases[0]?.extensions).toEqual({ owner: "kim" });
  });
});

describe("[BX-09] what is wrong with evaluations", () => {
  const problems: readonly {
    readonly title: string;
    readonly path?: string;
    readonly text: string;
    readonly said: string;
  }[] = [
    {
      title: "broken JSON",
      text: '{"evals": [\n  {"prompt": "x",}\n]}',
      said: "eval/syntax 2:18",
    },
    {
      title: "broken YAML",
      path: "evals/trigger_tests.yaml",
      text: "skill: a\nshould_trigger_prompts:\n  - prompt: [x\n",
      said: "eval/syntax 4:1",
    },
    { title: "another file", text: '{"hello": 1}', said: "eval/unknown-format" },
    {
      title: "a number for a request",
      text: '{"evals": [{"id": 1, "prompt": "a", "assertions": ["b"]},\n{"id": 2, "prompt": 5}]}',
      said: "eval/wrong-type 2:11\neval/no-prompt 2:1",
    },
    ...(
      [
        ['{"kind": "contains", "value": 7}', 22],
        ['{"kind": "most-cost", "limit": "many"}', 23],
        ['{"kind": "contains", "value": "a", "ignoreCase": true}', 1],
        ['{"kind": "contain", "value": "a"}', 2],
      ] as const
    ).map(([check, column]) => ({
      title: `a check of ours: ${check}`,
      path: "evals/skillwright.json",
      text: `{"format": "skillwright-evals/1", "cases": [{"id": "a", "prompt": "a", "output": "b", "checks": [\n${check}]}]}`,
      said: `eval/wrong-type 2:${column}`,
    })),
    {
      title: "the same id",
      text: '{"evals": [{"id": 1, "prompt": "a", "assertions": ["b"]},\n{"id": 1, "prompt": "c", "assertions": ["b"]}]}',
      said: "eval/same-id 2:1",
    },
    {
      title: "nothing expected",
      text: '{"evals": [{"id": 1, "prompt": "a"}]}',
      said: "eval/nothing-expected",
    },
    {
      title: "a contradiction",
      text: '[{"query": "a", "should_trigger": true}, {"query": " A ", "should_trigger": false}]',
      said: "eval/contradiction",
    },
    {
      title: "no cases",
      text: '{"evals": [], "x": 1, "skill_name": "a"}',
      said: "eval/unknown-format",
    },
  ];

  it.each(problems)("$title", ({ path = "evals/evals.json", text, said }) => {
    const { diagnostics } = readSuite({ path, text }, { skill: "a" });
    const told = diagnostics.map(({ code, range }) =>
      range === undefined ? code : `${code} ${range.start.line}:${range.start.column}`,
    );
    expect(told.join("\n")).toBe(said);
    for (const { message, hint, file } of diagnostics) {
      expect(message).toMatch(/^[A-Z`].*\.$/u);
      expect(hint).toBeDefined();
      expect(file).toBe(path);
    }
  });

  it("a suite about triggering outside of the folder of a skill", () => {
    const text = '[{"query": "a", "should_trigger": true}]';
    const { diagnostics } = readSuite({ path: "triggers.json", text });
    expect(diagnostics.map(({ code }) => code)).toEqual(["eval/no-skill"]);
  });

  it("[BX-14] refuses anchors that stand for more than a reader can take", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level < 9; level += 1) {
      const all = Array.from({ length: 10 }, () => `*a${level - 1}`).join(", ");
      lines.push(`a${level}: &a${level} [${all}]`);
    }
    const { diagnostics } = readSuite({ path: "eval.yaml", text: lines.join("\n") });
    expect(diagnostics.map(({ code }) => code)).toEqual(["eval/too-large"]);
  });
});
