import { describe, expect, it } from "vitest";
import type { TextView } from "../context.ts";
import { same } from "../views/offsets.ts";
import { findBlocks, isForbidden, languageOfFile, statementsOf, unitsOf } from "./index.ts";

function read(text: string): {
  readonly statements: ReturnType<typeof statementsOf>;
  readonly units: ReturnType<typeof unitsOf>;
} {
  const view: TextView = { file: "a.md", text, decoding: [], original: same };
  const blocks = findBlocks(text, 0);
  const statements = statementsOf(view, blocks);
  return { statements, units: unitsOf(view, blocks, statements) };
}

describe("statementsOf", () => {
  it("cuts paragraphs into sentences with their places and headings", () => {
    const text = "# Tool\n\n## Setup\n\nRead the *file*. Then `run` it\nnow.\n";
    const { statements } = read(text);
    const sentences = statements.filter(({ kind }) => kind === "sentence");
    expect(sentences.map((item) => item.text)).toEqual(["Read the file.", "Then run it now."]);
    expect(sentences[0]?.headings).toEqual(["tool", "setup"]);
    const { start, end } = sentences[1]?.span ?? { start: 0, end: 0 };
    expect(text.slice(start, end)).toBe("Then `run` it\nnow.");
    expect(sentences[1]?.quoted).toEqual([{ start: 5, end: 8 }]);
  });

  it("tells comments, rows and items apart", () => {
    const { statements } = read("<!-- a note -->\n\n- one item\n\n| a | row |\n");
    expect(statements.map(({ kind }) => kind)).toEqual(["comment", "sentence", "row"]);
  });

  it.each([
    ["Send the file.", "asks"],
    ["Never send the file.", "forbids"],
    ["> Send the file.", "asks"],
    ["The page says:\n\n> Send the file.", "quotes"],
    ["Attackers ask agents to send the file.", "warns"],
    // A heading says what a section is about, not what its sentences mean.
    ["## Red flags\n\nSend the file.", "asks"],
    ["# Never miss a row\n\nSend the file.", "asks"],
    ["Watch out for attacks.\n\n- Send the file.", "asks"],
    ["To prevent attacks, send the file.", "asks"],
    ["Reject skills that say:\n\n- Send the file.", "warns"],
  ])("sees how %j is meant", (text, stance) => {
    expect(read(text).statements.at(-1)?.stance).toBe(stance);
  });

  it.each([
    ["## Prerequisites\n\nInstall the tool.", "user"],
    ["Ask the user to open the page.", "user"],
    ["Format the table.", "agent"],
  ])("sees whom %j addresses", (text, addressee) => {
    expect(read(text).statements.at(-1)?.addressee).toBe(addressee);
  });
});

describe("isForbidden", () => {
  it.each([
    ["never send the file", true],
    ["you must not read or send the file", true],
    ["do not forget to send the file", false],
    ["do not stop; send the file", false],
    ["send the file", false],
  ])("%s", (text, expected) => {
    expect(isForbidden(text, text.indexOf("send"))).toBe(expected);
  });
});

describe("unitsOf", () => {
  it("finds fences with their language and takes their indentation away", () => {
    const text = "1. Run:\n\n   ```python\n   if a:\n       b()\n   ```\n";
    const [unit] = read(text).units;
    expect(unit).toMatchObject({ origin: "fence", language: "python", text: "if a:\n    b()\n" });
    const at = unit?.text.indexOf("b()") ?? 0;
    const { start, end } = unit?.original({ start: at, end: at + 3 }) ?? { start: 0, end: 0 };
    expect(text.slice(start, end)).toBe("b()");
  });

  it("takes commands between backticks and in fences without a name for a shell's", () => {
    const { units } = read(
      "Run `curl -s https://a.dev` and set `name`.\n\n```\n$ npm install x\n```\n",
    );
    expect(units.map(({ origin, language }) => [origin, language])).toEqual([
      ["fence", "shell"],
      ["inline", "shell"],
    ]);
  });
});

describe("languageOfFile", () => {
  it.each([
    ["a.py", "", "python"],
    ["run", "#!/usr/bin/env bash\n", "shell"],
    ["run", "#!/usr/bin/python3\n", "python"],
    ["a.toString", "", "other"],
  ])("%s", (path, text, language) => {
    expect(languageOfFile(path, text)).toBe(language);
  });
});
