import { describe, expect, it } from "vitest";
import { createParser } from "./parse-markdown.ts";

const parse = createParser();
const ROWS = 8000;

/** Each took seconds to minutes, or ended in an exception, where it was drawn in full. */
const HEAVY: readonly (readonly [string, string])[] = [
  ["words to be stressed", "_a".repeat(200_000)],
  ["half an address", `${"a.".repeat(100_000)}@`],
  ["links that never end", "[a](b".repeat(80_000)],
  ["quotations in quotations", ">".repeat(400_000)],
  ["lists in lists", "- ".repeat(10_000)],
  ["numbers in numbers", "1. ".repeat(10_000)],
  ["steps to the right", Array.from({ length: 400 }, (_, at) => `${" ".repeat(at)}- a`).join("\n")],
  ["a wide table", `|${"a|".repeat(1000)}\n|${"-|".repeat(1000)}\n${"|\n".repeat(ROWS)}`],
  ["a book", "word ".repeat(100_000)],
];

describe("Markdown of strangers", () => {
  it.each(HEAVY)("[BX-14] is shown as it is written where it is %s", (_, text) => {
    const html = parse(text);
    expect(html.startsWith("<pre>")).toBe(true);
    expect(html.length).toBeLessThan(5 * text.length + 20);
  });

  it("is drawn where people wrote it, also when it is long", () => {
    const part = [
      "# Letters\n\nSort **all** of `them`, see [how](https://example.org) and a_b_c.",
      "> Said.\n> > Said again.",
      "- one\n  - two\n    - three\n      1. four",
      `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(50)}`,
      `![x](data:image/png;base64,${"iVBORw0KGgo".repeat(200)})`,
    ].join("\n\n");
    const html = parse(`${part}\n\n`.repeat(100));
    expect(html.match(/<h1>/gu)).toHaveLength(100);
    expect(html.match(/<td>/gu)).toHaveLength(10_000);
    expect(html).not.toContain("<pre>");
  });
});
