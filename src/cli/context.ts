import type { Basis, Environment, Meter, Terminal } from "../platform/index.ts";
import type { Painter } from "./render.ts";

/** What a command is given: the words of the user, checked, and the ways to answer. */
export interface Context {
  readonly arguments: readonly string[];
  readonly options: Options;
  readonly version: string;
  readonly environment: Environment;
  /** The working directory. */
  readonly folder: string;
  readonly terminal: Terminal;
  readonly paint: Painter;
  /** Colours for what goes to standard error. */
  readonly paintError: Painter;
  readonly isVerbose: boolean;
  /** To be called when all is loaded and thousands of files come, each for a moment. */
  readonly tuneGc: () => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** For people: no control character of a stranger gets through, nor to `err`. */
  readonly out: (text: string) => void;
  /** A document or data, exact but on a terminal. */
  readonly write: (text: string) => void;
  readonly err: (text: string) => void;
  /** Empties the line of standard error that was written last. */
  readonly clearLine: () => void;
  /** Shows how far work on many files has come, if standard error is a terminal. */
  readonly startMeter?: (() => Meter | undefined) | undefined;
  /** Tells what the answer is made of; undefined where not all of it is known. */
  readonly madeFrom?: ((basis: Basis | undefined) => void) | undefined;
}

/** Options by their names in the table. */
export interface Options {
  readonly flag: (name: string) => boolean;
  /** False when `--no-<name>` was given. */
  readonly isOn: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  /** Every value of an option that may be given more than once. */
  readonly texts: (name: string) => readonly string[];
  readonly number: (name: string) => number | undefined;
}

/** Returns the exit code: 0 fine, 1 findings or refusal, 2 usage, configuration or internal failure. */
export type Command = (context: Context) => number | Promise<number>;

/** An answer for programs is an object, never a bare list, so that a later version can add to it. */
export function printJson<Answer extends object>(
  { out }: Pick<Context, "out">,
  answer: Answer extends readonly unknown[] ? never : Answer,
): void {
  out(`${JSON.stringify(answer, undefined, 2)}\n`);
}

/** The exit codes of the program. */
export const FINE = 0;
export const FINDINGS = 1;
export const FAILURE = 2;
