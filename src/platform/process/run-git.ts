import type { Environment } from "../terminal.ts";
import { type ProgramEnd, runProgram } from "./run-program.ts";

export interface GitRun {
  /** Where git looks for a repository. */
  readonly folder: string;
  readonly environment: Environment;
  readonly timeoutMs: number;
  /** Hears what git prints, on either of its outputs. */
  readonly onOutput: (text: string) => void;
  /** How other repositories may be reached, such as `https:ssh`. Default: not at all. */
  readonly protocols?: string;
  /** Further settings, such as `core.autocrlf=false`. */
  readonly settings?: readonly string[];
}

/** Over the settings of the repository, which are a stranger's. */
const SAFE: readonly string[] = [
  // A folder among the files of a repository can look like a repository with settings of its own.
  "safe.bareRepository=explicit",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "submodule.recurse=false",
];

/**
 * Runs git so that no program starts that a repository names: no hook, no monitor of files, and no transport, by which
 * git otherwise fetches objects that a partial clone lacks, with a command out of its settings. Git is started here alone.
 */
export function runGit(words: readonly string[], run: GitRun): Promise<ProgramEnd> {
  const { folder, environment, timeoutMs, onOutput, protocols = "none", settings = [] } = run;
  const given = [...SAFE, ...settings].flatMap((setting) => ["-c", setting]);
  return runProgram("git", ["-C", folder, ...given, ...words], {
    environment: {
      ...environment,
      GIT_TERMINAL_PROMPT: "0",
      GIT_ALLOW_PROTOCOL: protocols,
      GIT_NO_LAZY_FETCH: "1",
      // Its words become part of messages.
      LC_ALL: "C",
    },
    timeoutMs,
    onOutput,
  });
}
