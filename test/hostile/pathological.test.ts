/**
 * Texts made to be slow, put through everything that reads the text of a stranger. Four times the text may take four
 * times the work and some more, never the square. Processor time of this thread is compared, so that a busy machine
 * changes nothing, and what is quick enough at once is not measured again.
 */
import { describe, expect, it } from "vitest";
import { textFunctions } from "./pathological/functions.ts";
import { type HostileText, hostileTexts } from "./pathological/texts.ts";

const SEED = 1;
const SHORT = 10_000;
const LONG = 4 * SHORT;
/** Less than this says nothing of how it grows. */
const QUICK_MS = 250;
/** Between 4, for what is linear, and 16, for what is quadratic. */
const MOST_GROWTH = 10;
const TRIES = 3;
/** Each function that is not small meets one of so many texts, and neighbours meet others. */
const SHARE = 3;
const LONGEST_TEST = 600_000;

async function spent(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

async function best(run: () => unknown): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < TRIES; count++) least = Math.min(least, await spent(run));
  return least;
}

async function complainAbout(
  run: (text: string) => unknown,
  { name, make }: HostileText,
): Promise<readonly string[]> {
  const [short, long] = [make(SHORT), make(LONG)];
  const first = await spent(() => run(long));
  if (first < QUICK_MS) return [];
  const [little, much] = [await best(() => run(short)), await best(() => run(long))];
  if (much < QUICK_MS || much < MOST_GROWTH * little) return [];
  return [`${name}: ${Math.round(little)} ms, then ${Math.round(much)} ms`];
}

describe("[BX-14] texts made to be slow", async () => {
  const texts = hostileTexts(SEED);
  const functions = await textFunctions();

  it.each(functions.map((one, index) => ({ ...one, index })))(
    "are no more than long: $name",
    { timeout: LONGEST_TEST },
    async ({ run, isSmall, index }) => {
      const complaints: string[] = [];
      for (const [at, text] of texts.entries())
        if (isSmall === true || at % SHARE === index % SHARE)
          complaints.push(...(await complainAbout(run, text)));
      expect(complaints).toEqual([]);
    },
  );
});
