import { boolean, list, number, record, text } from "../field.ts";
import type { HomeRules } from "../homes.ts";
import { requirementLists } from "./schema.ts";

const lists = Object.fromEntries(
  requirementLists.map((name) => [
    name,
    { shape: list(text({ min: 1 })), doc: `Takes the place of \`${name}\` in the skill.` },
  ]),
);

/** Skills of the agent over skills of all agents; every SKILL.md below either folder is one. */
export const homes: HomeRules = {
  folders: [{ name: "files", path: "." }],
  roots: [
    { source: "agent", path: "{files}/agents/{agent}/skills" },
    { source: "global", path: "{files}/skills" },
  ],
  locatesFrom: "files",
  search: { findsNested: true, entersHidden: true, refusesHardLinks: false },
  settings: {
    fields: [
      {
        path: ["skills", "entries", "*", "enabled"],
        shape: boolean(),
        doc: "`false` hides the skill.",
      },
      {
        path: ["skills", "entries", "*", "always"],
        shape: boolean(),
        doc: "Takes the place of `always` in the skill.",
      },
      {
        path: ["skills", "entries", "*", "requires"],
        shape: record(lists),
        doc: "Takes the place of what the skill requires.",
      },
      {
        path: ["timeouts", "skillProbeMaxAgeMs"],
        shape: number(),
        doc: "Milliseconds that a question for programs may wait for its host.",
      },
    ],
    closed: [["skills"]],
    isStrict: false,
  },
  environment: { credentials: "declared" },
};
