/** Attacks by an author who has read the rules, in other words than theirs. `npm run scan:eval` gives the figures of both halves. */
import { expect, it } from "vitest";
import { scan } from "../src/check/scan/index.ts";
import { openScanEngines } from "../src/platform/scanning/index.ts";
import { filesOf, readSet, type Sample } from "./support/scan-set.ts";

const ports = openScanEngines();

async function decided(samples: readonly Sample[], isFlagged: boolean): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const sample of samples.filter(({ part }) => part === "tuning")) {
    const { verdict } = await scan({ files: filesOf(sample), directory: sample.name, ports });
    if ((verdict.decision !== "allow") === isFlagged) ids.push(sample.id);
  }
  return ids;
}

it("[BX-07] finds attacks in fresh wording and in other languages", async () => {
  expect(await decided(readSet("adversarial").attacks, false)).toEqual([]);
});

it("[BX-07] flags no honest look-alike of them", async () => {
  expect(await decided(readSet("adversarial").benign, true)).toEqual([]);
});

it("[BX-07] finds attacks that avoid the words of the rules", async () => {
  expect(await decided(readSet("evasive").attacks, false)).toEqual([]);
});

it("[BX-07] flags no honest look-alike of those", async () => {
  expect(await decided(readSet("evasive").benign, true)).toEqual([]);
});

it("[BX-07] finds attacks in other stories and by other ways", async () => {
  // Text of a document that is run, and branches that are pushed over by a loop, look like honest automation.
  expect(await decided(readSet("unseen").attacks, false)).toEqual([
    "unseen-destructive 03",
    "unseen-indirect 04",
  ]);
});

it("[BX-07] flags no honest look-alike of the latest set", async () => {
  expect(await decided(readSet("novel").benign, true)).toEqual([]);
});

it("[BX-07] flags no honest look-alike of these", async () => {
  expect(await decided(readSet("unseen").benign, true)).toEqual([]);
});
