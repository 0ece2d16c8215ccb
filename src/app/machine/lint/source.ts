import { type FileResult, type Linter, packResult } from "../../../check/index.ts";
import {
  createFileReader,
  errorCode,
  type FoundFile,
  hashOf,
  reasonOf,
} from "../../../platform/index.ts";
import { findRoot, toLintInput } from "../../check/lint-input.ts";
import { toSkillSource } from "../skill-source.ts";

export interface LintedFile {
  /** Packed. */
  readonly result: FileResult;
  /** Of the bytes that were linted, where a cache asks for it and linting did not fail. */
  readonly hash?: string;
}

export type FileLinter = (file: FoundFile) => LintedFile;

/** Lints files of the disk one after the other; one that cannot be read is a finding like any other. */
export function createFileLinter(linter: Linter, isHashed: boolean): FileLinter {
  const read = createFileReader();
  return (file) => {
    try {
      const { text, bytes, isText } = read(file.path);
      const result = linter.lintFile(toLintInput(toSkillSource(file, isText ? text : bytes)));
      const isSound = !result.diagnostics.some(({ cause }) => cause !== undefined);
      const packed = packResult(result);
      return isHashed && isSound ? { result: packed, hash: hashOf(bytes) } : { result: packed };
    } catch (error) {
      if (errorCode(error) === "") throw error;
      return { result: packResult(unreadable(file, error)) };
    }
  };
}

function unreadable(file: FoundFile, error: unknown): FileResult {
  const path = file.shown;
  const start = { line: 1, column: 1, offset: 0 };
  return {
    path,
    dialect: "",
    dialectReason: "it could not be read",
    diagnostics: [
      {
        code: "read/unreadable",
        severity: "error",
        message: `The file cannot be read: ${reasonOf(error)}.`,
        hint:
          errorCode(error) === "EISDIR"
            ? "Give the folder another name, and put the text of the skill into a file of this name."
            : "Correct the link or the rights of the file, or leave it out with `ignore`.",
        file: path,
        range: { start, end: start },
      },
    ],
    facts: { path, root: findRoot(path), dialect: "", dependsOn: [] },
    ranges: [],
    suppressions: [],
    probes: {},
  };
}
