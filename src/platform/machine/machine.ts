import { accessSync, constants, statSync } from "node:fs";
import { hostname } from "node:os";
import { isAbsolute } from "node:path";
import { ownVariables } from "../process/environment.ts";
import type { Environment } from "../terminal.ts";

/** What can be asked of a machine; a fake one can be of any system. */
export interface Machine {
  /** As Node names it: `darwin`, `linux`, `win32`. */
  readonly platform: string;
  readonly name: string;
  readonly environment: () => Environment;
  /** True for a regular file that may be executed; where the system has no such right, for any file. */
  readonly isProgram: (path: string) => boolean;
  /** The PATH that the login shell sets up; undefined where there is none to be had. */
  readonly loginPath: (timeoutMs: number) => Promise<string | undefined>;
}

export function thisMachine(): Machine {
  // What a run has lent to this process is a secret of that run, and no property of the machine.
  const own = ownVariables();
  return {
    platform: process.platform,
    name: hostname(),
    environment: () => own,
    isProgram,
    loginPath: (timeoutMs) => readLoginPath(own, process.platform, timeoutMs),
  };
}

function isProgram(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    if (process.platform !== "win32") accessSync(path, constants.X_OK);
    return true;
  } catch {
    // A folder of PATH that is not there, or may not be read, holds no program for us.
    return false;
  }
}

const FALLBACK_SHELL = "/bin/sh";
const MOST_OUTPUT = 4 * 1024 * 1024;

/** Programs started by a service often see a shorter PATH than the same user in a terminal. */
export async function readLoginPath(
  environment: Environment,
  platform: string,
  timeoutMs: number,
): Promise<string | undefined> {
  if (platform === "win32") return undefined;
  const own = environment["SHELL"];
  const shell = own !== undefined && isAbsolute(own) && isProgram(own) ? own : FALLBACK_SHELL;
  const output = await run(shell, ["-lc", "env"], environment, timeoutMs);
  return output === undefined ? undefined : findPath(output);
}

/** What start-up files print comes before what `env` prints, so the last line wins. */
export function findPath(output: string): string | undefined {
  const line = output.split(/\r?\n/).findLast((item) => item.startsWith("PATH="));
  const path = line?.slice("PATH=".length);
  return path === "" ? undefined : path;
}

function run(
  command: string,
  parameters: readonly string[],
  environment: Environment,
  timeoutMs: number,
): Promise<string | undefined> {
  const options = {
    env: environment,
    // Shells and managers of versions read settings of the folder in which they start.
    cwd: "/",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: MOST_OUTPUT,
    encoding: "utf8",
  } as const;
  // Loading this module takes as long as gating thousands of skills, and most runs do without it.
  const { execFile } = process.getBuiltinModule("node:child_process");
  return new Promise((settle) => {
    const child = execFile(command, parameters, options, (error, output) => {
      settle(error === null ? output : undefined);
    });
    // A start-up file that asks a question gets no answer, instead of waiting for one.
    child.stdin?.end();
  });
}
