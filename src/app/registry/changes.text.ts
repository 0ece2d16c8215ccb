import type { ReleaseJudgement, SkillChange } from "../../skill/compare/index.ts";
import { count } from "../text.ts";

const MOST_LINES = 12;

/** What differs for users, a line each; what only words about the skill say is counted. */
export function changeLines(changes: readonly SkillChange[], omitted = 0): readonly string[] {
  const grave = changes.filter(({ level }) => level !== "patch");
  const shown = grave.slice(0, MOST_LINES);
  const left = grave.length - shown.length + omitted;
  const small = changes.length - grave.length;
  return [
    ...shown.map(({ level, message }) => `  ${level === "major" ? "!" : "+"} ${message}`),
    ...(left === 0 ? [] : [`    and ${count(left, "more change")}`]),
    ...(small === 0 || shown.length > 0 ? [] : [`    ${count(small, "small change")}`]),
  ];
}

/** A version held against the one before it. */
export function judgementLines(judgement: ReleaseJudgement | undefined): readonly string[] {
  if (judgement === undefined) return [];
  const { since, needs, proposed, isHonest, changes, omitted } = judgement;
  const advice = isHonest ? "" : `; the lowest number that says so is ${proposed}`;
  return [
    `  changes since ${since} ask for a ${needs} release${advice}`,
    ...changeLines(changes, omitted),
  ];
}
