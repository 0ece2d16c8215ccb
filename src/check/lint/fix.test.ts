import { describe, expect, it } from "vitest";
import { fixText } from "./fix.ts";

function fix(text: string, dialect = "claude", unsafe = false): string {
  return fixText({ path: "skills/charts/SKILL.md", text }, { dialect }, { unsafe }).text;
}

const description = "description: Draws charts. Use when the user asks for a chart.";

describe("fixText", () => {
  it("mends several things and keeps comments, line ends and the rest", () => {
    const before = `---\r\nname: charts\r\n${description}\r\n# who may start it\r\nuser_invocable: false   # nobody\r\ncompatibility: 3.10\r\n---\r\n\r\nDraw it.\r\n`;
    const after = before.replace("user_invocable", "user-invocable").replace("3.10", '"3.10"');
    expect(fix(before)).toBe(after);
    expect(fix(after)).toBe(after);
  });

  it("quotes text that breaks YAML, then mends what that brings to light", () => {
    const before = `---\nname: charts\ndescription: Use when: asked\nargument_hint: kind\n---\nDraw it.\n`;
    const after = `---\nname: charts\ndescription: "Use when: asked"\nargument-hint: kind\n---\nDraw it.\n`;
    const result = fixText({ path: "skills/charts/SKILL.md", text: before }, { dialect: "claude" });
    expect(result.text).toBe(after);
    expect(result.applied.map(({ code, title }) => `${code}: ${title}`)).toEqual([
      "parse/unquoted-text: Quote the value",
      "lint/field-misspelled: Rename the key to `argument-hint`",
    ]);
  });

  it("applies unsafe fixes only when asked to", () => {
    const before = `---\nname: Bar Charts\n${description}\n---\nDraw it.\n`;
    expect(fix(before)).toBe(before);
    expect(fix(before, "claude", true)).toBe(before.replace("Bar Charts", "bar-charts"));
  });

  it("leaves a file without findings as it is, byte by byte", () => {
    const text = `---\nname:   charts # as ever\n${description}\n---\n\n\nDraw it.`;
    const result = fixText({ path: "skills/charts/SKILL.md", text }, { dialect: "claude" });
    expect(result).toEqual({ text, applied: [] });
  });

  it("moves a misplaced field without touching its neighbours", () => {
    const before = `---\nname: charts\n${description}\nmetadata:\n  openclaw:\n    emoji: x # nice\n    requires:\n      bins:\n        - gnuplot\n      os:\n        - darwin\n---\nDraw it.\n`;
    const after = `---\nname: charts\n${description}\nmetadata:\n  openclaw:\n    emoji: x # nice\n    requires:\n      bins:\n        - gnuplot\n    os:\n      - darwin\n---\nDraw it.\n`;
    expect(fix(before, "openclaw", true)).toBe(after);
  });

  it("removes stale suppressions, one by one and with their lines", () => {
    const before = `---\nname: charts\n${description}\n# skillwright-ignore lint/field-type, lint/field-value: old\nlicense: MIT\n---\n<!-- skillwright-ignore lint/field-type: old -->\nDraw it.\n`;
    const after = `---\nname: charts\n${description}\nlicense: MIT\n---\nDraw it.\n`;
    expect(fix(before)).toBe(after);
  });
});
