/** Strangers' texts can be long, so no regular expression may take more than a bound of steps for each character. */
import { describe, expect, it } from "vitest";
import { complainAbout } from "./support/regex-growth.ts";
import { findRegexes, loadBuilt } from "./support/regexes.ts";

/** Two thousand patterns with several attacks on each, also on a busy machine. */
const LONGEST_TEST = 600_000;

/** What is longer is put together out of parts, with `oneOf` or from words in a file. */
const LONGEST_PATTERN = 200;

/** Patterns that are built while the program runs, as they come out for parts that are as bad as they can be. */
const BUILT_LATER: { readonly [path: string]: readonly RegExp[] } = {
  // Each part is tried by itself, and one after another they take the sum of their steps.
  "src/check/scan/text/one-of.ts": [/a|b/],
  "src/check/scan/rules/secrets-gathered.ts": [
    /(?:dumps|encode|pickle\.\w+)\(\s{0,4}name\b|(?:json|data|body)\s{0,2}[=:]\s{0,2}name\b/,
  ],
  "src/library/prompt/writer.ts": [/[<>&"']/g],
  "src/library/session/instructions.ts": [
    /(?<!\\)(?<slashes>\\*)\$(?:\{(?<variable>[A-Z][A-Z0-9_]*)\}|ARGUMENTS\[(?<index>\d+)\]|(?<all>ARGUMENTS)(?![\w[])|(?<position>\d+)(?!\w)|(?<name>aaa|aa|a)(?![\w[]))/g,
  ],
  // The table of routes holds no more than this.
  "src/serve/registry/protocol-routes.ts": [/^\/a\/(?<name>.+)\/b\/(?<version>[^/]+)$/u],
  "src/skill/text/places.ts": [/(?<![\w.-])(["']?)key\1[ \t]*:/g],
};

/** Those that only meet short texts. */
const EXCEPTIONS: { readonly [path: string]: string } = {
  "src/check/eval/grade.ts":
    "Whoever evaluates a skill writes the pattern, and runs it on the own machine alone.",
};

const { written, sites } = findRegexes();
const loaded = loadBuilt(sites);

describe("[BX-14] regular expressions", () => {
  it("are all found", () => {
    expect(written.length).toBeGreaterThan(1500);
    const known = new Set(loaded.map(({ place }) => place));
    const unknown = sites.filter(
      ({ path, line }) =>
        !known.has(`${path}:${line}`) && !(path in BUILT_LATER) && !(path in EXCEPTIONS),
    );
    expect(unknown).toEqual([]);
  });

  it("[BX-07] of the scanner are short enough to be read", () => {
    const long = written.filter(
      ({ place, pattern }) =>
        place.startsWith("src/check/scan/") && pattern.source.length > LONGEST_PATTERN,
    );
    expect(long.map(({ place }) => place)).toEqual([]);
  });

  it("take steps in the measure of the text", { timeout: LONGEST_TEST }, () => {
    const later = Object.entries(BUILT_LATER).flatMap(([place, patterns]) =>
      patterns.map((pattern) => ({ place, pattern })),
    );
    const judged = new Map<string, string | undefined>();
    const complaints = [...written, ...loaded, ...later].flatMap(({ place, pattern }) => {
      const key = String(pattern);
      if (!judged.has(key)) judged.set(key, complainAbout(pattern));
      const complaint = judged.get(key);
      const isExcepted = place.replace(/:\d+$/u, "") in EXCEPTIONS;
      return complaint === undefined || isExcepted ? [] : [`${place}: ${key} ${complaint}`];
    });
    expect(complaints).toEqual([]);
  });
});

describe("the judgement of a regular expression", () => {
  it.each([
    /(?:a+)+b/u,
    /(?:a|a)*b/u,
    /^(?:\s*\w*)*$/u,
    /a*a*a*b/u,
    /(?:x+x+)+y/u,
    /\s+$/u,
    /[ \t]*\n/gu,
    /<[^>]*>/gu,
    /(?=.*x)a/u,
    /a(?:.*b)?/gu,
    /^-\w*r\w*$/u,
    /(?<=\s*)x/u,
    /[^/]*$/u,
    /^[^\n]*x/mu,
    /^(?:[^"]|"(?:[^"\\]|\\.)*"|")*/u,
    /^\s+|\s+$/gu,
    /^name:[ ]*(.+?)[ ]*$/u,
    /(?:ab{0,900}){0,900}c/u,
  ])("tells that %s can blow up", (pattern) => {
    expect(complainAbout(pattern)).toBeDefined();
  });

  it.each([
    /^a+b/u,
    /"[^"]*"/u,
    /\bfoo\s{0,4}\(/u,
    /\s+/gu,
    /\s+$/uy,
    /(?<!\s)\s+$/u,
    /<[^<>]*>/gu,
    /a{0,300}b/u,
  ])("accepts %s", (pattern) => {
    expect(complainAbout(pattern)).toBeUndefined();
  });
});
