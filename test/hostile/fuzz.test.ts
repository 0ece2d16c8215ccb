/** Every target of the fuzzer: what it once found, and a few inputs more from a fixed seed. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCases } from "./fuzz/cases.ts";
import { checkInput } from "./fuzz/check-input.ts";
import { fuzzTarget } from "./fuzz/fuzz-target.ts";
import { type OpenTarget, textOf } from "./fuzz/target.ts";
import { fuzzTargets } from "./fuzz/targets/index.ts";

const SEED = 20_261_116;

describe.each(fuzzTargets.map((target) => [target.name, target] as const))(
  "fuzzing %s",
  (name, target) => {
    let open: OpenTarget;
    beforeAll(async () => {
      open = await target.open();
    });
    afterAll(() => open.close?.());

    const cases = readCases(name);
    if (cases.length > 0)
      it.each(cases.map((kept) => [kept.name, kept] as const))(
        "[BX-14] holds its invariants for %s",
        async (_name, { input }) => {
          expect((await checkInput(target, open, input)).failure?.message).toBeUndefined();
        },
      );

    it(`[BX-14] holds its invariants for ${target.quickRuns} inputs of a fixed seed`, async () => {
      const found: string[] = [];
      await fuzzTarget(target, {
        seed: SEED,
        goesOn: (runs) => runs < target.quickRuns,
        onFound: ({ message, input }) => {
          found.push(`${message}\n${JSON.stringify(textOf(input).slice(0, 1000))}`);
        },
        mostTries: 100,
      });
      expect(found).toEqual([]);
    });
  },
);

describe("cases of the fuzzer", () => {
  it("belong to a target each", () => {
    const folder = join(import.meta.dirname, "cases");
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const known = new Set(fuzzTargets.map(({ name }) => name));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});
