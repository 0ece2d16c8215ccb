import type { FileLookup, FileResult, Linter, LintInput } from "../../check/index.ts";
import {
  createFileReader,
  errorCode,
  fileExists,
  type FoundFile,
  hashOf,
  joinPath,
  parentOf,
  reasonOf,
} from "../../platform/index.ts";
import { folderNameOf } from "../inputs.ts";

/** Files beside a SKILL.md; without a folder to look into, nothing is known of them. */
function lookInto(folder: string): FileLookup {
  return { has: (relativePath) => fileExists(joinPath(folder, relativePath)) };
}

/**
 * The folder in which names must differ: the nearest one called `skills`, as systems look for skills below
 * such folders. Elsewhere everything that is linted together is one collection.
 */
function rootOf(path: string): string {
  const parts = path.split("/");
  const at = parts.slice(0, -2).lastIndexOf("skills");
  return at === -1 ? "" : parts.slice(0, at + 1).join("/");
}

export function inputOf(file: FoundFile, text: string | Uint8Array): LintInput {
  const directory = folderNameOf(file);
  return {
    path: file.shown,
    text,
    ...(directory === undefined ? {} : { directory }),
    // Text without a place has no neighbours to look for.
    ...(file.path === "" ? {} : { files: lookInto(parentOf(file.path)) }),
    root: rootOf(file.shown),
  };
}

export interface Linted {
  readonly result: FileResult;
  /** Of the bytes that were linted, where a cache asks for it. */
  readonly hash?: string;
}

export type FileLinter = (file: FoundFile) => Linted;

/** Lints files of the disk one after the other; one that cannot be read is a finding like any other. */
export function createFileLinter(linter: Linter, isHashed: boolean): FileLinter {
  const read = createFileReader();
  return (file) => {
    try {
      const { text, bytes, isText } = read(file.path);
      const result = linter.lintFile(inputOf(file, isText ? text : bytes));
      return isHashed ? { result, hash: hashOf(bytes) } : { result };
    } catch (error) {
      if (errorCode(error) === "") throw error;
      return { result: unreadable(file, error) };
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
    facts: { path, root: rootOf(path), dialect: "", dependsOn: [] },
    ranges: [],
    suppressions: [],
    probes: {},
  };
}
