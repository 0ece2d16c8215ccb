/** The statistics, against published examples and against counting everything out. */
import { describe, expect, it } from "vitest";
import {
  cohenKappa,
  confusionMatrix,
  mcnemar,
  pairedDifference,
  passAtK,
  passHatK,
  scoreTriggers,
  computeSpread,
  toVerdict,
  wilson,
} from "./index.ts";

describe("[BX-09] Wilson's interval", () => {
  // Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [29, 29, 0.883, 1],
  ])("of %i of %i", (successes, trials, low, high) => {
    const interval = wilson(successes, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("of nothing is everything", () => {
    expect(wilson(0, 0)).toEqual({
      value: 0,
      low: 0,
      high: 1,
      successes: 0,
      trials: 0,
      cases: 0,
    });
  });
});

/** Every choice of k of n. */
function choices(n: number, k: number): readonly (readonly number[])[] {
  if (k === 0) return [[]];
  if (n < k) return [];
  return [...choices(n - 1, k), ...choices(n - 1, k - 1).map((rest) => [...rest, n - 1])];
}

describe("[BX-09] pass@k and pass^k", () => {
  const cases = [1, 2, 3, 5, 8].flatMap((n) =>
    Array.from({ length: n + 1 }, (_none, c) => [1, 2, 3].map((k) => ({ n, c, k }))).flat(),
  );

  it.each(cases.filter(({ n, k }) => k <= n))("n=$n c=$c k=$k, by counting", ({ n, c, k }) => {
    // The first c of the n trials passed.
    const all = choices(n, k);
    const some = all.filter((picked) => picked.some((trial) => trial < c)).length / all.length;
    const every = all.filter((picked) => picked.every((trial) => trial < c)).length / all.length;
    expect(passAtK(n, c, k)).toBeCloseTo(some, 12);
    expect(passHatK(n, c, k)).toBeCloseTo(every, 12);
  });

  it("are unknown where there are fewer trials than k", () => {
    expect(passAtK(2, 1, 3)).toBeUndefined();
    expect(passHatK(2, 1, 3)).toBeUndefined();
  });
});

describe("[BX-09] McNemar's test", () => {
  it.each([
    // Exact binomial, two-sided: 2 * sum(C(n, i)) / 2^n.
    [0, 5, 0.0625],
    [0, 6, 0.03125],
    [2, 8, 0.109375],
    [6, 16, 0.0524788],
    [5, 5, 1],
    [0, 0, 1],
  ])("of %i against %i", (first, second, p) => {
    expect(mcnemar(first, second).p).toBeCloseTo(p, 6);
    expect(mcnemar(second, first).p).toBeCloseTo(p, 6);
  });

  it("stays exact for many", () => {
    // Agresti, Categorical Data Analysis, table 10.1: 86 and 150 approvals that changed.
    expect(mcnemar(86, 150).p).toBeLessThan(0.0001);
    expect(mcnemar(1000, 1000).p).toBe(1);
    // The normal approximation with a correction for continuity: z = (1100 - 1000 - 1) / √2100.
    expect(mcnemar(1000, 1100).p).toBeCloseTo(0.0307, 3);
  });
});

describe("[BX-09] the paired difference", () => {
  const pairs = [1, 1, 1, 0, 1, 1, 0, 1, 1, 1].map((value, index): readonly [number, number] => [
    value,
    index % 2,
  ]);

  it("is the same for the same seed", () => {
    expect(pairedDifference(pairs)).toEqual(pairedDifference(pairs));
  });

  it("has the interval that drawing every sample would give", () => {
    const small: readonly (readonly [number, number])[] = [
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 1],
    ];
    const differences = small.map(([first, second]) => first - second);
    const means: number[] = [];
    for (let code = 0; code < 4 ** 4; code += 1) {
      const drawn = [0, 1, 2, 3].map(
        (place) => differences[Math.floor(code / 4 ** place) % 4] ?? 0,
      );
      means.push(drawn.reduce((sum, value) => sum + value, 0) / 4);
    }
    const sorted = means.toSorted((a, b) => a - b);
    const { low, high, value, better, worse, same } = pairedDifference(small);
    expect({ value, better, worse, same }).toEqual({ value: 0.25, better: 2, worse: 1, same: 1 });
    expect(low).toBe(sorted[Math.floor(sorted.length * 0.025)]);
    expect(high).toBe(sorted[Math.ceil(sorted.length * 0.975) - 1]);
  });
});

type Pair = readonly [number, number];

function verdictOf(pairs: readonly Pair[]): unknown {
  return toVerdict(pairedDifference(pairs), computeSpread(pairs));
}

function many<Item>(count: number, item: Item): readonly Item[] {
  return Array.from({ length: count }, () => item);
}

describe("[BX-09] the verdict", () => {
  it("is that a skill helps or hurts, where the interval leaves zero out", () => {
    const pairs = [...many<Pair>(12, [1, 0]), ...many<Pair>(3, [1, 1])];
    expect(verdictOf(pairs)).toEqual({ verdict: "helps" });
    expect(verdictOf(pairs.map(([a, b]) => [b, a] as const))).toEqual({ verdict: "hurts" });
  });

  it("is no clear effect, where it is at most a small one", () => {
    expect(verdictOf(many<Pair>(40, [1, 1]))).toEqual({ verdict: "no clear effect" });
  });

  it("says how many cases it takes, where these are too few", () => {
    expect(verdictOf(many<Pair>(3, [1, 0]))).toEqual({ verdict: "too few runs", needed: 6 });
    const unclear = [...many<Pair>(5, [1, 0]), ...many<Pair>(3, [0, 1]), ...many<Pair>(2, [1, 1])];
    expect(verdictOf(unclear)).toEqual({ verdict: "too few runs", needed: 166 });
  });
});

describe("[BX-09] precision, recall and F1", () => {
  const runs = [
    ...Array.from({ length: 8 }, () => ({ expected: "pdf", loaded: "pdf", isRight: true })),
    { expected: "pdf", loaded: "docx", isRight: false },
    { expected: "pdf", isRight: false },
    { loaded: "pdf", isRight: false },
    { isRight: true },
  ];

  it("count runs that expected a skill, and runs that loaded one", () => {
    const { precision, recall, f1, accuracy } = scoreTriggers(runs);
    expect([recall.successes, recall.trials]).toEqual([8, 10]);
    expect([precision.successes, precision.trials]).toEqual([8, 10]);
    expect(f1).toBeCloseTo(0.8, 12);
    expect([accuracy.successes, accuracy.trials]).toEqual([9, 12]);
  });

  it("are no surer by trials of the same cases", () => {
    const once = [0, 1, 2, 3, 4].map((number) => ({
      case: `c${number}`,
      expected: "pdf",
      ...(number < 2 ? { loaded: "pdf" } : {}),
      isRight: number < 2,
    }));
    const { recall, accuracy, precision } = scoreTriggers(once);
    expect([recall.low, recall.high]).toEqual([wilson(2, 5).low, wilson(2, 5).high]);
    const thrice = scoreTriggers([...once, ...once, ...once]);
    expect(thrice.recall).toEqual({ ...recall, successes: 6, trials: 15 });
    expect(thrice.accuracy).toEqual({ ...accuracy, successes: 6, trials: 15 });
    expect(thrice.precision).toEqual({ ...precision, successes: 6, trials: 6 });
    expect(precision).toMatchObject({ cases: 2, low: wilson(2, 2).low, high: 1 });
  });

  it("come with what was loaded instead", () => {
    expect(confusionMatrix(runs)).toEqual([
      {
        expected: "(none)",
        loaded: [
          { skill: "(none)", runs: 1 },
          { skill: "pdf", runs: 1 },
        ],
      },
      {
        expected: "pdf",
        loaded: [
          { skill: "pdf", runs: 8 },
          { skill: "(none)", runs: 1 },
          { skill: "docx", runs: 1 },
        ],
      },
    ]);
  });
});

describe("[BX-09] Cohen's kappa", () => {
  it("of the textbook example with 20, 5, 10 and 15 is 0.4", () => {
    const all = [
      ...many(20, [true, true] as const),
      ...many(5, [true, false] as const),
      ...many(10, [false, true] as const),
      ...many(15, [false, false] as const),
    ];
    expect(cohenKappa(all).kappa).toBeCloseTo(0.4, 12);
  });
});
