/**
 * Runs programs to their end from a small process beside the tests. Whoever starts a process has the tables of its own
 * memory copied for it: 150 to 300 ms for the process of the tests, which grows to gigabytes, and 3 ms for a small one.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Request {
  readonly command: string;
  readonly words: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeout?: number;
  /** Base64. */
  readonly input: string;
}

export interface Answer {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not start, or was stopped. */
  readonly error?: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** Milliseconds. */
  readonly timeout?: number;
}

interface Pipes {
  readonly requests: number;
  readonly answers: number;
}

let pipes: Pipes | undefined;

export function runToEnd(
  command: string,
  words: readonly string[],
  { env = process.env, input = "", ...options }: RunOptions = {},
): Omit<Answer, "error"> {
  pipes ??= open();
  const request: Request = {
    ...options,
    command,
    words,
    env,
    input: Buffer.from(input).toString("base64"),
  };
  const bytes = Buffer.from(`${JSON.stringify(request)}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(pipes.requests, bytes, at);
  const { error, ...answer } = JSON.parse(readLine(pipes.answers)) as Answer;
  if (error !== undefined) throw new Error(error);
  return answer;
}

/** What a program that must not fail prints. */
export function outputOf(
  command: string,
  words: readonly string[],
  options: RunOptions = {},
): string {
  const { status, stdout, stderr } = runToEnd(command, words, options);
  if (status !== 0) throw new Error(`${command} ${words.join(" ")}: ${status}\n${stderr}`);
  return stdout;
}

/** Pipes with names, since those that Node makes for a child cannot be waited for. */
function open(): Pipes {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-spawner-"));
  try {
    const paths = [join(folder, "requests"), join(folder, "answers")] as const;
    execFileSync("mkfifo", paths);
    const program = join(import.meta.dirname, "spawner-program.ts");
    spawn(process.execPath, [program, ...paths], {
      stdio: ["ignore", "ignore", "inherit"],
    }).unref();
    return { requests: openSync(paths[0], "w"), answers: openSync(paths[1], "r") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readLine(file: number): string {
  const parts: Buffer[] = [];
  const part = Buffer.alloc(1 << 16);
  for (;;) {
    const size = readSync(file, part);
    if (size === 0) throw new Error("The process that starts programs for the tests is gone.");
    parts.push(Buffer.from(part.subarray(0, size)));
    if (part[size - 1] === 10) return Buffer.concat(parts).toString("utf8");
  }
}
