import { describe, expect, it } from "vitest";
import type { SkillFacts } from "../rule.ts";
import { dependencyCycle } from "./dependency-cycle.ts";
import { dependencyMissing } from "./dependency-missing.ts";

/** `a: b c` is a skill that depends on two others. */
function facts(lines: readonly string[]): readonly SkillFacts[] {
  return lines.map((line) => {
    const [name = "", rest = ""] = line.split(":");
    const dependsOn = rest.split(" ").filter((word) => word !== "");
    return {
      path: `${name}/SKILL.md`,
      root: "",
      dialect: "",
      name,
      dependsOn: dependsOn.map((other) => ({ name: other })),
    };
  });
}

function messages(rule: typeof dependencyCycle, lines: readonly string[]): readonly string[] {
  const found: string[] = [];
  rule.check({
    skills: facts(lines),
    describe: () => undefined,
    report: (skill, { message }) => found.push(`${skill.name}: ${message}`),
  });
  return found;
}

describe("dependencies", () => {
  it.each([
    [["a:b", "b:a"], ["a → b → a"]],
    [["a:b", "b:c", "c:a", "d:a"], ["a → b → c → a"]],
    [
      ["a:b c", "b:a", "c:a"],
      ["a → b → a", "c → a → c"],
    ],
    [
      ["a:b", "b:a", "c:d", "d:c"],
      ["a → b → a", "c → d → c"],
    ],
    [["a:a b", "b:c", "c:"], []],
    [["a:b c", "b:d", "c:d", "d:"], []],
    [["a:elsewhere"], []],
  ])("[PM-08] of %j are told once for each cycle", (lines, ways) => {
    expect(messages(dependencyCycle, lines)).toEqual(
      ways.map(
        (way) => `${way.charAt(0)}: The skills depend on each other in a cycle: \`${way}\`.`,
      ),
    );
  });

  it("on a long chain of skills are followed in linear time", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `s${index}:s${index + 1}`);
    expect(messages(dependencyCycle, lines)).toEqual([]);
  });

  it("[PM-08] on skills that are not there are told, except where a skill is checked alone", () => {
    const message = "a: The dependency `c` is not among the 2 skills that were checked.";
    expect(messages(dependencyMissing, ["a:b c owner/b", "b:"])).toEqual([message]);
    expect(messages(dependencyMissing, ["a:b"])).toEqual([]);
  });
});
