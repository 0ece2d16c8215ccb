/** What a command is given, made by hand: for tests that need another clock or another version. */
import type { Context } from "../../src/cli/context.ts";
import { createPainter } from "../../src/cli/render.ts";

export interface Given {
  readonly arguments: readonly string[];
  readonly cacheFolder: string;
  readonly options?: Readonly<Record<string, string | boolean>>;
  readonly version?: string;
  readonly now?: () => number;
  readonly madeFrom?: Context["madeFrom"];
}

export interface Recorded extends Context {
  /** All that was written to standard output. */
  readonly written: () => string;
}

const AN_HOUR = 60 * 60 * 1000;

export function makeContext(given: Given): Recorded {
  const { options = {}, version = "1.2.3" } = given;
  const paint = createPainter(false);
  let written = "";
  return {
    arguments: given.arguments,
    options: {
      flag: (name) => options[name] === true,
      isOn: (name) => options[`no-${name}`] !== true,
      text: (name) => {
        const value = options[name];
        return typeof value === "string" ? value : undefined;
      },
      texts: (name) => [options[name]].flat().filter((value) => typeof value === "string"),
      number: (name) => (options[name] === undefined ? undefined : Number(options[name])),
    },
    version,
    environment: { SKILLWRIGHT_CACHE_DIR: given.cacheFolder },
    folder: given.cacheFolder,
    terminal: { isTerminal: false, hasColors: false, columns: 100 },
    paint,
    paintError: paint,
    isVerbose: false,
    tuneGc: () => undefined,
    // Files of a test are younger than a cache trusts.
    now: given.now ?? (() => Date.now() + AN_HOUR),
    out: (text) => {
      written += text;
    },
    write: (text) => {
      written += text;
    },
    err: () => undefined,
    clearLine: () => undefined,
    madeFrom: given.madeFrom,
    written: () => written,
  };
}
