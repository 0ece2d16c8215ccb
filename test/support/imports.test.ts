import { describe, expect, it } from "vitest";
import {
  checkDialectIsolation,
  checkDoors,
  checkOutsideWorld,
  checkPure,
  checkTable,
  findCycles,
  findUnusedContracts,
  roomOf,
  scanImports,
} from "./imports.ts";
import type { SourceFile } from "./source.ts";

/** Files of one line each: `{ "src/a.ts": 'import "./b.ts";' }`. */
function files(texts: Readonly<Record<string, string>>): readonly SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

describe("scanImports", () => {
  it.each([
    ['import { a } from "./a.ts";', "./a.ts", false],
    ["import a from './a.ts'", "./a.ts", false],
    ['import {\n  a,\n  type B,\n} from "./a.ts";', "./a.ts", false],
    ['import * as a from "./a.ts";', "./a.ts", false],
    ['import type { A } from "./a.ts";', "./a.ts", true],
    ['export { a } from "./a.ts";', "./a.ts", false],
    ['export * from "./a.ts";', "./a.ts", false],
    ['export type { A } from "./a.ts";', "./a.ts", true],
    ['import"./a.ts";', "./a.ts", false],
    ['import "./a.ts";', "./a.ts", false],
    ['const a = await import("./a.ts");', "./a.ts", false],
    ['let a: import(\n  "./a.ts"\n).A;', "./a.ts", false],
    ["const a = await import(name);", undefined, false],
    ["const a = await import(`./${name}.ts`);", undefined, false],
    ['import a from "./a.json" with { type: "json" };', "./a.json", false],
    ['export const x = 1; import { a } from "./a.ts";', "./a.ts", false],
  ])("finds the import in %j", (text, specifier, isTypeOnly) => {
    expect(scanImports(text)).toEqual([{ specifier, isTypeOnly, line: 1 }]);
  });

  it.each([
    '// import "./a.ts"',
    '/* export * from "./a.ts" */',
    '`import { a } from "./a.ts"`',
    "const text = 'import \"./a.ts\"';",
    'call.import("./a.ts")',
    "import.meta.dirname",
    'export const from = "./a.ts";',
    'export interface A { readonly from: "x" }',
  ])("finds nothing in %j", (text) => {
    expect(scanImports(text)).toEqual([]);
  });

  it("tells the line", () => {
    expect(scanImports('import "a";\n\nimport "b";').map(({ line }) => line)).toEqual([1, 3]);
  });
});

describe("roomOf", () => {
  it.each([
    ["src/skill/model/skill.ts", "skill"],
    ["src/index.ts", "index"],
    ["src/cli/main.ts", "cli"],
    ["web/pages/a.tsx", "web"],
    ["test/a.ts", undefined],
  ])("puts %s in %s", (path, room) => {
    expect(roomOf(path)).toBe(room);
  });
});

describe("checkTable", () => {
  const table = { a: ["b", "c/part"], b: [], c: [], web: ["type a"], index: ["a"] };

  it.each([
    ["src/a/x.ts", 'import "../b/index.ts";'],
    ["src/a/x.ts", 'import "../c/part/index.ts";'],
    ["src/a/x.ts", 'import "./y/z.ts";'],
    ["src/a/x.ts", 'import "node:fs"; import "yaml"; import "@scope/name/sub";'],
    ["src/a/x.test.ts", 'import "../../test/support/needs.ts";'],
    ["src/index.ts", 'export { a } from "./a/index.ts";'],
    ["web/x.ts", 'import type { A } from "../src/a/index.ts"; import "./y.ts";'],
  ])("lets %s have %j", (path, text) => {
    expect(checkTable(files({ [path]: text }), table)).toEqual([]);
  });

  it.each([
    ["src/b/x.ts", 'import "../a/index.ts";', "imports `src/a/index.ts`, which `b` may not."],
    [
      "src/b/x.ts",
      'await import("../a/index.ts");',
      "imports `src/a/index.ts`, which `b` may not.",
    ],
    [
      "src/b/x.ts",
      'export * from "../a/index.ts";',
      "imports `src/a/index.ts`, which `b` may not.",
    ],
    ["src/a/x.ts", 'import "../c/index.ts";', "imports `src/c/index.ts`, which `a` may not."],
    [
      "src/a/x.ts",
      'import "../c/partial/index.ts";',
      "imports `src/c/partial/index.ts`, which `a` may not.",
    ],
    ["src/a/x.ts", 'import "../index.ts";', "imports `src/index.ts`, which `a` may not."],
    ["src/a/x.ts", 'import "../../test/x.ts";', "imports `test/x.ts`, which `a` may not."],
    ["src/a/x.ts", 'import "../../web/x.ts";', "imports `web/x.ts`, which `a` may not."],
    ["src/a/x.ts", 'import "#x";', "imports `#x`, which is neither file nor package."],
    ["src/a/x.ts", 'import "/x.ts";', "imports `/x.ts`, which is neither file nor package."],
    [
      "src/a/x.ts",
      'import "skillwright/skill";',
      "imports `skillwright/skill`, which is neither file nor package.",
    ],
    ["src/a/x.ts", "await import(x);", "imports what it computes, which no table can check."],
    ["src/d/x.ts", 'import "yaml";', "is in a room that the table does not list."],
    [
      "web/x.ts",
      'import { a } from "../src/a/index.ts";',
      "imports `src/a/index.ts` as a value; `web` may import its types alone.",
    ],
    [
      "web/x.ts",
      'import type { B } from "../src/b/index.ts";',
      "imports `src/b/index.ts`, which `web` may not.",
    ],
  ])("stops %s from having %j", (path, text, problem) => {
    expect(checkTable(files({ [path]: text }), table)).toEqual([`${path}:1 ${problem}`]);
  });
});

describe("checkDoors", () => {
  it.each([
    ["src/a/x.ts", 'import "../b/index.ts";'],
    ["src/a/x.ts", 'import "../b/part/index.ts";'],
    ["src/a/x.ts", 'import "../b/contract.ts";'],
    ["src/a/x.ts", 'import "./deep/er/y.ts";'],
    ["src/a/x.test.ts", 'import "../b/inner.ts";'],
  ])("lets %s have %j", (path, text) => {
    expect(checkDoors(files({ [path]: text }), ["src/b/contract.ts"])).toEqual([]);
  });

  it.each(["../b/inner.ts", "../b/part/inner.ts", "../b/part/deep/index.ts"])(
    "stops an import of %s",
    (specifier) => {
      const [problem, ...more] = checkDoors(files({ "src/a/x.ts": `import "${specifier}";` }), []);
      expect(problem).toMatch(/^src\/a\/x\.ts:1 enters `b` through `src\/b\//u);
      expect(more).toEqual([]);
    },
  );
});

describe("findUnusedContracts", () => {
  it("names those that only their own room and tests import", () => {
    const sources = files({
      "src/a/x.ts": 'import "../b/one.ts";',
      "src/a/x.test.ts": 'import "../b/two.ts";',
      "src/b/y.ts": 'import "./two.ts";',
    });
    expect(findUnusedContracts(sources, ["src/b/one.ts", "src/b/two.ts"])).toEqual([
      "src/b/two.ts",
    ]);
  });
});

describe("checkDialectIsolation", () => {
  it("lets a dialect import its own files, the contract and what is shared", () => {
    const text = 'import "./read.ts"; import "../dialect.ts"; import "../shared/x.ts";';
    expect(checkDialectIsolation(files({ "src/skill/dialects/one/index.ts": text }))).toEqual([]);
    const list = 'import "./one/index.ts";';
    expect(checkDialectIsolation(files({ "src/skill/dialects/index.ts": list }))).toEqual([]);
  });

  it.each(["one", "shared"])("stops %s from importing another dialect", (name) => {
    const path = `src/skill/dialects/${name}/read.ts`;
    expect(checkDialectIsolation(files({ [path]: 'import "../two/index.ts";' }))).toEqual([
      `${path}:1 imports \`src/skill/dialects/two/index.ts\` of another dialect.`,
    ]);
  });
});

describe("checkPure", () => {
  it("stops modules of Node, with and without their prefix, in the named rooms alone", () => {
    const text = 'import "node:path"; import "fs"; import "yaml";';
    const sources = files({
      "src/skill/a.ts": text,
      "src/cli/a.ts": text,
      "src/skill/a.test.ts": text,
    });
    expect(checkPure(sources, ["skill"])).toEqual([
      "src/skill/a.ts:1 imports `node:path`, but runs in a browser too.",
      "src/skill/a.ts:1 imports `fs`, but runs in a browser too.",
    ]);
  });
});

describe("checkOutsideWorld", () => {
  it("stops files, processes and sockets outside platform", () => {
    const text = 'import "node:fs/promises"; import "node:util"; import "child_process";';
    expect(checkOutsideWorld(files({ "src/cli/a.ts": text, "src/platform/a.ts": text }))).toEqual([
      "src/cli/a.ts:1 imports `node:fs/promises`, which only `platform` may.",
      "src/cli/a.ts:1 imports `child_process`, which only `platform` may.",
    ]);
  });
});

describe("findCycles", () => {
  it("finds none in a diamond", () => {
    const sources = files({
      "src/a.ts": 'import "./b.ts"; import "./c.ts";',
      "src/b.ts": 'import "./d.ts";',
      "src/c.ts": 'import "./d.ts";',
      "src/d.ts": "",
    });
    expect(findCycles(sources)).toEqual([]);
  });

  it("reports the way round", () => {
    const sources = files({
      "src/a.ts": 'import "./b.ts";',
      "src/b.ts": 'import type { C } from "./c.ts";',
      "src/c.ts": 'await import("./b.ts");',
      "src/d.ts": 'import "./d.ts";',
    });
    expect(findCycles(sources)).toEqual(["src/b.ts → src/c.ts → src/b.ts", "src/d.ts → src/d.ts"]);
  });
});
