import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inCodeUnitOrder } from "./order.ts";

async function* each(keys: readonly string[]): AsyncIterable<{ readonly key: string }> {
  for (const key of keys) yield { key };
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

describe("inCodeUnitOrder", () => {
  it("gives every listing in the order of bytes the order of code units", async () => {
    const unit = fc.constantFrom("a", "/", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}");
    const keys = fc.uniqueArray(fc.string({ unit, minLength: 1, maxLength: 5 }), { maxLength: 40 });
    const property = fc.asyncProperty(keys, async (set) => {
      const ordered: string[] = [];
      for await (const { key } of inCodeUnitOrder(each(set.toSorted(byBytes)))) ordered.push(key);
      expect(ordered).toEqual(set.toSorted());
    });
    await fc.assert(property, { seed: 7, numRuns: 500 });
  });
});
