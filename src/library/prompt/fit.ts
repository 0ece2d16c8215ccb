/** A budget of the caller for a list to which its system sets none: shorter descriptions first, then fewer skills. */
import type { ListingRules } from "../../skill/index.ts";
import { inForm, type Line, renderEntries, shorten, type ShownDescription } from "./lines.ts";
import type { Cut, LimitRemedy, Prompt, PromptLimits, ShortenedSkill } from "./prompt.ts";
import { lastThat } from "./last-that.ts";

const ELLIPSIS = "...";
/** Shorter ones say too little to choose a skill by, so that skills are cut instead. */
const SHORTEST = 20;

interface Choice {
  readonly lines: readonly Line[];
  readonly show: ShownDescription;
}

const whole: ShownDescription = (line) => line.description;

function shortTo(max: number): ShownDescription {
  return (line) =>
    line.description.length <= max
      ? line.description
      : shorten(line.written.prose(), max, ELLIPSIS);
}

function inTextOrder(lines: readonly Line[]): readonly Line[] {
  return lines.toSorted((a, b) => a.at - b.at);
}

/** `lines` come in the order in which they are kept. */
function choose(
  lines: readonly Line[],
  isRoomy: (some: readonly Line[], show: ShownDescription) => boolean,
): Choice {
  if (isRoomy(lines, whole)) return { lines, show: whole };
  const bare = shortTo(SHORTEST);
  const count = lastThat(0, lines.length, (some) => isRoomy(lines.slice(0, some), bare));
  const kept = lines.slice(0, count);
  const longest = Math.max(SHORTEST, ...kept.map(({ description }) => description.length));
  const max = lastThat(SHORTEST, longest, (some) => isRoomy(kept, shortTo(some)));
  return { lines: kept, show: shortTo(max) };
}

export function fitPrompt(
  lines: readonly Line[],
  rules: ListingRules,
  limits: PromptLimits,
  maxLength: number,
): Prompt {
  const { full, whenEmpty } = rules;
  const { priorityOf } = limits;
  const entriesOf = (some: readonly Line[], show: ShownDescription): readonly string[] =>
    renderEntries(inTextOrder(some), full, full.entry, show);
  const write = (some: readonly Line[], show: ShownDescription): string =>
    some.length === 0 && whenEmpty === "nothing" ? "" : inForm(entriesOf(some, show), full);
  const order =
    priorityOf === undefined
      ? lines
      : lines.toSorted((a, b) => priorityOf(b.skill) - priorityOf(a.skill));
  const choice = choose(order, (some, show) => write(some, show).length <= maxLength);
  const written = write(choice.lines, choice.show);
  // An empty block that is too long would be all that is left.
  const text = written.length <= maxLength ? written : "";
  const remedy = raiseBudget(write(lines, whole).length);
  const kept = new Set(choice.lines);
  return {
    text,
    length: text.length,
    included: inTextOrder(choice.lines).map(({ skill }) => skill),
    entries: entriesOf(choice.lines, choice.show),
    shortened: inTextOrder(choice.lines).flatMap((line) =>
      shortenedOf(line, choice.show, maxLength, remedy),
    ),
    cut: order.flatMap((line): readonly Cut[] =>
      kept.has(line)
        ? []
        : [
            {
              skill: line.skill,
              reason: { code: "cut-by-budget", names: [String(maxLength)] },
              remedy,
            },
          ],
    ),
  };
}

/** For a limit that stands in no settings. */
export function raiseBudget(value: number): LimitRemedy {
  return { say: `Give a budget of ${value} characters or more.`, value };
}

function shortenedOf(
  line: Line,
  show: ShownDescription,
  maxLength: number,
  remedy: LimitRemedy,
): readonly ShortenedSkill[] {
  const shown = show(line) ?? "";
  if (shown === line.description) return [];
  const reason = { code: "shortened-by-budget", names: [String(maxLength)] } as const;
  const of = line.description.length;
  return [{ skill: line.skill, shown: shown.length, of, reason, remedy }];
}
