import { describe, expect, it } from "vitest";
import {
  checkKind,
  findCommands,
  findFences,
  findLinks,
  matchesOutput,
  resolveLink,
} from "./pages.ts";

function page(...lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

describe("checkKind", () => {
  it.each(["tutorial", "how-to", "reference", "explanation"])("accepts %s", (kind) => {
    expect(checkKind(page("---", "title: A", `kind: ${kind}`, "---", "# A"))).toBeUndefined();
  });

  it.each([
    [page("# A"), "has no frontmatter."],
    [page("---", "title: A", "---"), "has no `kind` in its frontmatter."],
    [page("---", "title: A", "---", "kind: tutorial"), "has no `kind` in its frontmatter."],
    [
      page("---", "kind: guide", "---"),
      "has the kind `guide`, which is none of tutorial, how-to, reference, explanation.",
    ],
  ])("reports %j", (text, problem) => {
    expect(checkKind(text)).toBe(problem);
  });
});

describe("findFences", () => {
  it("reads a fence inside a longer fence as text", () => {
    const text = page(
      "# A",
      "````skill bad",
      "---",
      "```sh",
      "x",
      "```",
      "````",
      "```",
      "y",
      "```",
    );
    expect(findFences(text)).toEqual([
      { info: "skill bad", body: "---\n```sh\nx\n```\n", line: 2 },
      { info: "", body: "y\n", line: 8 },
    ]);
  });

  it("takes the indent of a list away", () => {
    expect(findFences(page("1. A", "", "   ```sh", "   a", "     b", "   ```"))).toEqual([
      { info: "sh", body: "a\n  b\n", line: 3 },
    ]);
  });
});

describe("findCommands", () => {
  it("takes blocks marked as tests, their exit codes and the outputs that follow", () => {
    const first = page("```sh", "a", "```", "```sh test", "b", "```", "```text output", "c", "```");
    const second = page("```sh test exit=1", "d", "```", "```json", "{}", "```");
    const third = page("```text output", "e", "```");
    expect(findCommands(first + second + third)).toEqual([
      { language: "sh", script: "b\n", exit: 0, line: 4, output: "c\n" },
      { language: "sh", script: "d\n", exit: 1, line: 10, output: undefined },
    ]);
  });

  it("takes programs in TypeScript as well, and no other language", () => {
    const text = page("```ts test", "a;", "```", "```ts", "b;", "```", "```js test", "c;", "```");
    expect(findCommands(text)).toEqual([
      { language: "ts", script: "a;\n", exit: 0, line: 1, output: undefined },
    ]);
  });
});

describe("findLinks", () => {
  it.each([
    ["[a](b.md)", "b.md"],
    ["![a](../b.png)", "../b.png"],
    ['[a](b.md "title")', "b.md"],
    ["[a](<b.md>)", "b.md"],
    ["[a](b%20c.md#part)", "b c.md"],
    ["[a]: b.md", "b.md"],
    ["[`a`](b.md)", "b.md"],
    ['<img src="b.png" alt="a">', "b.png"],
    ['<source media="(a: b)" srcset="b.png">', "b.png"],
  ])("finds the target of %s", (text, target) => {
    expect(findLinks(`\n${text}\n`)).toEqual([{ target, line: 2 }]);
  });

  it.each([
    "[a](#part)",
    "[a](https://example.org)",
    "[a](mailto:a@b.c)",
    "`[a](b.md)`",
    "a [b] (c)",
  ])("finds none in %s", (text) => {
    expect(findLinks(text)).toEqual([]);
  });

  it("finds none in a fenced block", () => {
    expect(findLinks(page("```md", "[a](b.md)", "```"))).toEqual([]);
  });
});

describe("resolveLink", () => {
  it.each([
    ["README.md", "docs/a.md", "docs/a.md"],
    ["docs/how-to/a.md", "../b.md", "docs/b.md"],
    ["docs/a.md", "/b.md", "/b.md"],
  ])("leads from %s to %s at %s", (from, target, path) => {
    expect(resolveLink(from, target)).toBe(path);
  });
});

describe("matchesOutput", () => {
  it.each([
    ["a\nb\n", "a\nb"],
    ["\n a\n", "a"],
    ["a\nb\nc", "a\n…\nc"],
    ["a\nc", "a\n…\nc"],
    ["a\nb\nc", "…"],
    ["a\nb\na\nc", "…\na\nc"],
  ])("takes %j for %j", (output, expected) => {
    expect(matchesOutput(output, expected)).toBe(true);
  });

  it.each([
    ["a\nb", "a"],
    ["a", "a\nb"],
    ["a\nb\nc", "a\n…\nd"],
    ["a…", "a"],
    ["b", "a"],
    ["", "a"],
  ])("does not take %j for %j", (output, expected) => {
    expect(matchesOutput(output, expected)).toBe(false);
  });
});
