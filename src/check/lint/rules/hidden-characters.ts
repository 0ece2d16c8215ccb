import { type Fix, isList, isObject, type Json, type Path } from "../../../skill/index.ts";
import {
  findHidden,
  type HiddenKind,
  type HiddenRun,
  hiddenSeverity,
  nameHidden,
} from "../hidden.ts";
import type { FileRule, RuleContext } from "../rule.ts";

const HINTS: { readonly [Kind in HiddenKind]: string } = {
  direction: "It makes text look different from what an agent reads. Remove it.",
  tag: "Such characters spell text that only an agent reads. Remove them.",
  selector: "Such characters can carry text that only an agent reads. Remove them.",
  "zero-width":
    "It splits words without a trace, so that searches and filters miss them. Remove it.",
  control: "It has no meaning in a text. Remove it.",
  typography: "Commands and names that hold one do not work when copied. Write a plain character.",
};

export const hiddenCharacters: FileRule = {
  code: "lint/hidden-characters",
  title: "Texts hold only characters that a reader sees.",
  severity: "warning",
  fixable: "unsafe",
  scope: "file",
  check(context) {
    const runs = findHidden(context.document.text);
    for (const run of runs) if (run.kind !== "typography") reportRun(context, run);
    reportTypography(
      context,
      runs.filter((run) => run.kind === "typography"),
    );
    reportEscaped(context);
  },
};

function reportRun({ report }: RuleContext, run: HiddenRun): void {
  const { start, end, kind, codePoints } = run;
  const isSafe = kind === "zero-width";
  report({
    span: { start, end },
    severity: hiddenSeverity[kind],
    message: messageFor(codePoints),
    hint: HINTS[kind],
    fix: {
      title: "Remove the hidden characters",
      safety: isSafe ? "safe" : "unsafe",
      edits: [{ start, end, text: "" }],
    },
  });
}

function messageFor(codePoints: readonly number[]): string {
  const count = codePoints.length > 1 ? ` ${codePoints.length} characters in a row:` : "";
  return `The text contains${count} ${nameHidden(codePoints)}, which a reader cannot see.`;
}

/** Blanks and hyphens of typography come in great numbers and do no harm: one finding for all. */
function reportTypography({ report }: RuleContext, runs: readonly HiddenRun[]): void {
  const [first, ...others] = runs;
  if (first === undefined) return;
  const codePoints = runs.flatMap((run) => run.codePoints);
  // Controls above U+007F are what is left of UTF-8 that was decoded twice; removing mends nothing.
  const isGarbled = codePoints.some((codePoint) => codePoint >= 0x80 && codePoint <= 0x9f);
  const more = others.length === 0 ? "" : ` in ${runs.length} places`;
  report({
    span: { start: first.start, end: first.end },
    severity: hiddenSeverity.typography,
    message: `The text contains ${nameHidden(codePoints)}${more} instead of plain characters.`,
    hint: isGarbled
      ? "This is what UTF-8 looks like when it is decoded as another encoding. Restore the original text."
      : HINTS.typography,
    ...(isGarbled ? {} : { fix: plainFix(runs) }),
  });
}

function plainFix(runs: readonly HiddenRun[]): Fix {
  const edits = runs.map(({ start, end, codePoints }) => ({
    start,
    end,
    text: codePoints.map((codePoint) => (codePoint === 0xad ? "" : " ")).join(""),
  }));
  return { title: "Write plain blanks", safety: "unsafe", edits };
}

/** `"\u202E"` in double quotes is as hidden from a reader of the list as the character itself. */
function reportEscaped({ document, report }: RuleContext): void {
  const { fence, text, frontmatter } = document;
  if (fence === undefined || !text.slice(fence.inner.start, fence.inner.end).includes("\\")) return;
  for (const { path, value } of strings(frontmatter, [])) {
    const run = findHidden(value).find(
      (found) => found.kind !== "typography" && found.kind !== "control",
    );
    if (run === undefined || text.includes(value.slice(run.start, run.end))) continue;
    report({
      path,
      severity: hiddenSeverity[run.kind],
      message: messageFor(run.codePoints),
      hint: HINTS[run.kind],
    });
  }
}

function* strings(value: Json, path: Path): Generator<{ path: Path; value: string }> {
  if (typeof value === "string") yield { path, value };
  else if (isList(value))
    for (const [index, item] of value.entries()) yield* strings(item, [...path, index]);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) yield* strings(item, [...path, key]);
}
