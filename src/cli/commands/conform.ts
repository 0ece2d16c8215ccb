import { readText, reasonOf, failure } from "../../platform/index.ts";
import { isObject, type JsonObject } from "../../skill/index.ts";
import { type CaseResult, runCase } from "../conform/run.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";

/** Runs every case of the files; a case that is not supported counts as failed. */
export function run(context: Context): number {
  const isJson = context.options.flag("json");
  let passed = 0;
  let failed = 0;
  const unsupported: CaseResult[] = [];
  for (const file of context.arguments)
    for (const line of readCases(file)) {
      const result = runCase(line);
      const isOk = result.outcome === "passed";
      if (isOk) passed++;
      else failed++;
      if (isJson) context.out(`${jsonLine(result)}\n`);
      else if (result.outcome === "unsupported") unsupported.push(result);
      else if (!isOk) context.out(`${describe(result, context)}\n`);
    }
  if (!isJson) {
    for (const result of unsupported)
      context.out(
        `${context.paint("yellow", "unsupported")} ${result.id}: \`${result.operation}\` of \`${result.dialect}\`\n`,
      );
    context.out(`${passed} passed, ${failed} failed\n`);
  }
  return failed === 0 ? FINE : FINDINGS;
}

function jsonLine(result: CaseResult): string {
  return JSON.stringify({
    id: result.id,
    ok: result.outcome === "passed",
    actual: result.actual,
  });
}

function describe(result: CaseResult, context: Context): string {
  const { id, clause, operation, dialect, expected, actual } = result;
  const head = `${context.paint("red", "differs")} ${id} (${clause}, \`${operation}\` of \`${dialect}\`)`;
  return `${head}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}

function readCases(file: string): readonly JsonObject[] {
  const lines = readLines(file);
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parseLine(line);
    if (isObject(value)) return [value];
    throw failure("cli/invalid-case", `Line ${index + 1} is not a JSON object.`, {
      file,
    });
  });
}

function readLines(file: string): readonly string[] {
  try {
    return readText(file).split("\n");
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file,
      hint: "Name a file with one JSON case a line.",
      cause: error,
    });
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
