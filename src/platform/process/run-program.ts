import { spawn } from "node:child_process";
import type { Environment } from "../terminal.ts";
import { withoutRepository } from "./git-variables.ts";

export interface RunOptions {
  readonly environment: Environment;
  readonly timeoutMs: number;
  /** Hears what the program prints, on either of its outputs. */
  readonly onOutput: (text: string) => void;
}

/** How a program came to its end. */
export type ProgramEnd =
  | { readonly kind: "ended"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "not-started"; readonly cause: Error };

const PATIENCE_MS = 5000;

/**
 * Runs a program with its arguments as they are: no shell reads them, and nothing is asked of a person. Installers run
 * git as well, and a repository around this process is never theirs.
 */
export function runProgram(
  path: string,
  parameters: readonly string[],
  options: RunOptions,
): Promise<ProgramEnd> {
  const { environment, timeoutMs, onOutput } = options;
  return new Promise((settle) => {
    const child = spawn(path, parameters, {
      env: withoutRepository(environment),
      shell: false,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let isLate = false;
    let killer: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGTERM");
      killer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    }, timeoutMs);
    const end = (result: ProgramEnd): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      settle(result);
    };
    child.stdout.setEncoding("utf8").on("data", onOutput);
    child.stderr.setEncoding("utf8").on("data", onOutput);
    child.once("error", (cause) => end({ kind: "not-started", cause }));
    child.once("close", (code, signal) => {
      if (isLate) end({ kind: "timed-out" });
      else if (code === null) end({ kind: "killed", signal: signal ?? "" });
      else end({ kind: "ended", code });
    });
  });
}
