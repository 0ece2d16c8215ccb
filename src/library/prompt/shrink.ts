/** The budget that shortens all descriptions alike, and cuts skills only where that is not enough. */
import {
  formatPath,
  type ListingForm,
  type ListingRules,
  type Path,
  type ShrinkingBudget,
} from "../../skill/index.ts";
import { raiseBudget } from "./fit.ts";
import { lastThat } from "./last-that.ts";
import {
  inForm,
  type Line,
  renderEntries,
  shorten,
  type ShownDescription,
  toProse,
} from "./lines.ts";
import type { Cut, LimitRemedy, Prompt, PromptLimits, ShortenedSkill } from "./prompt.ts";

/** How the list is written: in full, with descriptions of at most so many characters, or with none. */
type Form = { readonly kind: "full" } | { readonly kind: "compact"; readonly max: number };

const FULL: Form = { kind: "full" };
const BARE: Form = { kind: "compact", max: 0 };

interface Job {
  readonly rules: ListingRules;
  readonly budget: ShrinkingBudget;
  readonly limits: PromptLimits;
  readonly total: number;
  readonly maxSkills: number;
  readonly maxLength: number;
}

function showIn(form: Form, budget: ShrinkingBudget): ShownDescription {
  if (form.kind === "full") return (line) => line.description;
  if (form.max === 0) return () => undefined;
  return (line) => shorten(line.written.prose(), form.max, budget.ellipsis) || undefined;
}

function noteFor(job: Job, form: Form, included: number): string {
  const { cut, whole } = job.budget.notes;
  const kind = form.kind === "full" ? "full" : form.max > 0 ? "compact" : "bare";
  if (included === job.total) return kind === "full" ? "" : whole[kind];
  const counts: { readonly [key: string]: number } = { included, total: job.total };
  return cut[kind].replaceAll(/\{(included|total)\}/g, (_match, key: string) =>
    String(counts[key]),
  );
}

function shapeOf({ rules, budget }: Job, form: Form): ListingForm {
  if (form.kind === "full") return rules.full;
  return form.max > 0 ? budget.compact : budget.bare;
}

function entriesOf(
  job: Job,
  lines: readonly Line[],
  form: Form,
  show: ShownDescription,
): readonly string[] {
  const ordered = lines.toSorted((a, b) => a.at - b.at);
  return renderEntries(ordered, shapeOf(job, form), job.budget.bare.entry, show);
}

function write(
  job: Job,
  lines: readonly Line[],
  form: Form,
  show: ShownDescription,
  hasNote: boolean,
): string {
  const note = hasNote ? noteFor(job, form, lines.length) : "";
  const list =
    lines.length === 0 ? "" : inForm(entriesOf(job, lines, form, show), shapeOf(job, form));
  return [note, list].filter((part) => part !== "").join("\n");
}

/** The text with the caller's line above it where that fits; undefined where nothing does. */
function fit(job: Job, lines: readonly Line[], form: Form, hasNote = true): string | undefined {
  const text = write(job, lines, form, showIn(form, job.budget), hasNote);
  const above = job.limits.note ?? "";
  const joined = [above, text].filter((part) => part !== "").join("\n");
  if (above !== "" && joined.length <= job.maxLength) return joined;
  return text.length <= job.maxLength ? text : undefined;
}

interface Choice {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly form: Form;
  readonly hasNote: boolean;
}

/** `lines` come in the order in which they are kept. */
function choose(job: Job, lines: readonly Line[]): Choice {
  const byCount = lines.slice(0, job.maxSkills);
  const full = fit(job, byCount, FULL);
  if (full !== undefined) return { text: full, lines: byCount, form: FULL, hasNote: true };
  const count = lastThat(
    0,
    byCount.length,
    (some) => fit(job, byCount.slice(0, some), BARE) !== undefined,
  );
  let kept = byCount.slice(0, count);
  if (count === 0 && byCount.length > 0) {
    const unsaid = fit(job, byCount, FULL, false);
    if (unsaid !== undefined) return { text: unsaid, lines: byCount, form: FULL, hasNote: false };
    const bare = (some: number): boolean =>
      fit(job, byCount.slice(0, some), BARE, false) !== undefined;
    kept = byCount.slice(0, lastThat(0, byCount.length, bare));
  }
  const hasNote = fit(job, kept, BARE) !== undefined;
  const { shortest, longest } = job.budget;
  const isRoomy = (max: number): boolean =>
    fit(job, kept, { kind: "compact", max }, hasNote) !== undefined;
  const max = kept.length > 0 && isRoomy(shortest) ? lastThat(shortest, longest, isRoomy) : 0;
  const form: Form = { kind: "compact", max };
  const text = fit(job, kept, form, hasNote);
  return { text: text ?? "", lines: text === undefined ? [] : kept, form, hasNote };
}

/** A model with a small context gets descriptions that are shorter still. */
function forContext(job: Job, choice: Choice): Choice & { readonly show: ShownDescription } {
  const show = showIn(choice.form, job.budget);
  const { contextTokens = 0 } = job.limits;
  const { tokensPerCharacter, shortest } = job.budget.context;
  const target = Math.floor(contextTokens / tokensPerCharacter);
  if (contextTokens <= 0 || choice.text.length <= target) return { ...choice, show };
  const list = write(job, choice.lines, choice.form, show, choice.hasNote);
  const above = choice.text.slice(0, choice.text.length - list.length);
  const showing =
    (max: number): ShownDescription =>
    (line) => {
      const shown = show(line);
      return shown === undefined ? undefined : shorten(toProse(shown), max, job.budget.ellipsis);
    };
  const writeAt = (max: number): string =>
    above + write(job, choice.lines, choice.form, showing(max), choice.hasNote);
  const max = lastThat(shortest, job.budget.longest, (some) => writeAt(some).length <= target);
  const text = writeAt(max);
  return text.length < choice.text.length
    ? { ...choice, text, show: showing(max) }
    : { ...choice, show };
}

function remedy(paths: readonly Path[], value: number, inForce?: Path): LimitRemedy {
  // The path of an agent counts only where there is one; the general one comes last.
  const path = inForce ?? paths.findLast((item) => !item.includes("{agent}"));
  const what = path === undefined ? "the limit" : `\`${formatPath(path)}\``;
  const say = `Raise ${what} to ${value} or more.`;
  return path === undefined ? { say, value } : { say, path, value };
}

/**
 * What lets every skill in, with its whole description. Both limits may have to be raised, and each figure
 * counts on the other: whoever follows one advice after the other has all skills back.
 */
function remediesOf(
  job: Job,
  lines: readonly Line[],
): { readonly [of in "length" | "count"]: LimitRemedy } {
  const { limits, budget, total } = job;
  const enough = write(job, lines, FULL, (line) => line.description, true).length;
  const length =
    limits.isCallersLength === true
      ? raiseBudget(enough)
      : remedy(budget.limits.maxLength, enough, limits.lengthPath);
  return { length, count: remedy(budget.limits.maxSkills, total) };
}

function shortenedOf(
  job: Job,
  choice: Choice,
  show: ShownDescription,
  raised: LimitRemedy,
): readonly ShortenedSkill[] {
  const isForContext = choice.text.length < job.maxLength && choice.form.kind === "full";
  return choice.lines.flatMap((line): readonly ShortenedSkill[] => {
    const of = line.written.prose().length;
    const shown = toProse(show(line) ?? "").length;
    if (shown >= of) return [];
    const cap = isForContext
      ? Math.floor((job.limits.contextTokens ?? 0) / job.budget.context.tokensPerCharacter)
      : job.maxLength;
    return [
      {
        skill: line.skill,
        shown,
        of,
        reason: { code: "shortened-by-budget", names: [String(cap)] },
        remedy: isForContext
          ? { say: "Use a model with a larger context, or offer fewer skills." }
          : raised,
      },
    ];
  });
}

function cutOf(
  job: Job,
  lines: readonly Line[],
  choice: Choice,
  remedies: ReturnType<typeof remediesOf>,
): readonly Cut[] {
  const { maxSkills, maxLength } = job;
  const byCount = lines.slice(0, maxSkills);
  const kept = new Set(choice.lines);
  // Thousands may be cut for the same reason, so that they share it.
  const overCount: Omit<Cut, "skill"> = {
    reason: { code: "cut-by-count", names: [String(maxSkills)] },
    remedy: remedies.count,
  };
  const overLength: Omit<Cut, "skill"> = {
    reason: { code: "cut-by-budget", names: [String(maxLength)] },
    remedy: remedies.length,
  };
  return lines.flatMap((line, at): readonly Cut[] => {
    if (kept.has(line)) return [];
    return [{ skill: line.skill, ...(at < byCount.length ? overLength : overCount) }];
  });
}

export function shrinkPrompt(
  lines: readonly Line[],
  rules: ListingRules,
  budget: ShrinkingBudget,
  limits: PromptLimits,
): Prompt {
  const { priorityOf } = limits;
  const job: Job = {
    rules,
    budget,
    limits,
    total: lines.length,
    maxSkills: Math.max(0, limits.maxSkills ?? budget.maxSkills),
    maxLength: limits.maxLength ?? budget.maxLength,
  };
  const order =
    priorityOf === undefined
      ? lines
      : lines.toSorted((a, b) => priorityOf(b.skill) - priorityOf(a.skill));
  const choice = forContext(job, choose(job, order));
  const remedies = remediesOf(job, order);
  return {
    text: choice.text,
    length: choice.text.length,
    included: choice.lines.toSorted((a, b) => a.at - b.at).map(({ skill }) => skill),
    entries: entriesOf(job, choice.lines, choice.form, choice.show),
    shortened: shortenedOf(job, choice, choice.show, remedies.length),
    cut: cutOf(job, order, choice, remedies),
  };
}
