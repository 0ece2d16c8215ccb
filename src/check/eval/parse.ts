/** The value of an evaluation file, bounded: files may come from strangers. */
import {
  type Diagnostic,
  isList,
  isObject,
  type Json,
  type Outcome,
  parseYaml,
} from "../../skill/index.ts";
import { parseCsv } from "./csv.ts";
import { problem } from "./diagnostics.ts";
import type { SuiteFile } from "./model.ts";

const MOST_CHARACTERS = 4_000_000;
/** Values in all; anchors of YAML can stand for far more than they take in the file. */
const MOST_VALUES = 500_000;

export function parseFile(file: SuiteFile): Outcome<Json> {
  if (file.text.length > MOST_CHARACTERS)
    return refused(
      problem(
        "eval/too-large",
        `The file has ${file.text.length} characters; at most ${MOST_CHARACTERS} are read.`,
        "Split the suite into several files.",
        { file },
      ),
    );
  const outcome = /\.csv$/iu.test(file.path)
    ? parseTable(file)
    : isJson(file)
      ? parseJson(file)
      : parseYamlFile(file);
  if (outcome.value === undefined || countValues(outcome.value) <= MOST_VALUES) return outcome;
  return refused(
    problem(
      "eval/too-large",
      `The file stands for more than ${MOST_VALUES} values.`,
      "Take out anchors that stand for much, or split the suite.",
      { file },
    ),
  );
}

function isJson({ path, text }: SuiteFile): boolean {
  return /\.json$/iu.test(path) || (!/\.ya?ml$/iu.test(path) && /^\s*[[{]/u.test(text));
}

function refused(diagnostic: Diagnostic): Outcome<Json> {
  return { diagnostics: [diagnostic] };
}

function parseJson(file: SuiteFile): Outcome<Json> {
  const text = file.text.replace(/^\u{feff}/u, "");
  try {
    return { value: JSON.parse(text) as Json, diagnostics: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    const at = Number(/position (\d+)/u.exec(reason)?.[1] ?? text.length);
    const [what = "unreadable"] = reason.split(/ in JSON| \(line/u);
    return refused(
      problem(
        "eval/syntax",
        `The file is not JSON: ${what}.`,
        "Fix the file at this place; commas after the last item and comments are not JSON.",
        { file, span: { start: at, end: at } },
      ),
    );
  }
}

function parseTable(file: SuiteFile): Outcome<Json> {
  const rows = parseCsv(file.text);
  if (rows !== undefined) return { value: rows, diagnostics: [] };
  return refused(
    problem(
      "eval/syntax",
      "The file is not CSV: a quote stands inside a cell, or is never closed.",
      'Put the whole cell in quotes, and write `""` for a quote inside.',
      { file },
    ),
  );
}

function parseYamlFile(file: SuiteFile): Outcome<Json> {
  const parsed = parseYaml(file.text);
  if (parsed.ok) return { value: parsed.value ?? null, diagnostics: [] };
  const { reason, offset } = parsed.failure;
  return refused(
    problem("eval/syntax", `The file is not YAML: ${reason}.`, "Fix the file at this place.", {
      file,
      span: { start: offset, end: offset },
    }),
  );
}

function countValues(root: Json): number {
  let count = 0;
  const waiting: Json[] = [root];
  while (waiting.length > 0 && count <= MOST_VALUES) {
    const value = waiting.pop();
    count += 1;
    if (isList(value)) for (const one of value) waiting.push(one);
    else if (isObject(value)) for (const one of Object.values(value)) waiting.push(one);
  }
  return count;
}
