import { describe, expect, it } from "vitest";
import { type BodyView, viewBody } from "./body.ts";

function view(text: string): BodyView {
  return viewBody(text, 0);
}

function fences(text: string): readonly string[] {
  return view(text).fences.map(
    ({ marker, info, isClosed }) => `${marker}${info} ${isClosed ? "closed" : "open"}`,
  );
}

function targets(text: string): readonly string[] {
  return view(text).links.map(({ target, isImage }) => (isImage ? `!${target}` : target));
}

describe("lines", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\n\nb", 3],
    ["a\r\nb\r\n", 2],
    ["a\rb\rc", 3],
    ["a\r\nb\rc\nd", 4],
  ])("of %j are counted whatever ends them", (text, count) => {
    expect(view(text).lineCount).toBe(count);
  });

  it("of the frontmatter do not count", () => {
    expect(viewBody("---\na: b\n---\nBody.\n", 13).lineCount).toBe(1);
  });
});

describe("fences", () => {
  it.each([
    ["```\na\n```", ["``` closed"]],
    ["~~~ python\na\n~~~~", ["~~~python closed"]],
    ["```js\r\na\r\n```\r\n", ["```js closed"]],
    ["```\ra\r```\r", ["``` closed"]],
    ["````md\n```\na\n```\n````", ["````md closed"]],
    ["```\n~~~\n```", ["``` closed"]],
    ["1. One\n   ```\n   a\n   ```", ["``` closed"]],
    ["- ```sh\n  a\n  ```", ["```sh closed"]],
    ["> ```\n> a\n> ```", ["``` closed"]],
    ["```a\n```b\n```", ["```a closed"]],
    ["```\na", ["``` open"]],
    ["```\na\n``", ["``` open"]],
    ["```js\na\n```js", ["```js open"]],
  ])("in %j are found with their end", (text, expected) => {
    expect(fences(text)).toEqual(expected);
  });

  it.each(["a ``` b", "```code``` in a line", "``two``", "word ```\n"])(
    "are not seen in %j",
    (text) => {
      expect(fences(text)).toEqual([]);
    },
  );

  it("are not closed by a line four blanks deeper, nor by a new list item", () => {
    expect(fences("```md\n1. One\n    ```sh\n    a\n    ```\n- ```\n```")).toEqual([
      "```md closed",
    ]);
  });
});

describe("code", () => {
  it.each([
    ["a `b` c", 3, true],
    ["a `b` c", 6, false],
    ["a ``b ` c`` d", 8, true],
    ["a ` b c", 6, false],
    ["it`s `b` c", 6, false],
    ["`a\n b` c", 4, false],
    ["```\na\n```\nb", 4, true],
    ["```\na\n```\nb", 10, false],
    ["a\n\n    b", 7, true],
    ["a\n\n\tb", 4, true],
    ["a\n\n    b\n    c\n\n    d", 13, true],
    ["a\n\n    b\n    c\n\n    d", 20, true],
    ["a\n    b", 6, false],
    ["# A\n\n- a\n\n    b", 14, false],
    ["- a\n\n      b", 11, true],
    ["1. a\n\n    b\n\nc\n\n    d", 20, true],
    ["- a\n    - b\n\n        c", 21, false],
    ["- a\nlazy\n\n    b", 14, false],
    ["```\n- a\n```\n\n    b", 17, true],
  ])("of %j holds the offset %i: %j", (text, offset, expected) => {
    expect(view(text).isInCode(offset)).toBe(expected);
  });
});

describe("links", () => {
  it.each([
    ["[a](b.md)", ["b.md"]],
    ["![a](b.png)", ["!b.png"]],
    ["[a]( b.md 'title' )", ["b.md"]],
    ['[a](<b c.md> "title")', ["b c.md"]],
    ["[a](b_(c).md)", ["b_(c).md"]],
    ["[![a](b.png)](c.md)", ["c.md", "!b.png"]],
    ["[a [b] c](d.md)", ["d.md"]],
    ["[a\nb](c.md)", ["c.md"]],
    ["[a]: b.md\n[c]: <d e.md> 'title'", ["b.md", "d e.md"]],
  ])("in %j are found", (text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  it.each([
    "[a]()",
    "[a](b c)",
    "[a](b",
    "a](b)",
    "[a\n\nb](c.md)",
    "\\[a](b.md)",
    "`[a](b.md)`",
    "```\n[a](b.md)\n```",
    "[^1]: A note.",
    "[Note]: this is a sentence",
  ])("are not seen in %j", (text) => {
    expect(targets(text)).toEqual([]);
  });

  it("have the offsets of the document", () => {
    const [link] = viewBody("---\n---\nSee [a](<b.md>).", 8).links;
    expect(link).toEqual({
      target: "b.md",
      targetSpan: { start: 17, end: 21 },
      isImage: false,
      start: 12,
      end: 23,
    });
  });

  it("are searched in linear time", () => {
    expect(targets("[".repeat(10_000) + "](".repeat(10_000))).toEqual([]);
    expect(targets("[](".repeat(10_000))).toEqual([]);
    expect(targets("[](<".repeat(10_000))).toEqual([]);
    expect(targets("`[a](b)` ".repeat(10_000))).toEqual([]);
  });
});
