/** A file of every shape in which people keep evaluations, written for these tests. */
import { type Fixture, json } from "./fixture.ts";
import { lists } from "./list-fixtures.ts";

export type { Fixture } from "./fixture.ts";

const skill = "release-notes";

export const fixtures: readonly Fixture[] = [
  {
    format: "agentskills-evals",
    title: "evals.json with assertions",
    files: [
      json(`${skill}/evals/evals.json`, {
        skill_name: skill,
        maintainer: "docs team",
        evals: [
          {
            id: 1,
            prompt: "Write the notes for 2.0.",
            expected_output: "A list of changes, breaking ones first.",
            files: ["evals/files/log.txt"],
            assertions: ["Breaking changes come first.", "Every change names its issue."],
            owner: "kim",
          },
          {
            id: 2,
            prompt: "Write the notes for 2.1.",
            expected_output: "",
            assertions: ["Short."],
          },
        ],
      }),
    ],
    ids: ["1", "2"],
  },
  {
    format: "skill-creator",
    title: "evals.json with expectations",
    files: [
      json(`${skill}/evals/evals.json`, {
        skill_name: skill,
        evals: [
          {
            id: 7,
            prompt: "Notes for 3.0, please.",
            files: [],
            expectations: ["Names the version."],
          },
        ],
      }),
    ],
    ids: ["7"],
  },
  {
    format: "skill-evaluator",
    title: "evals.json with expected_skill",
    files: [
      json(`${skill}/evals/evals.json`, {
        skill_name: skill,
        evals: [
          {
            id: "notes-1",
            prompt: "Summarise what changed since 1.4.",
            expected_skill: skill,
            acceptable_skills: ["changelog"],
            expected_script: "scripts/collect.py",
            assertions: ["Lists the changes."],
          },
          { id: "none-1", prompt: "What time is it?", expected_skill: null, expected_script: null },
        ],
      }),
    ],
    ids: ["notes-1", "none-1"],
  },
  {
    format: "query-list",
    title: "a list of queries",
    files: [
      json(`${skill}/evals/evals.json`, [
        { query: "Draft notes", expected_behavior: ["Reads the log", "Groups the changes"] },
        { query: "Notes for a hotfix", expected_behavior: "Names the fixed bug", severity: "high" },
      ]),
    ],
    ids: ["draft-notes", "notes-for-a-hotfix"],
  },
  {
    format: "query-file",
    title: "a query in a file of its own",
    files: [
      json(`${skill}/evaluations/hotfix.json`, {
        name: "hotfix",
        skills: [skill],
        query: "Notes for a hotfix",
        context: "The version is 1.4.2.",
        expected_behavior: ["Names the fixed bug"],
        success_criteria: ["A reader knows whether to update"],
      }),
    ],
    ids: ["hotfix"],
  },
  {
    format: "trigger-list",
    title: "queries with should_trigger",
    files: [
      json(`${skill}/evals/triggers.json`, [
        { query: "Write release notes", should_trigger: true, rationale: "The plain request." },
        { prompt: "Write a commit message", should_trigger: false, expected_skill: "commit" },
        { query: "What is new in Node?", should_trigger: false, notes: "Not our product." },
      ]),
    ],
    ids: ["write-release-notes", "write-a-commit-message", "what-is-new-in-node"],
  },
  {
    format: "trigger-list",
    title: "queries with should_trigger in a map",
    files: [
      json(`${skill}/evals/trigger_evals.json`, {
        skill_name: skill,
        evals: [{ prompt: "Write release notes", should_trigger: true }],
      }),
    ],
    ids: ["write-release-notes"],
  },
  {
    format: "split-triggers",
    title: "queries by split",
    files: [
      json(`${skill}/evals/triggers.json`, {
        should_trigger: { train: ["Write release notes"], val: [{ query: "Notes for 2.0" }] },
        should_not_trigger: { train: ["Fix the build"], val: [] },
      }),
    ],
    ids: ["write-release-notes", "notes-for-2-0", "fix-the-build"],
  },
  {
    format: "trigger-items",
    title: "items with expected",
    files: [
      json(`${skill}/evals/triggers.json`, {
        triggers: {
          items: [
            { id: "t1", query: "Write release notes", expected: "fire", split: "train" },
            { id: "t2", query: "Fix the build", expected: "no_fire", split: "val" },
          ],
        },
      }),
    ],
    ids: ["t1", "t2"],
  },
  {
    format: "waza-triggers",
    title: "trigger_tests.yaml",
    files: [
      {
        path: `${skill}/evals/trigger_tests.yaml`,
        text: [
          `skill: ${skill}`,
          "should_trigger_prompts:",
          '  - prompt: "Write release notes"',
          "    reason: The plain request",
          "    confidence: high",
          "should_not_trigger_prompts:",
          '  - prompt: "Fix the build"',
          "    reason: Another task",
          "",
        ].join("\n"),
      },
    ],
    ids: ["write-release-notes", "fix-the-build"],
  },
  {
    format: "waza",
    title: "eval.yaml with tasks in files",
    files: [
      {
        path: `${skill}/evals/eval.yaml`,
        text: [
          "name: release-notes-eval",
          `skill: ${skill}`,
          'version: "1.0"',
          "config:",
          "  trials_per_task: 3",
          "  timeout_seconds: 120",
          "  executor: mock",
          "  model: gpt-x",
          "metrics:",
          "  - name: task_completion",
          "    weight: 0.5",
          "tasks:",
          "  - tasks/*.yaml",
          "",
        ].join("\n"),
      },
      {
        path: `${skill}/evals/tasks/major.yaml`,
        text: [
          "id: major",
          "name: A major release",
          "inputs:",
          "  prompt: Write the notes for 2.0.",
          "  files:",
          "    - path: log.txt",
          "graders:",
          "  - type: text",
          "    name: headings",
          "    config:",
          "      contains: [Breaking]",
          "      regex_match: ['^# 2\\.0']",
          "  - type: skill_invocation",
          "    config:",
          `      required_skills: [${skill}]`,
          "  - type: behavior",
          "    config:",
          "      max_tool_calls: 5",
          "      max_duration_ms: 30000",
          "  - type: diff",
          "    config:",
          "      expected: golden",
          "",
        ].join("\n"),
      },
    ],
    ids: ["major"],
  },
  {
    format: "vally",
    title: "stimuli",
    files: [
      {
        path: `${skill}/evals/eval.yaml`,
        text: [
          "name: release-notes-eval",
          "defaults:",
          "  runs: 2",
          '  timeout: "90s"',
          "  executor: copilot-sdk",
          "scoring:",
          "  threshold: 0.8",
          "stimuli:",
          "  - name: plain",
          "    prompt: Write release notes",
          "    tags: [smoke]",
          "    environment:",
          "      files: []",
          "    graders:",
          "      - type: skill-invocation",
          `        config: { required: [${skill}], disallowed: [commit] }`,
          "      - type: output-not-contains",
          "        config: { substring: lorem }",
          "      - type: completed",
          "  - name: two-turns",
          "    turns: [Write notes for 1.5, Shorter]",
          "    graders:",
          "      - type: prompt",
          "        config: { prompt: Is the second answer shorter? }",
          "",
        ].join("\n"),
      },
    ],
    ids: ["plain", "two-turns"],
  },
  {
    format: "routing-tasks",
    title: "tasks.json",
    files: [
      json("evals/tasks.json", {
        k: 5,
        gate: 0.6,
        tasks: [
          {
            id: "a",
            prompt: "Write release notes",
            expected_skills: [skill],
            acceptable_skills: ["changelog"],
            tags: ["docs"],
          },
          { id: "b", prompt: "Tell a joke", expected_skills: [], negative: true },
        ],
      }),
    ],
    ids: ["a", "b"],
  },
  {
    format: "axis",
    title: "scenarios",
    files: [
      json("axis.config.json", { skill, agent: "any" }),
      json("scenarios/plain.json", {
        name: "plain",
        prompt: "Write release notes",
        judge: [{ check: "Groups the changes", weight: 2 }, { check: "Names the version" }],
        setup: { git: true },
      }),
    ],
    ids: ["plain"],
  },
  {
    format: "promptfoo",
    title: "promptfooconfig.yaml",
    files: [
      {
        path: "promptfooconfig.yaml",
        text: [
          "description: Release notes",
          "prompts: ['Please: {{request}}']",
          "providers: [echo]",
          "tests:",
          "  - description: plain",
          "    vars: { request: write release notes }",
          "    assert:",
          `      - { type: skill-used, value: ${skill} }`,
          "      - { type: icontains, value: breaking }",
          "      - { type: llm-rubric, value: Reads well, weight: 2 }",
          "      - { type: cost, threshold: 0.5 }",
          "      - { type: javascript, value: output.length > 3 }",
          "",
        ].join("\n"),
      },
    ],
    ids: ["plain"],
  },
  ...lists,
  {
    format: "skillwright",
    title: "our own format",
    files: [
      json(`${skill}/evals/skillwright.json`, {
        format: "skillwright-evals/1",
        skill,
        defaults: { trials: 3 },
        cases: [
          {
            id: "plain",
            prompt: "Write release notes",
            trigger: { fires: [skill], acceptable: [], silent: [], none: false },
            checks: [{ kind: "tool-order", tools: ["git_log", "write_file"] }],
            assertions: [{ text: "Groups the changes" }],
          },
        ],
      }),
    ],
    ids: ["plain"],
  },
];
