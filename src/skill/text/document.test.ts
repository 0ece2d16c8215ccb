import { describe, expect, it } from "vitest";
import { applyEdits } from "./edit.ts";
import { bodyOf, readDocument } from "./document.ts";

function kinds(text: string): readonly string[] {
  return readDocument(text).problems.map((problem) => problem.kind);
}

/** The text after every edit that the problems offer. */
function mend(text: string): string {
  const edits = readDocument(text).problems.flatMap((problem) => problem.edits ?? []);
  return applyEdits(text, edits).text;
}

describe("readDocument", () => {
  it.each([
    ["line feeds", "---\nname: a\n---\nbody\n", "body\n"],
    ["CRLF", "---\r\nname: a\r\n---\r\nbody\r\n", "body\r\n"],
    ["no final line break", "---\nname: a\n---", ""],
    ["a rule in the body", "---\nname: a\n---\nb\n---\nc", "b\n---\nc"],
  ])("[GSV-01] cuts the frontmatter with %s", (_title, text, body) => {
    const document = readDocument(text);
    expect(document.frontmatter).toEqual({ name: "a" });
    expect(bodyOf(document)).toBe(body);
    expect(document.problems).toEqual([]);
  });

  it.each([
    ["\ufeff---\nname: a\n---\n", "byte-order-mark"],
    ["\n\n---\nname: a\n---\n", "text-before-fence"],
    ["<!-- c -->\n---\nname: a\n---\n", "text-before-fence"],
    ["---  \nname: a\n---\n", "opener-blanks"],
    ["---\nname: a\n---\t\n", "closer-blanks"],
    ["---\rname: a\r---\rb", "carriage-return"],
    ["---\nname: a\n---\r\nb\r\n", "mixed-line-ends"],
    ["", "empty-file"],
    ["../other/SKILL.md", "link-text"],
    ["name: a\ndescription: b\n", "missing-fence"],
    ["```yaml\n---\nname: a\n---\n```\n", "fenced-in-code"],
    ["# Title\n\ntext\n", "no-frontmatter"],
    ["---\nname: a\n\n# Title\n", "unclosed-frontmatter"],
    ["---\n---\nb", "empty-frontmatter"],
    ["---\n# only a comment\n---\nb", "empty-frontmatter"],
    ["---\n- a\n- b\n---\n", "not-a-mapping"],
    ["---\nname: a\nname: b\n---\n", "duplicate-key"],
    ["---\nmetadata:\n\tgsv: 1\n---\n", "tab-indent"],
    ["---\nname: [a\n---\nx\n", "unquoted-text"],
    ["---\ndescription: Use when: x\n---\n", "unquoted-text"],
    ["---\ndescription: @x does\n---\n", "unquoted-text"],
    ['---\ndescription: "a" and b\n---\n', "unquoted-text"],
    ["---\nname: {{ name }}\n---\n", "unquoted-text"],
    ["---\nargument-hint: [a] [b]\n---\n", "unquoted-text"],
    [`---\na: &a [1]\nb: [${"*a, ".repeat(30)}]\n---\n`, "too-large"],
  ])("says what is odd about %j", (text, kind) => {
    expect(kinds(text)).toContain(kind);
  });

  it("places every problem inside the text", () => {
    for (const text of ["---", "---\n", "---\n---", "---\n---\n"])
      for (const { end } of readDocument(text).problems)
        expect(end).toBeLessThanOrEqual(text.length);
  });

  it("[OC-04] recovers prose with a colon, loudly, and its fix is strict YAML", () => {
    const text = "---\nname: a\ndescription: Use when: a user asks\n---\nbody\n";
    const document = readDocument(text);
    expect(document.frontmatter).toEqual({ name: "a", description: "Use when: a user asks" });
    expect(document.problems).toMatchObject([{ kind: "unquoted-text", severity: "error" }]);
    expect(mend(text)).toBe('---\nname: a\ndescription: "Use when: a user asks"\n---\nbody\n');
    expect(kinds(mend(text))).toEqual([]);
  });

  it("recovers prose over several lines with the folding that YAML would have done", () => {
    const text = "---\ndescription: First: one\n  second line\nname: a\n---\n";
    expect(readDocument(text).frontmatter["description"]).toBe("First: one second line");
    expect(readDocument(mend(text)).frontmatter["description"]).toBe("First: one second line");
  });

  it("recovers a colon in a nested value", () => {
    const text = "---\nmetadata:\n  note: a: b\n  other: c\n---\n";
    expect(readDocument(text).frontmatter).toEqual({ metadata: { note: "a: b", other: "c" } });
  });

  it("keeps every field that can be read when one cannot", () => {
    const document = readDocument('---\nname: a\nbad: {"x": [}\n---\n');
    expect(document.frontmatter["name"]).toBe("a");
    expect(document.problems.length).toBeGreaterThan(0);
  });

  it("takes the last of two equal keys and says so", () => {
    const document = readDocument("---\nname: a\ndescription: d\nname: b\n---\n");
    expect(document.frontmatter["name"]).toBe("b");
    const problem = document.problems[0];
    expect(problem?.kind).toBe("duplicate-key");
    expect(document.text.slice(problem?.start, problem?.end)).toBe("name: b");
  });

  it("points at the line where the instructions begin inside an unclosed frontmatter", () => {
    const text = "---\nname: a\n\nRun the tool.\n\n---\n\nMore.\n";
    const problem = readDocument(text).problems[0];
    expect(text.slice(problem?.start, problem?.end)).toBe("Run the tool.");
    expect(problem?.hint).toContain("closing `---`");
  });

  it("reads 1.1 booleans and odd numbers as YAML 1.2 does", () => {
    const text = "---\na: yes\nb: 012\nc: 0o17\nd: 1_000\ne: 2024-01-01\nf: ~\ng: 1.10\n---\n";
    expect(readDocument(text).frontmatter).toEqual({
      a: "yes",
      b: 12,
      c: 15,
      d: "1_000",
      e: "2024-01-01",
      f: null,
      g: 1.1,
    });
  });

  it("keeps `__proto__` as data", () => {
    const document = readDocument("---\n__proto__:\n  x: 1\nname: a\n---\n");
    expect(Object.keys(document.frontmatter)).toEqual(["__proto__", "name"]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
