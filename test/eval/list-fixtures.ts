/** Lists of cases as people write them for no program in particular, written for these tests. */
import { type Fixture, json } from "./fixture.ts";

const skill = "release-notes";

export const lists: readonly Fixture[] = [
  {
    format: "agentskills-evals",
    title: "statements with keys of their own",
    files: [
      json(`${skill}/evals/evals.json`, {
        skill_name: skill,
        evals: [
          {
            id: 0,
            name: "short",
            prompt: "Notes for 4.0",
            expected_output: "A list",
            assertions: [
              { id: "no-preamble", text: "Begins with the list.", type: "semantic" },
              { name: "heading", check: "Has one heading.", weight: 2 },
              "Names the version.",
            ],
          },
        ],
      }),
    ],
    ids: ["0"],
  },
  {
    format: "trigger-list",
    title: "cases with shouldTrigger",
    files: [
      json(`${skill}/evals/trigger-evals.json`, {
        schemaVersion: 1,
        cases: [
          { id: "a", prompt: "Write release notes", shouldTrigger: true, reason: "Plain." },
          { id: "b", request: "Fix the build", shouldTrigger: false },
        ],
      }),
    ],
    ids: ["a", "b"],
  },
  {
    format: "trigger-list",
    title: "queries with the skill that has to load",
    files: [
      json("evals/trigger-evals.json", {
        evals: [{ id: 1, query: "Write release notes", should_trigger: `all:${skill}` }],
      }),
    ],
    ids: ["1"],
  },
  {
    format: "split-triggers",
    title: "requests by should_activate",
    files: [
      json(`${skill}/evals/triggers.json`, {
        skill_name: skill,
        policy: "Only when asked.",
        should_activate: ["Write release notes"],
        should_not_activate: ["Fix the build"],
      }),
    ],
    ids: ["write-release-notes", "fix-the-build"],
  },
  {
    format: "library-triggers",
    title: "requests by skill",
    files: [
      json("evals/triggers.json", {
        note: "Not run yet.",
        skills: {
          [skill]: { should: ["Write release notes"], should_not: ["Fix the build"] },
          commit: {
            should: [{ prompt: "Commit this" }],
            near: [
              { prompt: "Write the notes", expect: skill },
              { prompt: "What is a commit?", expect: null, why: "A question." },
            ],
          },
        },
      }),
    ],
    ids: [
      "write-release-notes",
      "fix-the-build",
      "commit-this",
      "write-the-notes",
      "what-is-a-commit",
    ],
  },
  {
    format: "library-triggers",
    title: "a list of skills with near misses",
    files: [
      json("evals/triggers.json", [
        { skill, should: ["Write release notes"], near: [{ prompt: "Commit", expect: "commit" }] },
        { skill: "commit", should: ["Commit this"], near: [] },
      ]),
    ],
    ids: ["write-release-notes", "commit", "commit-this"],
  },
  {
    format: "case-list",
    title: "cases of a library",
    files: [
      json("evals/cases.json", {
        schemaVersion: 1,
        cases: [
          {
            id: "plain",
            prompt: "Write the notes of 2.0.",
            fixture: "a log",
            expected_skills: [skill],
            allowed_skills: ["changelog"],
            forbidden_skills: ["commit"],
            must: ["Breaking changes come first."],
            must_not: ["invent a change"],
          },
          { id: "none", prompt: "Tell a joke.", expected_skills: [], must: ["Is short."] },
        ],
      }),
    ],
    ids: ["plain", "none"],
  },
  {
    format: "case-list",
    title: "cases with the usual keys",
    files: [
      json("evals/evals.json", [
        {
          name: "hotfix",
          input: "Notes for a hotfix",
          skill,
          expected: ["Names the fixed bug"],
          follow_up: "Shorter.",
        },
        { case_id: "q", question: "What is a release?", skill: "none", expected: "A version." },
      ]),
    ],
    ids: ["hotfix", "q"],
  },
  {
    format: "case-list",
    title: "evals with criteria",
    files: [
      {
        path: `${skill}/evals/eval.yaml`,
        text: [
          `skill: ${skill}`,
          "parity_test: { enabled: true }",
          "evals:",
          "  - name: major",
          "    description: A major release.",
          "    prompt: Write the notes for 2.0.",
          "    timeout: 60000",
          "    criteria:",
          "      - { id: order, description: Breaking changes come first., weight: 0.8 }",
          "",
        ].join("\n"),
      },
    ],
    ids: ["major"],
  },
];
