import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/index.ts";
import { readDocument } from "../../text/index.ts";
import { findDialect } from "../index.ts";
import type { Dialect } from "../dialect.ts";
import { readAs, skillOf } from "../reading.ts";
import { readPreserved, preservedPath } from "./read.ts";

function dialect(id: string): Dialect {
  const found = findDialect(id);
  if (found === undefined) throw new Error(`No dialect ${id}`);
  return found;
}

const gsv = dialect("gsv");
const claude = dialect("claude");

function skill(id: string, ...lines: readonly string[]): ReturnType<typeof skillOf> {
  return skillOf(readAs(dialect(id), readDocument(["---", ...lines, "---", ""].join("\n"))));
}

describe("readFields", () => {
  it("[BX-01] says where each facet was read, and keeps all the rest", () => {
    const read = skill(
      "openclaw",
      "name: a",
      "zzz: {k: [1]}",
      'metadata: {"openclaw": {"emoji": "🐙", "odd": 1}, "other": {}}',
    );
    expect(read.sources).toEqual({
      "identity.name": ["name"],
      "identity.emoji": ["metadata", "openclaw", "emoji"],
    });
    expect(read.extensions).toEqual([
      { path: ["zzz"], value: { k: [1] } },
      { path: ["metadata", "openclaw", "odd"], value: 1 },
      { path: ["metadata", "other"], value: {} },
    ]);
  });

  it("keeps a value that its field does not take", () => {
    const read = skill("claude", "name: [a]", "description: 5", "effort: low");
    expect(read.identity).toEqual({});
    expect(read.guidance).toEqual({});
    expect(read.extensions).toEqual([
      { path: ["name"], value: ["a"] },
      { path: ["description"], value: 5 },
    ]);
  });

  it("takes an empty field for nothing", () => {
    const read = skill("claude", "name:", "license: ~", "zzz:");
    expect(read.identity).toEqual({});
    expect(read.extensions).toEqual([{ path: ["zzz"], value: null }]);
  });

  it("takes the first of two places for one facet, and keeps the other", () => {
    const read = skill(
      "openclaw@2026.9",
      "name: a",
      "emoji: 🦀",
      'metadata: {"openclaw": {"emoji": "🐙"}}',
    );
    expect(read.identity.emoji).toBe("🐙");
    expect(read.extensions).toEqual([{ path: ["emoji"], value: "🦀" }]);
  });

  it("keeps keys that JavaScript has a meaning for", () => {
    const read = skill("claude", "__proto__: {x: 1}", "constructor: c", "metadata: {__proto__: a}");
    expect(JSON.stringify(read.extensions)).toBe(
      '[{"path":["__proto__"],"value":{"x":1}},{"path":["constructor"],"value":"c"},' +
        '{"path":["metadata"],"value":{"__proto__":"a"}}]',
    );
  });

  it("[BX-02] reads what was preserved where no field says it, with its place", () => {
    const read = skill(
      "claude",
      "name: a",
      "metadata:",
      "  team: x",
      `  skillwright.requirements.bins: '["gh"]'`,
      `  skillwright.identity.name: '"Whole Name"'`,
      `  skillwright.extensions: '[{"path":["zzz"],"value":null}]'`,
    );
    expect(read.requirements.bins).toEqual(["gh"]);
    expect(read.sources["requirements.bins"]).toEqual([
      "metadata",
      "skillwright.requirements.bins",
    ]);
    expect(read.identity.name).toBe("a");
    expect(read.extensions).toEqual([
      { path: ["metadata"], value: { team: "x" } },
      { path: ["zzz"], value: null },
    ]);
  });
});

describe("readPreserved", () => {
  const nothing = { facets: {}, extensions: [], added: [], adopted: [], lent: [] };

  it("[BX-02] reads a nested map", () => {
    const view: JsonObject = {
      name: "a",
      metadata: {
        skillwright: {
          "requirements.bins": ["gh"],
          extensions: [{ path: ["a", 0], value: 1 }, "odd", { value: 2 }],
          added: [["name"], { path: ["x"], value: [] }, 5],
          adopted: [["license"], "odd"],
          lent: [["metadata", "openclaw", "os"]],
          mine: true,
        },
      },
    };
    expect(readPreserved(view, gsv)).toEqual({
      facets: { "requirements.bins": ["gh"] },
      extensions: [{ path: ["a", 0], value: 1 }],
      added: [{ path: ["name"] }, { path: ["x"], value: [] }],
      adopted: [["license"]],
      lent: [["metadata", "openclaw", "os"]],
      rest: { name: "a", metadata: { skillwright: { mine: true } } },
    });
  });

  it("[BX-02] reads flat keys that hold JSON, and leaves what is none", () => {
    const view: JsonObject = {
      metadata: {
        "skillwright.execution.model": '"opus"',
        "skillwright.execution.effort": "not json",
        "skillwright.no-facet": '"x"',
        "execution.agent": '"y"',
      },
    };
    expect(readPreserved(view, claude)).toEqual({
      ...nothing,
      facets: { "execution.model": "opus" },
      rest: {
        metadata: {
          "skillwright.execution.effort": "not json",
          "skillwright.no-facet": '"x"',
          "execution.agent": '"y"',
        },
      },
    });
  });

  it("takes the emptied containers away", () => {
    const preserved = { metadata: { skillwright: { "identity.emoji": "x" } }, name: "a" };
    expect(readPreserved(preserved, gsv).rest).toEqual({ name: "a" });
  });

  it.each([{ metadata: {} }, { metadata: "text" }, { metadata: { skillwright: [] } }, {}])(
    "leaves %j as it is",
    (view) => {
      expect(readPreserved(view, gsv)).toEqual({ ...nothing, rest: view });
      expect(readPreserved(view, gsv).rest).toBe(view);
    },
  );

  it("names the place of each value", () => {
    expect(preservedPath(gsv.preserve, "requirements.bins")).toEqual([
      "metadata",
      "skillwright",
      "requirements.bins",
    ]);
    expect(preservedPath(claude.preserve, "extensions")).toEqual([
      "metadata",
      "skillwright.extensions",
    ]);
  });
});
