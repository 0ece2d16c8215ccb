import { type ChildProcessByStdio, spawn } from "node:child_process";
import { parse } from "node:path";
import type { Readable } from "node:stream";
import { guardListener } from "../guard-listener.ts";
import type { Environment } from "../terminal.ts";

/** How git reaches others, where its programs are, and which settings of the user it reads. */
const KEPT =
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|SSL_.*|HTTP_.*|PROXY_.*|ASKPASS|TERMINAL_PROMPT|ALLOW_PROTOCOL|NO_LAZY_FETCH|LFS_.*|EXEC_PATH|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/iu;

/**
 * The environment without what ties git to one repository. Hooks are run with the folder and the index of the
 * repository they belong to in such variables, and they win over the folder in which git is started.
 */
function withoutRepository(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^GIT_/iu.test(name) || KEPT.test(name)),
  );
}

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
 * git as well, and a repository around this process is never theirs. It starts in the root folder: many programs read
 * settings of the folder in which they start, and some of those run code.
 */
export function runProgram(
  path: string,
  parameters: readonly string[],
  options: RunOptions,
): Promise<ProgramEnd> {
  const { environment, timeoutMs, onOutput } = options;
  return new Promise((settle) => {
    const env = withoutRepository(environment);
    let child: ChildProcessByStdio<null, Readable, Readable>;
    try {
      requireWords([path, ...parameters, ...Object.entries(env).flat()]);
      const cwd = parse(process.cwd()).root;
      child = spawn(path, parameters, {
        env,
        cwd,
        shell: false,
        stdio: ["ignore", "pipe", "pipe"],
      });
    } catch (error) {
      settle({
        kind: "not-started",
        cause: error instanceof Error ? error : new Error(String(error)),
      });
      return;
    }
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
    const take = guardListener(onOutput, () => child.kill("SIGKILL"));
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.once("error", (cause) => end({ kind: "not-started", cause }));
    child.once("close", (code, signal) => {
      if (isLate) end({ kind: "timed-out" });
      else if (code === null) end({ kind: "killed", signal: signal ?? "" });
      else end({ kind: "ended", code });
    });
  });
}

/** A system ends a word at a NUL, so that a program would be told something else than was meant. */
function requireWords(words: readonly (string | undefined)[]): void {
  if (words.some((word) => word?.includes("\0") === true))
    throw new Error("an argument or a variable for it contains a NUL character");
}
