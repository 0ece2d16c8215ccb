import { describe, expect, it } from "vitest";
import { fitsIn } from "../pattern.ts";
import { parseRegex } from "./regex.ts";

const SOURCES = [
  "",
  "https://github.com/acme/tools",
  "https://github.com.example.org/acme/tools",
  "git@github.com:acme/tools.git",
  "/home/ada/tools-2",
  "a\nb",
  "\u{1F600}",
];

function test(pattern: string, text: string): boolean {
  const parsed = parseRegex(pattern);
  return parsed !== undefined && fitsIn(parsed, text);
}

describe("a regular expression of the settings", () => {
  it.each([
    /^https:\/\/github\.com\/acme\/.*/u,
    /^https?:\/\/(?:www\.)?github\.com\/(acme|other)\/[\w-]+$/u,
    /github.com/u,
    /^git@[^:/]+:acme\/(?:tools|more){1,2}(\.git)?$/u,
    /\btools\b/u,
    /tools\B/u,
    /^.$/u,
    /^a.b$/u,
    /^a[^]b$/u,
    /^[\d\-a-z/]{3,}?$/u,
    /^\/home\/(?:[a-c]+\/)*d?/u,
    /\x61\u0063me/u,
    /^$|2$/u,
  ])("%s fits what the engine says", (pattern) => {
    expect(SOURCES.map((text) => test(pattern.source, text))).toEqual(
      SOURCES.map((text) => pattern.test(text)),
    );
  });

  it.each(["(", ")", "a**", "^*", "{", "a{2,1}", "a{,2}", "]", "[b-a]", "[\\d-z]", "\\-", "\\"])(
    "%s is wrong",
    (source) => {
      expect(parseRegex(source)).toBeUndefined();
    },
  );

  it.each([
    "(?=a)",
    "(?!a)",
    "(?<=a)",
    "(?<name>a)",
    "(a)\\1",
    "\\p{L}",
    "(?i:a)",
    "(?:a{99}){99}",
    "(".repeat(5000) + ")".repeat(5000),
  ])("%s is not read", (source) => {
    expect(parseRegex(source)).toBeUndefined();
  });

  it.each(["^(a+)+$", "^(a|a)*$", "^(?:a*)*b", "a*a*a*a*b", "^(.*){1,40}!!$"])(
    "[BX-14] %s ends on a long text",
    (source) => {
      expect(test(source, `${"a".repeat(2000)}!`)).toBe(false);
    },
  );
});
