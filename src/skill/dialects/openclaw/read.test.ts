import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/index.ts";
import { readDocument } from "../../text/index.ts";
import type { MetadataBlock } from "../dialect.ts";
import { parseAs, readAs } from "../reading.ts";
import { openclaw, openclawRelease } from "./index.ts";

function values(...lines: readonly string[]): JsonObject | "refused" {
  const result = parseAs(openclawRelease, ["---", ...lines, "---", "Body."].join("\n"));
  return result.ok ? result.parsed.frontmatter : "refused";
}

function problems(text: string): readonly unknown[] {
  const result = parseAs(openclawRelease, text);
  if (result.ok) return [];
  return result.problems.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
}

function metadata(...lines: readonly string[]): MetadataBlock | undefined {
  const text = ["---", "description: d", ...lines, "---", ""].join("\n");
  return openclawRelease.metadata?.(readAs(openclawRelease, readDocument(text)));
}

describe("the release's reader", () => {
  it("[OC-04] mends three fields of prose, one a round", () => {
    const lines = ["description: a: b", "summary: c: d", "read_when: e: f"];
    expect(values(...lines)).toEqual({ description: "a: b", summary: "c: d", read_when: "e: f" });
  });

  it("[OC-04] mends any error on the line of the description", () => {
    for (const text of ["@x does", "[x] does", "*x* does", "*x", "`x` does", "%x", "it's: so"])
      expect(values("name: n", `description: ${text}`)).toEqual({ name: "n", description: text });
  });

  it("[OC-04] mends a quoted key, and takes outer quotes off", () => {
    expect(values('"description": a: b')).toEqual({ description: "a: b" });
    expect(values('description: "a" b "c"')).toEqual({ description: 'a" b "c' });
  });

  it.each([
    ["another field", ["description: d", "usage: a: b"]],
    ["another field after mending one", ["description: a: b", "usage: c: d"]],
    ["another error in a summary", ["description: d", "summary: @x"]],
    ["a description inside a map", ["description: d", "x:", "  description: a: b"]],
    ["lines that go on after a colon", ["description: a: b", "  more: text"]],
    ["a key given twice", ["description: d", "description: e"]],
    ["an alias without an anchor elsewhere", ["description: d", "x: *nowhere"]],
  ])("[OC-04] refuses %s", (_title, lines) => {
    expect(values(...lines)).toBe("refused");
  });

  it("[OC-04] keeps the raw line of a structure whose line has another colon", () => {
    expect(values("x: {a: 1}", "y: [a, b]", 'z: ["b:c"]')).toEqual({
      x: "{a: 1}",
      y: '["a","b"]',
      z: '["b:c"]',
    });
    expect(values("x: # note: y", "  a: 1")).toEqual({ x: "# note: y" });
    expect(values('x: { "a":', "  1 }")).toEqual({ x: '{ "a":' });
    expect(values("x:", "  {a: 1}")).toEqual({ x: '{"a":1}' });
  });

  it("[OC-04] gives nulls the text of their lines, and drops those without any", () => {
    expect(values("a: ~", "b:", "c: null", "d:", "  # only a comment", 'e: ""')).toEqual({
      a: "~",
      c: "null",
      d: "# only a comment",
      e: "",
    });
  });

  it("[OC-04] reads over byte order mark, carriage returns and blanks", () => {
    expect(parseAs(openclawRelease, "\ufeff--- \r\nname: n\r\n---\t\r\nBody.\r\n")).toEqual({
      ok: true,
      parsed: { frontmatter: { name: "n" }, body: "Body.\n" },
    });
  });

  it("[OC-04] takes an empty block, and refuses blank lines alone", () => {
    expect(parseAs(openclawRelease, "---\n\n---\nb")).toMatchObject({ ok: true });
    expect(parseAs(openclawRelease, "---\n\n\n---\nb")).toMatchObject({ ok: false });
  });

  it("[OC-04] shows the line it refuses, also below carriage returns", () => {
    expect(problems("---\r\ndescription: d\r\nusage: a: b\r\n---\r\n")).toEqual([
      ["unquoted-text", "a: b"],
    ]);
    expect(problems("---\ndescription: d\nx: *nowhere\n---\n")).toEqual([
      ["unquoted-text", "*nowhere"],
    ]);
    expect(problems("---\n# comment\n---\n")).toEqual([["not-a-mapping", "# comment"]]);
    expect(problems("---\nname: n\n")).toEqual([["unclosed-frontmatter", "---"]]);
  });

  it("survives structures without end and keys of objects", () => {
    expect(values("a: &a [*a]", "b: 1")).toMatchObject({ b: "1" });
    const lines = values("__proto__: x");
    expect(lines === "refused" ? [] : Object.entries(lines)).toEqual([["__proto__", "x"]]);
    expect(values(`a: ${"[".repeat(20_000)}`)).toBe("refused");
  });
});

describe("the release's metadata", () => {
  it("[OC-06] is of the first block that is an object", () => {
    const clawdbot = '"clawdbot":{"emoji":"c"}';
    expect(metadata(`metadata: {"openclaw":null,${clawdbot}}`)).toEqual({
      namespace: "clawdbot",
      data: { emoji: "c" },
    });
    expect(metadata(`metadata: {"openclaw":[],${clawdbot}}`)).toEqual({
      namespace: "openclaw",
      data: {},
    });
    expect(metadata('metadata: [{"openclaw":{}}]')).toEqual({ namespace: null, data: null });
  });

  it("[OC-06] keeps known fields of the right type", () => {
    const block = { always: true, emoji: 1, skillKey: " ", primaryEnv: "K", os: "a, b", nix: {} };
    expect(metadata(`metadata: ${JSON.stringify({ openclaw: block })}`)?.data).toEqual({
      always: true,
      primaryEnv: "K",
      os: ["a", "b"],
    });
  });
});

describe("name and description", () => {
  it("[OC-04] both stand in the file by the document; the release takes the folder", () => {
    const document = readDocument("---\ndescription: d\n---\n");
    const place = { directory: "folder" };
    expect(openclaw.describe(readAs(openclaw, document, place))).toEqual({ description: "d" });
    expect(openclawRelease.describe(readAs(openclawRelease, document, place))).toEqual({
      name: "folder",
      description: "d",
    });
  });
});
