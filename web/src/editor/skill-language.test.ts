import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { listFields } from "../engine/systems.ts";
import { complete } from "./skill-language.ts";

const fields = listFields("openclaw");

/** What is offered where `|` stands. */
function offered(text: string, isExplicit = false): readonly string[] {
  const position = text.indexOf("|");
  const state = EditorState.create({ doc: text.replace("|", "") });
  const result = complete(new CompletionContext(state, position, isExplicit), fields);
  return result?.options.map(({ label }) => label) ?? [];
}

describe("the completion of a SKILL.md", () => {
  it("offers the fields of the system at the top", () => {
    expect(offered("---\nna|\n---\n")).toEqual(expect.arrayContaining(["name", "description"]));
  });

  it("offers the keys below the key that a line stands under", () => {
    const inside = offered("---\nmetadata:\n  openclaw:\n    re|\n---\n");
    expect(inside).toContain("requires");
    expect(inside).not.toContain("name");
  });

  it("offers the values of a field that has few", () => {
    expect(offered("---\nuser-invocable: |\n---\n")).toEqual(["true", "false"]);
    expect(offered("---\nname: |\n---\n")).toEqual([]);
  });

  it("waits on an empty line until it is asked", () => {
    expect(offered("---\n|\n---\n")).toEqual([]);
    expect(offered("---\n|\n---\n", true)).toContain("name");
  });

  it.each(["|---\nname: x\n---\n", "---\nname: x\n---\nna|\n", "na|"])(
    "offers nothing outside of the frontmatter: %j",
    (text) => {
      expect(offered(text, true)).toEqual([]);
    },
  );
});
