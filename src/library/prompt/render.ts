import type { ListingRules } from "../../skill/index.ts";
import type { Reason } from "../gate/reasons.ts";
import { dropPrompt } from "./drop.ts";
import { fitPrompt } from "./fit.ts";
import type { Joiner } from "./joiner.ts";
import { type Line, renderEntries, toLine } from "./lines.ts";
import { PromptMemory, type Writer } from "./memory.ts";
import type { Cut, Prompt, PromptLimits, PromptSkill } from "./prompt.ts";
import { shrinkPrompt } from "./shrink.ts";

function leftOut(skill: PromptSkill, reason: Reason, say: string): Cut {
  return { skill, reason, remedy: { say } };
}

/** Skills that can be listed at all, in the order of the text, and those that cannot. */
function linesOf(
  skills: readonly PromptSkill[],
  { pen, write }: Writer,
  memory: PromptMemory,
): { readonly lines: readonly Line[]; readonly cut: readonly Cut[] } {
  const ordered =
    pen.rules.order === "by-name"
      ? memory.names.sort(skills.map(({ name }) => name)).map((at) => skills[at] as PromptSkill) // Places of these skills.
      : skills;
  const lines: Line[] = [];
  const cut: Cut[] = [];
  for (const skill of ordered) {
    const written = write(skill);
    if (skill.isHidden === true)
      cut.push(
        leftOut(skill, { code: "hidden-from-model", names: [] }, "Allow the model to invoke it."),
      );
    else if (written.readPath === undefined)
      cut.push(
        leftOut(
          skill,
          { code: "outside-scope", names: [skill.location] },
          "Move it to where the agent can read it.",
        ),
      );
    else lines.push(toLine(written, lines.length));
  }
  return { lines, cut };
}

/** The list of skills for the model, exactly as the system writes it, and what did not get in. */
export function renderPrompt(
  skills: readonly PromptSkill[],
  rules: ListingRules,
  limits: PromptLimits = {},
  memory: PromptMemory = new PromptMemory(),
): Prompt {
  const writer = memory.writerOf(rules, limits.agentId);
  const { lines, cut } = linesOf(skills, writer, memory);
  const prompt = renderLines(lines, rules, limits, writer.joiner);
  return cut.length === 0 ? prompt : { ...prompt, cut: [...prompt.cut, ...cut] };
}

function renderLines(
  lines: readonly Line[],
  rules: ListingRules,
  limits: PromptLimits,
  { join }: Joiner,
): Prompt {
  const { budget } = rules;
  if (budget?.kind === "shrink-then-cut") return shrinkPrompt(lines, rules, budget, limits);
  if (lines.length === 0 && rules.whenEmpty === "nothing")
    return { text: "", length: 0, included: [], entries: [], shortened: [], cut: [] };
  if (budget?.kind === "drop-descriptions") return dropPrompt(lines, rules, budget, limits, join);
  // A list without a budget of its own has one where the caller sets it.
  if (limits.maxLength !== undefined) return fitPrompt(lines, rules, limits, limits.maxLength);
  const { full } = rules;
  const entries = renderEntries(lines, full, full.entry, (line) => line.description);
  const text = join(full.before, entries, full.after);
  return {
    text,
    length: text.length,
    included: lines.map(({ skill }) => skill),
    entries,
    shortened: [],
    cut: [],
  };
}
