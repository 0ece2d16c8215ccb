/**
 * Whoever hides an attack gives it another title, another story and another place. What the scanner finds in the plain
 * skill it finds in the changed one, and what is honest stays so. `npm run scan:eval -- --mutations` gives all figures.
 */
import { describe, expect, it } from "vitest";
import { scan } from "../src/check/scan/index.ts";
import { openScanEngines } from "../src/platform/scanning/index.ts";
import { MUTATIONS, type Mutation } from "./support/scan-mutations.ts";
import { filesOf, hash, readAttacks, readBenign, type Sample } from "./support/scan-set.ts";

const ports = openScanEngines();
/** Of thirty, for each sample; which ones is decided by its name. */
const TRIED = 3;
const LONGEST_TEST = 300_000;

async function isFlagged(sample: Sample): Promise<boolean> {
  const { verdict } = await scan({ files: filesOf(sample), directory: sample.name, ports });
  return verdict.decision !== "allow";
}

function triedOn(sample: Sample, among: readonly Mutation[]): readonly Mutation[] {
  const rank = (mutation: Mutation): number => hash(`${sample.id} ${mutation.name}`);
  return among.toSorted((a, b) => rank(a) - rank(b)).slice(0, TRIED);
}

/** Every combination whose answer is not the one of the sample as it was written. */
async function changed(
  samples: readonly Sample[],
  among: readonly Mutation[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const sample of samples) {
    const plain = await isFlagged(sample);
    for (const mutation of triedOn(sample, among))
      if ((await isFlagged(mutation.change(sample))) !== plain && plain === isAttack(sample))
        found.push(`${sample.id}: ${mutation.name}`);
  }
  return found;
}

const attacks = readAttacks();
const isAttack = (sample: Sample): boolean => attacks.includes(sample);

describe("the set that the scanner is measured on", () => {
  it("[BX-07] has at least 200 attacks in 20 classes, 150 honest look-alikes and 30 mutations", () => {
    expect(attacks.length).toBeGreaterThanOrEqual(200);
    expect(new Set(attacks.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
    expect(readBenign().length).toBeGreaterThanOrEqual(150);
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(30);
  });
});

describe("mutations", () => {
  it("[BX-07] hide no attack", { timeout: LONGEST_TEST }, async () => {
    // Found by the weight of their words alone: other words beside them weigh too, and fences of text are not weighed.
    expect(await changed(attacks, MUTATIONS)).toEqual([
      "covert-channel 03: a purpose in front",
      "conversation-exfil 07: a fence of text",
    ]);
  });

  it("[BX-07] make no honest skill suspicious", { timeout: LONGEST_TEST }, async () => {
    const harmless = MUTATIONS.filter(({ isHarmless }) => isHarmless);
    expect(await changed(readBenign(), harmless)).toEqual([]);
  });
});
