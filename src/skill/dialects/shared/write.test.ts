import { describe, expect, it } from "vitest";
import type { FacetId, Json } from "../../model/index.ts";
import { findDialect } from "../index.ts";
import type { Dialect } from "../dialect.ts";
import { cutText, holdsNothing, type WriteContext, writeFacet } from "./write.ts";

function dialect(id: string): Dialect {
  const found = findDialect(id);
  if (found === undefined) throw new Error(`No dialect ${id}`);
  return found;
}

function say(id: string, facet: FacetId, value: Json, context?: WriteContext): Json | undefined {
  const said = writeFacet(dialect(id), facet, value, context);
  if (said === undefined) return undefined;
  return [said.path, said.value, ...(said.loss === undefined ? [] : [said.loss])];
}

function sayDescription(value: string, context?: WriteContext): Json | undefined {
  return say("claude", "guidance.description", value, context);
}

describe("sayFacet", () => {
  it.each<[string, FacetId, Json, Json | undefined]>([
    ["claude", "invocation.byModel", false, [["disable-model-invocation"], true]],
    ["gsv", "requirements.os", ["win32"], [["metadata", "gsv", "requires", "os"], ["windows"]]],
    ["openclaw", "requirements.os", ["win32"], [["metadata", "openclaw", "os"], ["win32"]]],
    ["openclaw", "requirements.os", ["plan9"], undefined],
    [
      "agentskills",
      "authority.allowedTools",
      ["Read", "Bash(x y)"],
      [["allowed-tools"], "Read Bash(x y)"],
    ],
    ["agentskills", "requirements.bins", ["gh"], undefined],
    ["agent-flow", "execution.temperature", 3, undefined],
    ["claude", "execution.effort", "huge", undefined],
  ])("[BX-02] in %s says %s %j as %j", (id, facet, value, expected) => {
    expect(say(id, facet, value)).toEqual(expected);
  });

  it("uses the namespace of the file", () => {
    expect(say("gsv", "identity.emoji", "x", { namespace: "clawdbot" })).toEqual([
      ["metadata", "clawdbot", "emoji"],
      "x",
    ]);
  });

  it("leaves what already says it, in whatever form and place", () => {
    const seen = { homepage: "https://a.b", "user-invocable": "yes", website: "https://a.b" };
    const near = ["website"];
    expect(say("openclaw@2026.9", "invocation.byUser", true, { seen })).toEqual([
      ["user-invocable"],
      "yes",
    ]);
    expect(say("openclaw@2026.9", "identity.homepage", "https://a.b", { seen, near })).toEqual([
      ["website"],
      "https://a.b",
    ]);
  });

  it.each([
    ["My Skill", "my-skill", "the name is changed to one that the system takes"],
    ["9 lives", "skill-9-lives", "the name is changed to one that the system takes"],
    ["日本", "sort-photos", "the name of the folder takes its place"],
  ])("[BX-02] makes a name of %s", (name, expected, loss) => {
    const context = { directory: "sort-photos" };
    expect(say("gaia", "identity.name", name, context)).toEqual([["name"], expected, loss]);
  });

  it("[BX-02] changes a text as little as its limits allow", () => {
    const long = "word ".repeat(300).trim();
    expect(sayDescription("Two\nlines")).toEqual([["description"], "Two\nlines"]);
    expect(sayDescription("Two\nlines", { isFlat: true })).toEqual([
      ["description"],
      "Two lines",
      "line breaks become blanks",
    ]);
    expect(sayDescription("<b>x</b> <path>")).toEqual([
      ["description"],
      "x path",
      "tags go, and other angle brackets with them",
    ]);
    expect(sayDescription(long)).toEqual([
      ["description"],
      `${"word ".repeat(204).trim()}…`,
      "the text is cut to 1024 characters",
    ]);
  });
});

describe("cutText", () => {
  it.each([
    ["one two three", 13, "one two three"],
    ["one two three", 12, "one two…"],
    ["one two three", 8, "one two…"],
    ["one two three", 7, "one…"],
    ["unbreakable", 5, "unbr…"],
    ["🐙🐙🐙 🐙", 4, "🐙🐙🐙…"],
  ])("cuts %j at %d to %j", (text, max, expected) => {
    expect(cutText(text, max)).toBe(expected);
    expect([...cutText(text, max)].length).toBeLessThanOrEqual(max);
  });
});

describe("holdsNothing", () => {
  it.each<[Json, boolean]>([
    [[], true],
    [{}, true],
    [{ a: [{ b: {} }] }, true],
    [[null], false],
    ["", false],
    [null, false],
  ])("finds in %j an empty list or map: %s", (value, expected) => {
    expect(holdsNothing(value)).toBe(expected);
  });
});
