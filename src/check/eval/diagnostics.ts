/** What can be wrong with evaluation files. */
import {
  type Diagnostic,
  findInData,
  lineStarts,
  type Path,
  rangeOf,
  type Severity,
  type Span,
} from "../../skill/index.ts";
import type { SuiteFile } from "./model.ts";

export type EvalCode =
  | "eval/syntax"
  | "eval/too-large"
  | "eval/unknown-format"
  | "eval/no-cases"
  | "eval/wrong-type"
  | "eval/no-prompt"
  | "eval/same-id"
  | "eval/no-skill"
  | "eval/nothing-expected"
  | "eval/contradiction"
  | "eval/missing-file"
  | "eval/missing-part";

/** Each code with its severity and what has to hold. */
export const evalCodes: { readonly [Code in EvalCode]: readonly [Severity, string] } = {
  "eval/syntax": ["error", "An evaluation file is JSON, YAML or a table of tests."],
  "eval/too-large": ["error", "An evaluation file is small enough to be read safely."],
  "eval/unknown-format": ["error", "An evaluation file has a shape that is known."],
  "eval/no-cases": ["warning", "An evaluation file has cases."],
  "eval/wrong-type": ["error", "The values of a case have the right type."],
  "eval/no-prompt": ["error", "Every case has a request."],
  "eval/same-id": ["error", "No two cases of a suite have the same id."],
  "eval/no-skill": ["warning", "A suite about triggering names its skill."],
  "eval/nothing-expected": ["warning", "Every case says what it expects."],
  "eval/contradiction": ["error", "No request has to load a skill and not to load it."],
  "eval/missing-file": ["warning", "The files that a case begins with are there."],
  "eval/missing-part": ["error", "The files that a suite is made of are there."],
};

export interface ProblemPlace {
  readonly file: SuiteFile;
  readonly path?: Path;
  readonly span?: Span;
}

/** A diagnostic with its line; looking for it costs a second parse, which only problems pay. */
export function problem(
  code: EvalCode,
  message: string,
  hint: string,
  { file, path, span }: ProblemPlace,
): Diagnostic {
  const found = span ?? (path === undefined ? undefined : findInData(file.text, path));
  return {
    code,
    severity: evalCodes[code][0],
    message,
    hint,
    file: file.path,
    ...(found === undefined ? {} : { range: rangeOf(findLineStarts(file.text), found) }),
    ...(path === undefined || path.length === 0 ? {} : { path }),
  };
}

/** Of the last text alone, as with its tree. */
let last: { readonly text: string; readonly starts: readonly number[] } | undefined;

function findLineStarts(text: string): readonly number[] {
  if (last?.text !== text) last = { text, starts: lineStarts(text) };
  return last.starts;
}
