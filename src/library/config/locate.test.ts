import { describe, expect, it } from "vitest";
import { locateKeys } from "./locate.ts";

const text = `// first
{
  a: 1, /* b: 2 */ "b c": { 'd': ["x", { e: 'it\\'s' }] },
  \\u0066: +.5e3, g: "}{][,:",
}`;

describe("locateKeys", () => {
  const locate = locateKeys(text);

  it.each([
    [["a"], "a", "1"],
    [["b c"], '"b c"', `{ 'd': ["x", { e: 'it\\'s' }] }`],
    [["b c", "d"], "'d'", `["x", { e: 'it\\'s' }]`],
    [["b c", "d", 0], "", '"x"'],
    [["b c", "d", 1, "e"], "e", "'it\\'s'"],
    [["f"], "\\u0066", "+.5e3"],
    [["g"], "g", '"}{][,:"'],
  ])("finds %j", (path, key, value) => {
    const spans = [locate(path, "key"), locate(path, "value")];
    expect(spans.map((span) => text.slice(span?.start, span?.end))).toEqual([key, value]);
  });

  it("finds nothing that is not there", () => {
    expect(locate(["b c", "x", "y"], "key")).toBeUndefined();
  });

  it.each(["", "{", "{a", "[1,", "{a:}", "}}", '{"a'])(
    "ends on `%s`, which is no JSON5",
    (broken) => {
      expect(() => locateKeys(broken)(["a"], "value")).not.toThrow();
    },
  );
});
