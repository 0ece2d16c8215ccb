/** The budget in which every name stays and descriptions go, those of the least used skills first. */
import type { DroppingBudget, ListingRules } from "../../skill/index.ts";
import type { Reason } from "../gate/reasons.ts";
import { raiseBudget } from "./fit.ts";
import type { Joiner } from "./joiner.ts";
import { type Line, renderEntries, shorten } from "./lines.ts";
import type { Cut, Prompt, PromptLimits, PromptSkill, ShortenedSkill } from "./prompt.ts";

function computeMaxLength(budget: DroppingBudget, limits: PromptLimits): number {
  if (limits.maxLength !== undefined) return limits.maxLength;
  const { contextTokens } = limits;
  return contextTokens === undefined
    ? Infinity
    : Math.floor(contextTokens * budget.charactersPerToken);
}

function rate(of: PromptLimits["usageOf"], line: Line): number {
  return of?.(line.skill) ?? 0;
}

/** Least wanted first: by priority, then by use, then from the end of the list. */
function leastWanted(lines: readonly Line[], limits: PromptLimits): readonly Line[] {
  return lines.toSorted(
    (a, b) =>
      rate(limits.priorityOf, a) - rate(limits.priorityOf, b) ||
      rate(limits.usageOf, a) - rate(limits.usageOf, b) ||
      b.at - a.at,
  );
}

export function dropPrompt(
  lines: readonly Line[],
  rules: ListingRules,
  budget: DroppingBudget,
  limits: PromptLimits,
  join: Joiner["join"],
): Prompt {
  const shown = new Map(
    lines.map((line) => [
      line,
      shorten(line.written.prose(), budget.maxDescription, budget.ellipsis),
    ]),
  );
  const entriesOf = (some: readonly Line[]): readonly string[] =>
    renderEntries(some, rules.full, budget.bareEntry, (line) => shown.get(line) || undefined);
  const lengthOf = (some: readonly Line[]): number =>
    entriesOf(some).reduce((sum, entry) => sum + entry.length, 0);
  const maxLength = computeMaxLength(budget, limits);
  const enough = lengthOf(lines) + rules.full.before.length + rules.full.after.length;
  let length = enough;
  for (const line of length <= maxLength ? [] : leastWanted(lines, limits)) {
    if (length <= maxLength) break;
    const before = lengthOf([line]);
    shown.set(line, "");
    length -= before - lengthOf([line]);
  }
  const least = limits.isCallersLength === true ? leastWanted(lines, limits) : [];
  const gone = cutToFit(least, length - maxLength, (line) => lengthOf([line]));
  const kept = gone.size === 0 ? lines : lines.filter((line) => !gone.has(line));
  const entries = entriesOf(kept);
  const text = kept.length === 0 ? "" : join(rules.full.before, entries, rules.full.after);
  const shortened = kept.flatMap((line) =>
    listShortened(line, shown.get(line)?.length ?? 0, { budget, maxLength, enough }),
  );
  return {
    text,
    length: text.length,
    included: kept.map(({ skill }) => skill),
    entries,
    shortened,
    cut: lines.filter((line) => gone.has(line)).map(({ skill }) => cutBy(skill, maxLength, enough)),
  };
}

/** Names stay by the rules of the system; a caller who allows less than they need gets fewer of them. */
function cutToFit(
  least: readonly Line[],
  excess: number,
  lengthOf: (line: Line) => number,
): ReadonlySet<Line> {
  const gone = new Set<Line>();
  let rest = excess;
  for (const line of least) {
    if (rest <= 0) break;
    gone.add(line);
    rest -= lengthOf(line);
  }
  return gone;
}

function cutBy(skill: PromptSkill, maxLength: number, enough: number): Cut {
  const reason: Reason = { code: "cut-by-budget", names: [String(maxLength)] };
  return { skill, reason, remedy: raiseBudget(enough) };
}

interface Caps {
  readonly budget: DroppingBudget;
  readonly maxLength: number;
  /** What would show every description. */
  readonly enough: number;
}

function listShortened(line: Line, left: number, caps: Caps): readonly ShortenedSkill[] {
  const { budget, maxLength, enough } = caps;
  const of = line.written.prose().length;
  if (left >= of) return [];
  const isDropped = left === 0;
  const limit = isDropped ? maxLength : budget.maxDescription;
  return [
    {
      skill: line.skill,
      shown: left,
      of,
      reason: { code: "shortened-by-budget", names: [String(limit)] },
      remedy: isDropped
        ? raiseBudget(enough)
        : { say: `Shorten the description to ${budget.maxDescription} characters.` },
    },
  ];
}
