import { describe, expect, it } from "vitest";
import type { Json } from "../../../skill/index.ts";
import { createVariables } from "../template.ts";
import { evaluateCondition, ExpressionError } from "./index.ts";

const outputs: readonly (readonly [string, Json])[] = [
  ["node-1", "yes"],
  ["number", "7"],
  ["empty", ""],
  ["quote", `it's "so" && true`],
  ["attack", `" || true || "`],
  ["template", "{{input}}"],
  ["http", { list: ["a", "b"], count: 3, deep: [{ ok: true }] }],
];
const variables = createVariables({
  input: "Hello world",
  inputNames: new Set(["q"]),
  outputs: new Map(outputs),
});
const holds = (text: string): Promise<boolean> => evaluateCondition(text, variables);

describe("a condition", () => {
  it.each([
    ["", true],
    ["true", true],
    ["True", true],
    ["false", false],
    ["null", false],
    ["0", false],
    ["-1.5e2", true],
    ["''", false],
    ["'0'", true],
    // Values of variables.
    ["{{input}}", true],
    ["{{empty.output}}", false],
    ["{{nobody.output}}", false],
    ["{{node-1.output}} === 'yes'", true],
    ["node-1.output === 'yes'", true],
    ["input === 'Hello world'", true],
    ["q === input", true],
    [`"{{node-1.output}}" === "yes"`, true],
    [`"<{{node-1.output}}>" === "<yes>"`, true],
    ["{{http.output.count}} > 2", true],
    ["{{http.output.list}} contains 'b'", true],
    ["{{http.output.list}} contains 'c'", false],
    ["http.output.list.1 === 'b'", true],
    ["http.output.deep.0.ok", true],
    // Comparisons.
    ["{{node-1.output}} !== 'yes'", false],
    ["{{number.output}} === 7", false],
    ["{{number.output}} == 7", true],
    ["{{number.output}} != 8", true],
    ["{{number.output}} > 6", true],
    ["{{number.output}} <= 6.5", false],
    ["{{node-1.output}} > 6", false],
    ["{{node-1.output}} < 6", false],
    ["'b' > 'a'", true],
    ["null === null", true],
    ["null == false", false],
    ["'' == 0", false],
    ["{{nobody.output}} === null", true],
    // Operators.
    ["!true", false],
    ["!!'x'", true],
    ["!{{empty.output}} && true", true],
    ["true || false && false", true],
    ["(true || false) && false", false],
    ["1 < 2 === true", true],
    ["'a' && 'b' === 'b'", true],
    // Texts that are a part of others.
    ["{{input}}.includes('world')", true],
    ["input.includes ( 'World' )", false],
    ["'a,b'.includes(',') && !'ab'.includes(',')", true],
    ["{{input}} contains 'wor' + ''", "Unexpected `+`, expected a value"],
    ["{{input}} CONTAINS 'wor' || false", true],
    ["{{http.output.count}} contains '3'", false],
    ["'73' contains {{number.output}}", true],
    // Signs between quotes are text.
    ["'a && b' === 'a && b'", true],
    [`'it\\'s' === "it's"`, true],
    [`"a\\nb" contains "\\n"`, true],
    ["'true' === true", false],
    ["'x contains y' contains 'contains'", true],
    // What values say is never read as an expression.
    [`"{{attack.output}}" === "x"`, false],
    [`{{attack.output}} === "x"`, false],
    [`"{{quote.output}}" contains "it's"`, true],
    ["{{template.output}} === {{input}}", false],
    [`"{{template.output}}" === "{{input}}"`, false],
    // What is not an expression.
    ["{{input}} ===", "Unexpected end, expected a value"],
    ["=== 1", "Unexpected `=== 1`, expected a value"],
    ["(true", "Unexpected end, expected `)`"],
    ["true)", "Unexpected `)`, expected an operator or the end"],
    ["true false", "Unexpected `false`, expected an operator or the end"],
    ["'open", "Unexpected end, expected ' to close the text"],
    ["a = b", "Unexpected `=`, expected a value"],
    ["a; b", "Unexpected `;`, expected a value"],
    ["process.exit(1)", "Unexpected `(1)`, expected an operator or the end"],
    [
      "input.constructor('return 1')()",
      "Unexpected `('return 1')()`, expected an operator or the end",
    ],
    ["`x`", "Unexpected ```, expected a value"],
    ["{{ input }}", "Unexpected `{`, expected a value"],
    ["input.includes('a'", "Unexpected end, expected `)`"],
    ["'a'.length", "Unexpected `.`, expected a value"],
    [`${"(".repeat(200)}1${")".repeat(200)}`, "Unexpected depth, expected fewer brackets"],
    ["!".repeat(5000), "Unexpected depth, expected fewer brackets"],
  ])("%j gives %j", async (text, expected) => {
    if (typeof expected === "boolean") expect(await holds(text)).toBe(expected);
    else {
      await expect(holds(text)).rejects.toThrow(ExpressionError);
      await expect(holds(text)).rejects.toThrow(expected);
    }
  });

  it("reaches nothing but the variables", async () => {
    for (const name of [
      "constructor",
      "__proto__",
      "toString",
      "http.output.constructor",
      "globalThis",
    ])
      expect(await holds(`${name} === null`)).toBe(true);
  });
});

function found(whole: string, part: string): Promise<boolean> {
  return evaluateCondition(
    "input contains part.output",
    createVariables({ input: whole, inputNames: new Set(), outputs: new Map([["part", part]]) }),
  );
}

describe("a search for a long text", () => {
  const input = "a".repeat(500_000);
  const near = `${"a".repeat(100)}b${"a".repeat(250_000)}`;

  it("[BX-14] ends soon, whatever is almost there", async () => {
    expect(await found(input, near)).toBe(false);
    expect(await found(`${input}b${input}`, near)).toBe(true);
  });

  it.each(["ab".repeat(50), `${"ab".repeat(40)}c`, "abc".repeat(40)])(
    "finds as usual",
    async (part) => {
      const whole = "ab".repeat(100) + "c" + "abc".repeat(20);
      expect(await found(whole, part)).toBe(whole.includes(part));
    },
  );
});

describe("a condition that compares one long text again and again", () => {
  it("[BX-14] is refused instead of keeping everybody waiting", async () => {
    const long = createVariables({
      input: "ab".repeat(250_000),
      inputNames: new Set(),
      outputs: new Map(),
    });
    const text = Array.from({ length: 500 }, () => "input contains input").join(" && ");
    await expect(evaluateCondition(text, long)).rejects.toThrow("It compares too much text");
  });

  it("[BX-14] counts lists and maps by what they hold", async () => {
    const list = Array.from({ length: 100_000 }, (_, index) => index);
    const long = createVariables({
      input: "",
      inputNames: new Set(),
      outputs: new Map<string, Json>([["a", list]]),
    });
    const text = Array.from({ length: 200 }, () => "a.output === a.output").join(" && ");
    await expect(evaluateCondition(text, long)).rejects.toThrow("It compares too much text");
  });

  it("takes chains as long as a condition may be", async () => {
    expect(await holds(`${"0||".repeat(3332)}1`)).toBe(true);
    expect(await holds(`${"0<".repeat(4999)}1`)).toBe(true);
  });
});
