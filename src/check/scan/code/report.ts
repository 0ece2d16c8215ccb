import type { CodeUnit, ScanContext } from "../context.ts";
import { analyseCode } from "./analyse.ts";
import type { CodeReport } from "./facts.ts";
import { TextBuilder } from "../views/offsets.ts";
import { withoutPadding } from "./padding.ts";
import type { GrammarLanguage, SyntaxReader } from "./syntax.ts";
import type { Unit } from "./unit.ts";
import { oneOf } from "../text/one-of.ts";

/** What all code of the skill does; pass it to `ask`, so that it is made once. */
export function codeReportOf(context: ScanContext): CodeReport {
  const { codeLength } = context.limits;
  const read = context.units.flatMap((unit): readonly Unit[] => {
    const language = languageOf(unit);
    if (language === undefined) return [];
    const { file, origin, text, original } = unit;
    if (origin !== "file" && language !== "bash" && !REACHES.test(text)) return [];
    return [withoutPadding({ file, origin, language, text, original })];
  });
  const units = read.map((unit) => partOf(unit, codeLength));
  const report = analyseCode(units, context.ports.syntax ?? NO_READER);
  const tooLong = read.filter(({ text }) => text.length > codeLength);
  if (tooLong.length === 0) return report;
  const problems = tooLong.map(({ file }) => ({ file, reason: "too-large" }) as const);
  return { ...report, problems: [...report.problems, ...problems] };
}

/** Files with code that was not followed to its end; those for which no parser is there do not count. */
export function unreadCode(context: ScanContext): readonly string[] {
  const { problems } = context.ask(codeReportOf);
  const isDown = problems.some(({ reason }) => reason === "too-deep");
  return problems
    .filter(({ reason }) => reason !== "unavailable" || isDown)
    .map(({ file }) => file);
}

/** So many times less than the limit is read at each end: long code was made to be long, and takes its time. */
const PART = 5;
/** Characters around a line that reaches something. */
const AROUND = 300;

/** Of code that is too long its first and its last lines, and those that reach something: padding hides none of them. */
function partOf(unit: Unit, most: number): Unit {
  const { text, original } = unit;
  if (text.length <= most) return unit;
  const length = Math.floor(most / PART);
  const headEnd = text.lastIndexOf("\n", length) + 1 || length;
  const tailStart = text.indexOf("\n", text.length - length) + 1 || text.length - length;
  const builder = new TextBuilder(text);
  builder.copy(0, headEnd);
  let copied = headEnd;
  let room = most - 2 * length;
  for (const { index } of text.matchAll(TAKES_OR_GIVES)) {
    if (index < copied) continue;
    if (index >= tailStart || room <= 0) break;
    const start = Math.max(copied, text.lastIndexOf("\n", index - AROUND) + 1);
    const line = text.indexOf("\n", index + AROUND);
    const end = Math.min(line === -1 ? tailStart : line + 1, tailStart, start + 4 * AROUND);
    builder.copy(start, end);
    room -= end - start;
    copied = end;
  }
  builder.copy(tailStart, text.length);
  const way = builder.original;
  return { ...unit, text: builder.text, original: (span) => original(way(span)) };
}

/** What brings something in, gives it away or runs it. */
const TAKES_OR_GIVES = oneOf(
  [
    /environ\b|getenv|process\.env|subprocess|child_process|\bexec\w{0,4}\(|\beval\(|spawn|popen|os\.system|socket|urlopen|https?:\/\/|requests?\.|fetch\(|axios|b64decode/i,
    /atob\(|\bcurl\b|\bwget\b|\biex\b|invoke-/i,
  ],
  "gi",
);

/** Samples in a text that read no variable or file, start nothing and reach nobody need not be followed. */
const REACHES = oneOf([
  /environ|getenv|\benv\b|subprocess|\bos\.|child_process|exec|eval|Function|spawn|popen|system|socket|connect|url|http|request|fetch|axios|\bsend|open\(|read|write|b64/i,
  /base64|atob|Buffer|fromChar|\bchr\b|marshal|pickle|__|getattr|globals|require\(|import\(|rmtree|unlink|curl|wget|\/bin\/|\biex\b|\birm\b|invoke-|new-object/i,
]);

function languageOf({ language, file, origin }: CodeUnit): GrammarLanguage | undefined {
  switch (language) {
    case "shell":
      return "bash";
    case "typescript":
      return origin === "file" && /\.tsx$/i.test(file) ? "tsx" : "typescript";
    case "python":
    case "javascript":
    case "powershell":
    case "ruby":
    case "php":
    case "go":
      return language;
    case "other":
      return undefined;
  }
}

const NO_READER: SyntaxReader = {
  load: () => Promise.resolve(),
  parse: () => ({ problem: "unavailable" }),
};
