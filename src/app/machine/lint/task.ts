import { createLinter, decodeResult, encodeResult, type Linter } from "../../../check/index.ts";
import type { Task } from "../threads/task.ts";
import type { LintSettings } from "../../check/lint-run.ts";
import { createFileLinter, type LintedFile } from "./source.ts";

/** What linting a file depends on beside the file; plain data, so that threads can be given it. */
export interface LintTaskOptions {
  readonly settings: LintSettings;
  /** Whether a cache asks for the hashes of the files. */
  readonly isHashed: boolean;
}

/** The options as another thread handed them over. */
export function readTaskOptions(value: unknown): LintTaskOptions {
  // Only `lintTree` starts such threads.
  return value as LintTaskOptions;
}

export function createLintTask(
  { settings, isHashed }: LintTaskOptions,
  linter: Linter = createLinter(settings),
): Task<LintedFile> {
  return {
    work: createFileLinter(linter, isHashed),
    pack: ({ hash = "", result }) => `${hash}\n${encodeResult(result)}`,
    unpack: (text) => {
      const end = text.indexOf("\n");
      const result = decodeResult(text.slice(end + 1));
      return end === 0 ? { result } : { result, hash: text.slice(0, end) };
    },
  };
}
