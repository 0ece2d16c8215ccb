/** The programs of other projects in test/clients, and servers for them to talk to. */
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { compiledOnce } from "./compiled.ts";
import { temporaryFolder } from "./program.ts";
import { root } from "./source.ts";
import { runBeside, startBeside } from "./starter.ts";

const folder = join(root, "test/clients");
export const program: string = join(root, "dist/cli/main.js");

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ClientOptions {
  readonly folder?: string;
  /** Beside a home of its own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeout?: number;
  /** Hears of what it writes while it runs. */
  readonly onOutput?: (text: string) => void;
}

/** Runs a program of test/clients to its end, with a home of its own. */
export function runClient(
  name: string,
  words: readonly string[],
  options: ClientOptions = {},
): Promise<Answer> {
  const file = join(folder, "node_modules/.bin", name);
  if (!existsSync(file))
    throw new Error(
      "The clients in test/clients are not installed; `node scripts/install-clients.mjs` installs them.",
    );
  return runFile(file, words, options);
}

/** Runs a program of any place in the same way. */
export async function runFile(
  file: string,
  words: readonly string[],
  { folder: cwd = root, environment = {}, timeout = 120_000, onOutput }: ClientOptions = {},
): Promise<Answer> {
  const { code, ...output } = await runBeside(file, words, {
    cwd,
    timeout,
    ...(onOutput === undefined ? {} : { onOutput }),
    env: {
      // The clients start with `#!/usr/bin/env node`, and need the Node of the tests.
      PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
      HOME: environment["HOME"] ?? temporaryFolder(),
      NO_COLOR: "1",
      ...compiledOnce(),
      ...environment,
    },
  });
  if (code === null) throw new Error(`${file} was ended:\n${output.stdout}${output.stderr}`);
  return { code, ...output };
}

export interface Served {
  readonly url: string;
  /** What it wrote to standard error until it listened. */
  readonly said: string;
  readonly stop: () => Promise<void>;
}

/** Starts `skillwright mcp --http` as a user would, on any free port. */
export async function serveOverHttp(words: readonly string[]): Promise<Served> {
  const child = startBeside(process.execPath, [program, "mcp", "--http", "--port", "0", ...words], {
    env: { ...process.env, ...compiledOnce() },
  });
  child.stdin.end();
  child.stdout.resume();
  const ended = new Promise<void>((settle) => {
    child.once("exit", () => {
      settle();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  let said = "";
  for await (const chunk of child.stderr) {
    said += String(chunk);
    const url = /Listening on (\S+)\.\n/.exec(said)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    return { url, said, stop };
  }
  await ended;
  throw new Error(`The server ended before it listened:\n${said}`);
}
