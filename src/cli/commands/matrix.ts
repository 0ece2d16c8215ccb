import {
  type CellVerdict,
  type Matrix,
  matrix,
  matrixHtml,
  type MatrixInput,
  matrixSystems,
  matrixText,
} from "../../check/matrix/index.ts";
import {
  errorCode,
  failure,
  type FoundFile,
  readBytes,
  readInput,
  reasonOf,
  withoutControls,
  writeFileAtomically,
} from "../../platform/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { dialectIds } from "../dialect-option.ts";
import { inputFile, resolveInputs } from "../inputs.ts";
import { suggest } from "../suggest.ts";

/** Shows on which systems skills work, and why not on the others. */
export function run(context: Context): number {
  const { options } = context;
  const { inputs, failures } = readInputs(context);
  const made = matrix(inputs, systemsOf(options.text("systems")));
  const text = options.flag("json")
    ? `${JSON.stringify(made, undefined, 2)}\n`
    : options.flag("html")
      ? matrixHtml(made)
      : matrixText(harmless(made), { paint: painter(context) });
  const output = options.text("output");
  if (output === undefined) context.out(text);
  else writeOutput(output, text);
  for (const { path, reason } of failures) context.err(`Not looked into: ${path}: ${reason}.\n`);
  if (inputs.length === 0) context.err("No skill was found: no SKILL.md lies below the paths.\n");
  return failures.length > 0 ? FINDINGS : FINE;
}

const STYLES = { works: "green", partial: "yellow", refused: "red" } as const;

function painter({ paint }: Context): (text: string, verdict: CellVerdict) => string {
  return (text, verdict) => paint(STYLES[verdict], text);
}

/** Names and messages hold text of strangers, which must not reach the terminal as it is. */
function harmless(made: Matrix): Matrix {
  const rows = made.rows.map((row) => ({
    ...row,
    name: withoutControls(row.name),
    path: withoutControls(row.path),
    cells: row.cells.map((cell) => ({
      ...cell,
      reasons: cell.reasons.map((reason) => ({
        ...reason,
        message: withoutControls(reason.message),
      })),
    })),
  }));
  return { ...made, rows };
}

interface Failure {
  readonly path: string;
  readonly reason: string;
}

function readInputs(context: Context): {
  readonly inputs: readonly MatrixInput[];
  readonly failures: readonly Failure[];
} {
  if (context.arguments.includes("-")) {
    const { shown: path } = inputFile(context.options.text("stdin-path"));
    return { inputs: [{ path, text: readInput() }], failures: [] };
  }
  const { files, skipped } = resolveInputs(context.arguments);
  const failures: Failure[] = skipped.filter((item) => item.isFailure);
  const inputs = files.flatMap((file) => readOne(file, failures));
  return { inputs, failures };
}

function readOne(file: FoundFile, failures: Failure[]): readonly MatrixInput[] {
  try {
    return [{ path: file.shown, text: readBytes(file.path) }];
  } catch (error) {
    if (errorCode(error) === "") throw error;
    failures.push({ path: file.shown, reason: reasonOf(error) });
    return [];
  }
}

/** The systems of a list with commas; undefined: all of them. */
function systemsOf(words: string | undefined): readonly string[] | undefined {
  if (words === undefined) return undefined;
  const known = [...new Set([...matrixSystems().map(({ id }) => id), ...dialectIds()])];
  const ids = words.split(",").map((word) => word.trim());
  const wrong = ids.find((id) => !known.includes(id));
  if (wrong === undefined) return ids;
  const near = suggest(wrong, known);
  throw failure("cli/usage", `Unexpected system \`${wrong}\`, expected a known one.`, {
    hint:
      near === undefined ? `Known systems are ${known.join(", ")}.` : `Did you mean \`${near}\`?`,
  });
}

function writeOutput(path: string, text: string): void {
  try {
    writeFileAtomically(path, text);
  } catch (error) {
    throw failure("cli/unwritable", `The file cannot be written: ${reasonOf(error)}.`, {
      file: path,
      cause: error,
    });
  }
}
