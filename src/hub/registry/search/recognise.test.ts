import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TopResults } from "./best.ts";
import { readQuestion } from "./concepts.ts";
import { editDistance } from "../../../skill/index.ts";
import { pieces } from "./distance.ts";
import { listBits, NumberSet, wordsFor } from "./number-set.ts";
import { stemOf } from "./stem.ts";

describe("stemOf", () => {
  it.each([
    ["caresses", "caress"],
    ["ponies", "poni"],
    ["cats", "cat"],
    ["agreed", "agre"],
    ["plastered", "plaster"],
    ["motoring", "motor"],
    ["conflated", "conflat"],
    ["hopping", "hop"],
    ["falling", "fall"],
    ["filing", "file"],
    ["happy", "happi"],
    ["relational", "relat"],
    ["generalization", "gener"],
    ["electricity", "electr"],
    ["adjustment", "adjust"],
    ["adoption", "adopt"],
    ["controlling", "control"],
    ["k8s", "k8s"],
    ["größe", "größe"],
  ])("of %s is %s", (word, stem) => {
    expect(stemOf(word)).toBe(stem);
  });
});

describe("editDistance", () => {
  it.each([
    ["pdf", "pfd", 1],
    ["kubernetes", "kubernets", 1],
    ["typescript", "typscirpt", 2],
    ["abc", "xyz", 3],
  ])("from %s to %s is %d", (one, other, expected) => {
    expect(editDistance(one, other, 2)).toBe(expected);
  });

  it("is one for words with one error, which share a piece", () => {
    const word = fc.string({
      unit: fc.constantFrom("a", "b", "c", "d", "e"),
      minLength: 3,
      maxLength: 8,
    });
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom("a", "b", "z"), (text, seed, letter) => {
        const at = seed % text.length;
        for (const other of [
          text.slice(0, at) + text.slice(at + 1),
          text.slice(0, at) + letter + text.slice(at),
          text.slice(0, at) + letter + text.slice(at + 1),
          text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2),
        ]) {
          expect(editDistance(text, other, 2)).toBeLessThanOrEqual(1);
          const own = new Set(pieces(text));
          expect(pieces(other).some((piece) => own.has(piece))).toBe(true);
        }
      }),
      { seed: 1 },
    );
  });
});

describe("NumberSet", () => {
  it("holds what a plain set holds, whether it has few numbers or many", () => {
    const step = fc.tuple(fc.boolean(), fc.nat(500));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const plain = new Set<number>();
        const own = new NumberSet(() => 400);
        for (const [isAdded, number] of steps)
          if (isAdded) {
            plain.add(number);
            own.add(number);
          } else {
            plain.delete(number);
            own.delete(number);
          }
        const sorted = [...plain].toSorted((a, b) => a - b);
        expect([...own.list()].toSorted((a, b) => a - b)).toEqual(sorted);
        const bits = new Uint32Array(wordsFor(500));
        own.addTo(bits);
        expect([...listBits(bits)]).toEqual(sorted);
        expect([own.size, own.countIn(bits)]).toEqual([plain.size, plain.size]);
      }),
      { seed: 1 },
    );
  });
});

describe("Best", () => {
  it("keeps the best of any order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (numbers, limit) => {
        const best = new TopResults(limit, (a, b) => a - b);
        for (const number of numbers) best.add(number);
        expect(best.sorted()).toEqual(numbers.toSorted((a, b) => a - b).slice(0, limit));
      }),
      { seed: 1 },
    );
  });
});

function words(query: string): readonly string[] {
  return readQuestion(query).concepts.map(({ word }) => word);
}

describe("readQuestion", () => {
  it("leaves out words that say nothing, unless there are no others", () => {
    expect(words("Can you please help me with the invoices?")).toEqual(["invoices"]);
    expect(words("what to use when")).toEqual(["what", "to", "use", "when"]);
    expect(words("検索ツール")).toEqual(["検索", "索ツ", "ツー", "ール"]);
  });
});
