/** Starts the built program in a folder of its own, as a user would. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { compiledOnce } from "./compiled.ts";
import { root } from "./source.ts";
import { runToEnd } from "./spawner.ts";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** A folder below the playground; the playground itself where absent. */
  readonly folder?: string;
  /** Milliseconds, after which it is ended and the test fails. */
  readonly timeout?: number;
}

/** A folder with files in it, and the program to run there. */
export interface Playground {
  readonly folder: string;
  readonly path: (...parts: readonly string[]) => string;
  /** Writes a file; `isOld` makes it older than any cache, as files mostly are. */
  readonly write: (path: string, content: string | Uint8Array, isOld?: boolean) => void;
  readonly run: (words: readonly string[], options?: RunOptions) => Ran;
}

const LONG_AGO = new Date("2026-01-01T00:00:00Z");

/** A folder that is removed when the test is done, or the tests of the file where none is running. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-e2e-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    onTestFinished(remove);
  } catch {
    afterAll(remove);
  }
  return folder;
}

export function playground(files: Readonly<Record<string, string>> = {}): Playground {
  const folder = temporaryFolder();
  const ground: Playground = {
    folder,
    path: (...parts) => join(folder, ...parts),
    write: (path, content, isOld = true) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      if (isOld) utimesSync(file, LONG_AGO, LONG_AGO);
    },
    run: (words, options = {}) => run(folder, words, options),
  };
  for (const [path, content] of Object.entries(files)) ground.write(path, content);
  return ground;
}

function run(home: string, words: readonly string[], options: RunOptions): Ran {
  const { status, signal, stdout, stderr } = runToEnd(
    process.execPath,
    [join(root, "dist/cli/main.js"), ...words],
    {
      cwd: join(home, options.folder ?? "."),
      ...(options.input === undefined ? {} : { input: options.input }),
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
      env: {
        PATH: process.env["PATH"],
        ...compiledOnce(),
        HOME: join(home, ".home"),
        SKILLWRIGHT_CACHE_DIR: join(home, ".cache-of-test"),
        ...options.environment,
      },
    },
  );
  // Otherwise a program that crashed looks like one that had nothing to print. Codes from 3 to 13 are Node's own.
  if (signal !== null || (status !== null && status >= 3 && status <= 13))
    throw new Error(`${signal ?? status} ended \`skillwright ${words.join(" ")}\`.\n${stderr}`);
  return { code: status, stdout, stderr };
}

/** A skill of the open specification with nothing wrong in it. */
export function goodSkill(name: string): string {
  return [
    "---",
    `name: ${name}`,
    "description: Sorts letters by their date. Use when the user asks to sort letters.",
    "---",
    "",
    "# Letters",
    "",
    "1. Read the dates.",
    "2. Sort by them.",
    "",
  ].join("\n");
}

/** The same, but with a description that strict YAML refuses and `--fix` mends. */
export function brokenSkill(name: string): string {
  return goodSkill(name).replace("Sorts letters by", "Sorts letters: by");
}
