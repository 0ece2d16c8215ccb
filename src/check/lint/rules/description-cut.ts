import type { Dialect } from "../../../skill/index.ts";
import { type FacetText, facetText } from "../facet.ts";
import type { FileRule, RuleContext } from "../rule.ts";

interface Limit {
  readonly characters: number;
  /** Completes "expected at most … characters: ". */
  readonly effect: string;
  readonly withWhenToUse: boolean;
  readonly isRefusal: boolean;
}

/** What clients do to long descriptions of any dialect. */
const CLIENTS: readonly Limit[] = [
  {
    // Agent Skills specification, frontmatter; the same number in Anthropic's Skills API and Copilot CLI.
    characters: 1024,
    effect: "the open specification, Anthropic's upload and Copilot CLI refuse longer ones",
    withWhenToUse: false,
    isRefusal: true,
  },
  {
    // Claude Code, skill documentation of 2026-08-22: `skillListingMaxDescChars`.
    characters: 1536,
    effect: "the list of Claude Code cuts description and `when_to_use` there",
    withWhenToUse: true,
    isRefusal: false,
  },
];

export const descriptionCut: FileRule = {
  code: "lint/description-cut",
  title: "Descriptions fit into the lists that show them.",
  severity: "info",
  scope: "file",
  check(context) {
    const description = facetText(context, "guidance.description");
    if (description === undefined) checkFallback(context);
    else checkLimits(context, description);
  },
};

function checkLimits(context: RuleContext, { text, path }: FacetText): void {
  const whenToUse = facetText(context, "guidance.whenToUse")?.text.length ?? 0;
  const own = context.dialect.listedDescription ?? Infinity;
  if (text.length + whenToUse <= Math.min(own, ...CLIENTS.map((limit) => limit.characters))) return;
  const lengthFor = (limit: Limit): number => text.length + (limit.withWhenToUse ? whenToUse : 0);
  // What the dialect itself refuses has a finding of its own.
  const refused = context.violations.some(
    (violation) => violation.rule === "field-length" && violation.path.at(-1) === path.at(-1),
  );
  const [first, ...others] = listLimits(context.dialect)
    .filter((limit) => lengthFor(limit) > limit.characters)
    .filter((limit) => !(refused && limit.isRefusal));
  if (first === undefined) return;
  context.report({
    path,
    message: `The description has ${lengthFor(first)} characters, more than ${first.characters}: ${first.effect}.`,
    hint: [
      "Put what decides into the first sentences, and move the rest into the body.",
      ...others.map((limit) => `At ${limit.characters}, ${limit.effect}.`),
    ].join(" "),
  });
}

/** The dialect's own list first, then the others from the smallest limit up. */
function listLimits(dialect: Dialect): readonly Limit[] {
  const { listedDescription: characters, title } = dialect;
  if (characters === undefined) return CLIENTS;
  const own: Limit = {
    characters,
    effect: `the list of ${title} cuts it there`,
    withWhenToUse: true,
    isRefusal: false,
  };
  return [own, ...CLIENTS.filter((limit) => limit.characters !== characters)];
}

/** Where the body stands in for the description, some systems take only its beginning. */
function checkFallback({ dialect, reading, body, report }: RuleContext): void {
  const shown = dialect.describe(reading).description?.trim() ?? "";
  const opening = shown.split(" ").slice(0, 3).join(" ");
  const start = opening === "" ? -1 : body.text.indexOf(opening);
  if (start === -1) return;
  const rest = body.text.slice(start);
  const paragraph = rest.slice(0, rest.search(/(?:\r\n|\r|\n)[ \t]*(?:\r|\n)|$/)).trimEnd();
  const whole = paragraph.replace(/\s+/g, " ");
  if (!whole.startsWith(shown) || whole.length <= shown.length) return;
  report({
    span: { start: body.start + start, end: body.start + start + paragraph.length },
    message: `The first paragraph has ${whole.length} characters, more than ${shown.length}: the list of ${dialect.title} cuts it there.`,
    hint: "Without a description, this paragraph is shown instead. Write a `description`.",
  });
}
