/** A skill can hold any text, so no pattern of the scanner may take more than its length in steps, times a bound. */
import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";
import * as deeds from "../src/check/scan/deeds/index.ts";
import { attacksOn, countSteps, TooManySteps } from "./support/regex-steps.ts";
import { readFiles } from "./support/source.ts";

const FOLDERS = ["src/check"];

interface Found {
  readonly file: string;
  readonly pattern: RegExp;
}

function patternsIn(file: string, text: string): readonly Found[] {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === "object" && node !== null) {
      if ("regex" in node && typeof node.regex === "object" && node.regex !== null) {
        // The parser gives literals of this kind both parts.
        const { pattern, flags } = node.regex as { pattern: string; flags: string };
        found.push({ file, pattern: new RegExp(pattern, flags) });
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(parseAst(text, { lang: "ts" }));
  return found;
}

const written = readFiles(FOLDERS, /\.ts$/u)
  .filter(({ path }) => !path.endsWith(".test.ts"))
  .flatMap(({ path, text }) => patternsIn(path, text));
const sources = new Set(written.map(({ pattern }) => pattern.source));
/** Those that are put together out of parts. */
const made = Object.entries(deeds).flatMap(([name, value]): readonly Found[] =>
  typeof value === "object" && "pattern" in value && !sources.has(value.pattern.source)
    ? [{ file: name, pattern: value.pattern }]
    : [],
);
const patterns = [...written, ...made];

/** Hundreds of patterns with several attacks on each, also on a busy machine. */
const LONGEST_TEST = 120_000;
const SHORT = 600;
const LONG = 1200;
const LIMIT = 3_000_000;

/** Undefined for a pattern whose steps grow with the length alone. */
function complaintAbout(pattern: RegExp): string | undefined {
  for (const { prefix, pump } of attacksOn(pattern)) {
    const textOf = (length: number): string =>
      `${prefix}${pump.repeat(Math.ceil(length / pump.length))}\u0001`;
    try {
      const short = countSteps(pattern, textOf(SHORT), LIMIT);
      const long = countSteps(pattern, textOf(LONG), LIMIT);
      if (long > short * 2.8 && long > LONG * 100)
        return `${String(pattern)} takes ${short}, then ${long} steps on ${JSON.stringify(`${prefix}(${pump})`)}`;
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return `${String(pattern)} takes more than ${LIMIT} steps on ${JSON.stringify(`${prefix}(${pump})`)}`;
    }
  }
  return undefined;
}

describe("patterns of the scanner", () => {
  it("are found", () => {
    expect(patterns.length).toBeGreaterThan(100);
  });

  it("take steps in the measure of the text", { timeout: LONGEST_TEST }, () => {
    const complaints = patterns.flatMap(({ file, pattern }) => {
      const complaint = complaintAbout(pattern);
      return complaint === undefined ? [] : [`${file}: ${complaint}`];
    });
    expect(complaints).toEqual([]);
  });
});

describe("the count of steps", () => {
  it.each([/(?:a+)+b/u, /(?:a|a)*b/u, /^(?:\s*\w*)*$/u, /a*a*a*b/u, /(?:x+x+)+y/u])(
    "tells that %s blows up",
    (pattern) => {
      expect(complaintAbout(pattern)).toBeDefined();
    },
  );

  it.each([/^a+b/u, /"[^"]*"/u, /\bfoo\s{0,4}\(/u])("says nothing of %s", (pattern) => {
    expect(complaintAbout(pattern)).toBeUndefined();
  });
});
