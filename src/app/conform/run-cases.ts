import { failure, readText, reasonOf } from "../../platform/index.ts";
import { isObject, type JsonObject, parseJson } from "../../skill/index.ts";
import { type CaseResult, runCase } from "./run-case.ts";

/** Runs every case of the files; a case that is not supported counts as failed. */
export function runCases(files: readonly string[]): readonly CaseResult[] {
  return files.flatMap((file) => readCases(file).map(runCase));
}

function readCases(file: string): readonly JsonObject[] {
  return readLines(file).flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parseJson(line);
    if (isObject(value)) return [value];
    throw failure("cli/invalid-case", `Line ${index + 1} is not a JSON object.`, { file });
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
