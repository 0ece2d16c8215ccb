/** The loop: make an input, check it, keep what is new. */
import { checkInput, type Failure } from "./check-input.ts";
import { minimise } from "./minimise.ts";
import { mutate } from "./mutate.ts";
import { createRandom } from "./random.ts";
import type { FuzzTarget, OpenTarget } from "./target.ts";

export interface Found extends Failure {
  readonly input: Uint8Array;
}

export interface FuzzOptions {
  readonly seed: number;
  /** Asked before each input. */
  readonly goesOn: (runs: number) => boolean;
  /** Hears of each input before it is checked: the process may not survive it. */
  readonly onInput?: (input: Uint8Array) => void;
  readonly onFound: (found: Found) => void;
  /** How often an input that failed may be tried to make it smaller. */
  readonly mostTries: number;
}

/** What is kept to make others from; beyond this the oldest that is no seed goes. */
const MOST_POOL = 1500;

/** Gives how many inputs were checked. Each reason to fail is told once. */
export async function fuzzTarget(target: FuzzTarget, options: FuzzOptions): Promise<number> {
  const { goesOn, onInput, onFound, mostTries } = options;
  const random = createRandom(options.seed);
  const seeds = target.seeds().map((seed) => Uint8Array.from(seed.subarray(0, target.maxBytes)));
  const pool: Uint8Array[] = [...seeds];
  const outcomes = new Set<string>();
  const known = new Set<string>();
  let open: OpenTarget = await target.open();
  let runs = 0;
  try {
    for (; goesOn(runs); runs += 1) {
      const input = seeds[runs] ?? mutate({ random, target, pool });
      onInput?.(input);
      const { failure, outcome } = await checkInput(target, open, input);
      if (outcome !== undefined && !outcomes.has(outcome)) {
        outcomes.add(outcome);
        pool.push(input);
        if (pool.length > MOST_POOL) pool.splice(seeds.length, 1);
      }
      if (failure === undefined || known.has(failure.signature)) continue;
      known.add(failure.signature);
      const stillFails = async (smaller: Uint8Array): Promise<boolean> => {
        onInput?.(smaller);
        const checked = await checkInput(target, open, smaller);
        return checked.failure?.signature === failure.signature;
      };
      const smallest = await minimise(input, stillFails, { kind: target.kind, most: mostTries });
      onFound({ ...failure, input: smallest });
      // What failed may have left something behind.
      await open.close?.();
      open = await target.open();
    }
  } finally {
    await open.close?.();
  }
  return runs;
}
