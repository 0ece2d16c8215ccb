import { describe, expect, it } from "vitest";
import { createLinter } from "./engine.ts";

/** The hints of a code for a frontmatter. */
function hints(dialect: string, code: string, ...lines: readonly string[]): readonly string[] {
  const text = ["---", ...lines, "---", "", "# Letters", ""].join("\n");
  const input = { path: "skills/letters/SKILL.md", text };
  const { diagnostics } = createLinter({ dialect }).lintFile(input);
  return diagnostics.filter((item) => item.code === code).map(({ hint }) => hint ?? "");
}

const description = "description: Sorts letters by date. Use when the user asks to sort letters.";

function typeHints(...lines: readonly string[]): readonly string[] {
  return hints("agentskills", "lint/field-type", "name: letters", ...lines);
}

function nameHints(name: string): readonly string[] {
  return hints("agentskills", "lint/name-directory", `name: ${name}`, description);
}

describe("the next step for a value", () => {
  it("of a wrong form is a near one that the dialect takes", () => {
    expect(hints("agentskills", "lint/field-format", "name: My Letters", description)).toEqual([
      "Write `name: my-letters`.",
    ]);
    expect(hints("agentskills", "lint/field-format", 'name: "!!"', description)).toEqual([
      "Give the skill another name.",
    ]);
  });

  it("that holds what it must not says what to remove", () => {
    const tagged = `description: Sorts <b>letters</b>. ${"Use when the user asks. ".repeat(5)}`;
    const found = hints("claude", "lint/field-format", "name: letters", tagged);
    expect(found).toEqual(["Remove the XML tags."]);
  });

  it("that is too long names the limit", () => {
    const long = `description: ${"word ".repeat(300)}`;
    expect(hints("agentskills", "lint/field-length", "name: letters", long)).toEqual([
      "Shorten it to 1024 characters; detail belongs into the instructions.",
    ]);
  });

  it("of a wrong type says how the right one is written", () => {
    expect(typeHints(description, "metadata: words")).toEqual([
      "Write its fields below `metadata:`, each on an indented line of its own, as in `  key: value`.",
    ]);
    expect(typeHints("description:", "  - Sorts letters.")).toEqual([
      'Write the entries as one text: `description: "Sorts letters."`.',
    ]);
  });
});

describe("hints about names", () => {
  it("offer only what the dialect takes", () => {
    expect(nameHints("post")).toEqual(["Rename the folder to `post`, or set `name: letters`."]);
    expect(nameHints("My Post")).toEqual(["Set `name: letters`."]);
  });
});

describe("a field whose YAML cannot be read", () => {
  it("is broken and not absent", () => {
    const broken = 'description: "Sorts \u0000 letters."';
    expect(hints("agentskills", "lint/field-missing", "name: letters", broken)).toEqual([]);
    expect(hints("agentskills", "parse/invalid-yaml", "name: letters", broken)).toHaveLength(1);
    expect(hints("agentskills", "lint/field-missing", "name: letters")).toHaveLength(1);
  });
});

describe("YAML that the reference validator refuses", () => {
  it.each([
    ["license: &a MIT", "Remove the anchor, and write the value out"],
    ["license: !!str MIT", "Remove the tag"],
    ["metadata: {a: b}", "Write lists and maps over several lines"],
  ])("has a hint of its own in `%s`", (line, hint) => {
    const found = ["lint/frontmatter-refused", "parse/invalid-yaml", "parse/unquoted-text"].flatMap(
      (code) => hints("agentskills", code, "name: letters", description, line),
    );
    expect(found.join(" ")).toContain(hint);
  });
});
