import { beforeAll, describe, expect, it } from "vitest";
import { TreeSitterReader } from "./index.ts";
import type { ReadNode } from "./index.ts";

const reader = new TreeSitterReader();

beforeAll(() => reader.load(["python", "javascript", "typescript", "tsx", "bash", "powershell"]));

function types(node: ReadNode | undefined): unknown {
  if (node === undefined) return undefined;
  return node.children.length === 0 ? node.type : [node.type, ...node.children.map(types)];
}

describe("TreeSitterReader", () => {
  it("gives nodes with names, and marks that stand in a field", () => {
    expect(types(reader.parse("python", "x = 1 + y\n").root)).toEqual([
      "module",
      [
        "expression_statement",
        ["assignment", "identifier", ["binary_operator", "integer", "+", "identifier"]],
      ],
    ]);
  });

  it("counts offsets in UTF-16 units", () => {
    const text = "x = '🦊é'; y\n";
    const last = reader.parse("python", text).root?.children.at(-1);
    expect(text.slice(last?.start, last?.end)).toBe("y");
  });

  it.each([
    ["javascript", "const a = <b/>;", "program"],
    ["typescript", "const a: string = b as string;", "program"],
    ["tsx", "const a: B = <b/>;", "program"],
    ["bash", "echo $x", "program"],
    ["powershell", "Write-Host $x", "program"],
  ] as const)("reads %s", (language, text, type) => {
    expect(reader.parse(language, text).root?.type).toBe(type);
  });

  it("names a language that was not loaded", () => {
    expect(new TreeSitterReader().parse("python", "x")).toEqual({ problem: "unavailable" });
  });

  it("does not begin with a text that is too long", async () => {
    const small = new TreeSitterReader({ size: 3 });
    await small.load(["python"]);
    expect(small.parse("python", "x = 1")).toEqual({ problem: "too-large" });
  });

  it("leaves out what lies too deep", () => {
    const { root, problem } = reader.parse("python", `${"(".repeat(20_000)}1${")".repeat(20_000)}`);
    expect(problem).toBe("too-deep");
    let depth = 0;
    for (let node = root; node !== undefined; node = node.children[0]) depth++;
    expect(depth).toBeLessThanOrEqual(400);
  });

  it("does not begin with brackets that open without end", () => {
    expect(reader.parse("javascript", "{a:".repeat(30_000))).toEqual({ problem: "too-deep" });
  });

  it("reads nothing more when all texts together have taken too long", async () => {
    let clock = 0;
    const slow = new TreeSitterReader({ total: 10 }, () => (clock += 6));
    await slow.load(["python"]);
    expect(slow.parse("python", "x").problem).toBeUndefined();
    expect(slow.parse("python", "x").problem).toBeUndefined();
    expect(slow.parse("python", "x")).toEqual({ problem: "too-slow" });
    await slow.load(["python"]);
    expect(slow.parse("python", "x").problem).toBeUndefined();
  });

  it("stops when time is up, and reads the next text from its beginning", async () => {
    let clock = 0;
    const slow = new TreeSitterReader({ time: 5 }, () => (clock += 3));
    await slow.load(["python"]);
    expect(slow.parse("python", "x = [1, 2]\n".repeat(5000))).toEqual({ problem: "too-slow" });
    clock = -1e9;
    expect(types(slow.parse("python", "y\n").root)).toEqual([
      "module",
      ["expression_statement", "identifier"],
    ]);
  });
});
