import {
  createFileReader,
  errorCode,
  failure,
  type FoundFile,
  readInput,
  reasonOf,
  withoutControls,
} from "../../platform/index.ts";
import {
  type Decoded,
  decodeText,
  type Dialect,
  readAs,
  readDocument,
  type Severity,
  type Violation,
  violationsOf,
} from "../../skill/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { dialectOption, openSpecification } from "../dialect-option.ts";
import { folderNameOf, inputFile, resolveInputs } from "../inputs.ts";
import { count, paintSeverity } from "../render.ts";

interface Verdict {
  readonly path: string;
  readonly valid: boolean;
  /** Names of the fields with errors, sorted. */
  readonly fields: readonly string[];
  readonly problems: readonly ValidationProblem[];
}

interface ValidationProblem {
  readonly field: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
}

/** Gives the verdict of one dialect on every skill. */
export function run(context: Context): number {
  const dialect = dialectOption(context) ?? openSpecification();
  const isInput = context.arguments.includes("-");
  context.beginSweep();
  const { files, skipped } = isInput
    ? { files: [], skipped: [] }
    : resolveInputs(context.arguments);
  const verdicts = isInput
    ? [validateInput(context, dialect)]
    : files.map(createValidator(dialect));
  const invalid = verdicts.filter((verdict) => !verdict.valid).length;
  const valid = verdicts.length - invalid;
  if (context.options.flag("json")) {
    const lines = verdicts.map((verdict) => JSON.stringify(verdict)).join(",\n");
    const head = `{"dialect":${JSON.stringify(dialect.id)},"valid":${valid},"invalid":${invalid}`;
    context.out(`${head},"skipped":${JSON.stringify(skipped)},"skills":[\n${lines}\n]}\n`);
  } else {
    for (const verdict of verdicts) context.out(`${describe(verdict, context)}\n`);
    const tail = `${valid} valid, ${invalid} invalid as ${dialect.title} (${dialect.id})`;
    context.out(`${context.paint("bold", tail)}\n`);
  }
  const failures = skipped.filter((item) => item.isFailure);
  for (const { path, reason } of failures) context.err(`Not looked into: ${path}: ${reason}.\n`);
  if (verdicts.length === 0) context.err("No skill was found: no SKILL.md lies below the paths.\n");
  return invalid + failures.length > 0 ? FINDINGS : FINE;
}

function validateInput(context: Context, dialect: Dialect): Verdict {
  if (context.arguments.length > 1)
    throw failure(
      "cli/usage",
      "Unexpected further paths beside `-`, expected standard input alone.",
    );
  const file = inputFile(context.options.text("stdin-path"));
  return validate(file, decodeText(readInput()), dialect);
}

function createValidator(dialect: Dialect): (file: FoundFile) => Verdict {
  const read = createFileReader();
  return (file) => {
    try {
      const { text, bytes, isText } = read(file.path);
      return validate(file, isText ? { text, problems: [] } : decodeText(bytes), dialect);
    } catch (error) {
      if (errorCode(error) === "") throw error;
      const message = `Unexpected failure to read the file, expected its text: ${reasonOf(error)}.`;
      const problem: ValidationProblem = { field: "file", severity: "error", message };
      return { path: file.shown, valid: false, fields: ["file"], problems: [problem] };
    }
  };
}

function validate(
  file: FoundFile,
  { text, problems: decoding }: Decoded,
  dialect: Dialect,
): Verdict {
  const document = readDocument(text, decoding);
  const directory = folderNameOf(file);
  const reading = readAs(dialect, document, {
    path: file.shown,
    ...(directory === undefined ? {} : { directory }),
  });
  const problems = violationsOf(reading).map(toProblem);
  const errors = problems.filter((problem) => problem.severity === "error");
  const fields = [...new Set(errors.map((problem) => problem.field))].sort();
  return { path: file.shown, valid: errors.length === 0, fields, problems };
}

function toProblem(violation: Violation): ValidationProblem {
  const { path, field, severity, message, hint } = violation;
  return {
    field: field ?? path.join("."),
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
  };
}

function describe(verdict: Verdict, { paint }: Context): string {
  const word = verdict.valid ? paint("green", "valid") : paint("red", "invalid");
  const lines = verdict.problems.map(
    ({ field, severity, message }) =>
      `  ${paintSeverity(paint, severity)} ${paint("bold", field)}: ${withoutControls(message)}`,
  );
  const noted = verdict.problems.length > 0 ? `, ${count(verdict.problems.length, "problem")}` : "";
  return [`${word} ${withoutControls(verdict.path)}${noted}`, ...lines].join("\n");
}
