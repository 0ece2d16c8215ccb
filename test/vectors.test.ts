import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { runCase } from "../src/app/conform/run-case.ts";
import { findDialect, type JsonObject } from "../src/skill/index.ts";

const folder = resolve(import.meta.dirname, "../vectors");

interface Case {
  readonly id: string;
  readonly clause: string;
  readonly op: string;
  readonly dialect: string;
}

const expectedFailures: { readonly ops: { readonly [op: string]: string } } = JSON.parse(
  readFileSync(join(folder, "expected-failures.json"), "utf8"),
);

const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const seenOps = new Set<string>();

describe.each(files)("%s", (name) => {
  const lines = readFileSync(join(folder, name), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const cases = lines.map((line): Case & JsonObject => JSON.parse(line));
  for (const item of cases) seenOps.add(item.op);
  const current = cases.filter((item) => !Object.hasOwn(expectedFailures.ops, item.op));

  it.each(current.map((item) => [item.clause, item.id, item] as const))(
    "[%s] %s",
    (_clause, _id, item) => {
      const result = runCase(item);
      expect({ outcome: result.outcome, actual: result.actual }).toMatchObject({
        outcome: "passed",
      });
    },
  );

  it("names only dialects that exist", () => {
    for (const item of cases) expect(findDialect(item.dialect)?.id).toBe(item.dialect);
  });
});

describe("expected failures", () => {
  it("are still unsupported, and have cases", () => {
    const lines = files.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
    const stale = Object.keys(expectedFailures.ops).filter((op) => {
      const first = lines.find((line) => new RegExp(`"op": ?"${op}"`, "u").test(line));
      return !seenOps.has(op) || runCase(JSON.parse(first ?? "{}")).outcome !== "unsupported";
    });
    expect(stale).toEqual([]);
  });
});
