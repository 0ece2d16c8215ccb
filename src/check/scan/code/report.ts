import type { CodeUnit, ScanContext } from "../context.ts";
import { analyseCode } from "./analyse.ts";
import type { CodeReport } from "./facts.ts";
import type { SyntaxLanguage, SyntaxReader } from "./syntax.ts";
import type { Unit } from "./unit.ts";

/** What all code of the skill does; pass it to `ask`, so that it is made once. */
export function codeReportOf(context: ScanContext): CodeReport {
  const units = context.units.flatMap((unit): readonly Unit[] => {
    const language = languageOf(unit);
    if (language === undefined || unit.text.length > context.limits.codeLength) return [];
    const { file, origin, text, original } = unit;
    if (origin !== "file" && language !== "bash" && !REACHES.test(text)) return [];
    return [{ file, origin, language, text, original }];
  });
  const report = analyseCode(units, context.ports.syntax ?? NO_READER);
  const tooLong = context.units.filter(({ text }) => text.length > context.limits.codeLength);
  if (tooLong.length === 0) return report;
  const problems = tooLong.map(({ file }) => ({ file, reason: "too-large" }) as const);
  return { ...report, problems: [...report.problems, ...problems] };
}

/** Samples in a text that read no variable or file, start nothing and reach nobody need not be followed. */
const REACHES =
  /environ|getenv|\benv\b|subprocess|\bos\.|child_process|exec|eval|Function|spawn|popen|system|socket|connect|url|http|request|fetch|axios|\bsend|open\(|read|write|b64|base64|atob|Buffer|fromChar|\bchr\b|marshal|pickle|__|getattr|globals|require\(|import\(|rmtree|unlink|curl|wget|\/bin\/|\biex\b|\birm\b|invoke-|new-object/i;

function languageOf({ language, file, origin }: CodeUnit): SyntaxLanguage | undefined {
  switch (language) {
    case "shell":
      return "bash";
    case "typescript":
      return origin === "file" && /\.tsx$/i.test(file) ? "tsx" : "typescript";
    case "python":
    case "javascript":
    case "powershell":
      return language;
    case "other":
      return undefined;
  }
}

const NO_READER: SyntaxReader = {
  load: () => Promise.resolve(),
  parse: () => ({ problem: "unavailable" }),
};
