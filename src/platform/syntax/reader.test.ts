import { beforeAll, describe, expect, it, vi } from "vitest";
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

  it("[BX-07] reads as much on a busy machine as on an idle one", async () => {
    const clock = vi.spyOn(performance, "now");
    let time = 0;
    clock.mockImplementation(() => (time += 60_000));
    const busy = new TreeSitterReader();
    await busy.load(["python"]);
    expect(busy.parse("python", "x = [1, 2]\n".repeat(2000)).problem).toBeUndefined();
    clock.mockRestore();
  });

  it("reads nothing more when all texts together have taken too many steps", async () => {
    const text = "x = [1, 2]\n".repeat(500);
    const slow = new TreeSitterReader({ total: 250 });
    await slow.load(["python"]);
    expect(slow.parse("python", text).problem).toBeUndefined();
    expect(slow.parse("python", text)).toEqual({ problem: "too-slow" });
    expect(slow.parse("python", "x")).toEqual({ problem: "too-slow" });
    await slow.load(["python"]);
    expect(slow.parse("python", text).problem).toBeUndefined();
  });

  it("stops after so many steps, and reads the next text from its beginning", async () => {
    const slow = new TreeSitterReader({ steps: 20 });
    await slow.load(["python"]);
    expect(slow.parse("python", "x = [1, 2]\n".repeat(5000))).toEqual({ problem: "too-slow" });
    expect(types(slow.parse("python", "y\n").root)).toEqual([
      "module",
      ["expression_statement", "identifier"],
    ]);
  });

  it.each([
    ["powershell", `    ${"& ".repeat(20_000)}\n`],
    ["powershell", "${".repeat(900)],
    ["powershell", "${a\n".repeat(900)],
    ["python", `    ${"$a ".repeat(40_000)}\n`],
  ] as const)("[BX-07] counts steps that are lost in errors of %s: %#", async (language, text) => {
    const own = new TreeSitterReader();
    await own.load([language]);
    expect(["too-slow", "too-deep"]).toContain(own.parse(language, text).problem);
  });
});
