import { describe, expect, it } from "vitest";
import type { Survey, SurveyedSkill } from "../../registry/sources/index.ts";
import { verdict } from "./survey-page.ts";

function survey(...skills: readonly Partial<SurveyedSkill>[]): Survey {
  return {
    server: { address: "http://127.0.0.1/mcp", hasSkills: true, readsDirectories: true },
    offers: {},
    problems: [],
    skills: skills.map((skill) => ({
      name: "a",
      uri: "skill://a/SKILL.md",
      description: "",
      problems: [],
      ...skill,
    })),
  };
}

describe("verdict", () => {
  it.each([
    [survey({ files: 2 }), false, "1 skill, 2 files: everything is as promised."],
    [survey({ files: 2 }), true, "1 skill, 2 files: no file was read."],
    [survey(), false, "0 skills, 0 files: nothing could be verified."],
    [survey({}), false, "1 skill, 0 files: nothing could be verified."],
    [
      survey({ files: 2 }, {}),
      false,
      "2 skills, 2 files: what could be verified is as promised, and 1 skill could not.",
    ],
  ])("promises no more than was looked at: %#", (found, isListOnly, expected) => {
    expect(verdict(found, isListOnly)).toBe(expected);
  });
});
