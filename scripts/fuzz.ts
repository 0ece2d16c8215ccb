/**
 * npm run fuzz -- --minutes N [--target NAME] [--seed S]
 *
 * Fuzzes every target in turn, in slices of a minute, and keeps what fails as the smallest input that still fails
 * in test/hostile/cases, where `npm test` replays it. `SKILLWRIGHT_FUZZ_SEEDS` names a folder with further skills to
 * start from.
 */
import { parseArgs } from "node:util";
import { runSlice } from "../test/hostile/fuzz/campaign.ts";
import { fuzzTargets } from "../test/hostile/fuzz/targets/index.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    target: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_007) },
  },
});
const minutes = Number(values.minutes);
const firstSeed = Number(values.seed);
const targets = fuzzTargets.filter(
  ({ name }) => values.target === undefined || name === values.target,
);
if (!(minutes > 0) || !Number.isSafeInteger(firstSeed) || targets.length === 0) {
  console.error(`Usage: npm run fuzz -- --minutes N [--target NAME] [--seed S]`);
  console.error(`Targets: ${fuzzTargets.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

const end = Date.now() + minutes * 60_000;
const slice = Math.min(60_000, (minutes * 60_000) / targets.length);
const known = new Map(targets.map(({ name }) => [name, new Set<string>()]));
const totals = new Map(targets.map(({ name }) => [name, 0]));
let count = 0;
console.log(`Seed ${firstSeed}, ${targets.length} targets, ${minutes} minutes.`);
for (let seed = firstSeed; Date.now() < end; seed += 1)
  for (const target of targets) {
    const milliseconds = Math.min(slice, end - Date.now());
    if (milliseconds <= 0) break;
    const { runs, found } = await runSlice({
      target,
      seed,
      milliseconds,
      known: known.get(target.name) ?? new Set(),
    });
    totals.set(target.name, (totals.get(target.name) ?? 0) + runs);
    count += found.length;
    console.log(`${target.name} (seed ${seed}): ${runs} inputs, ${found.length} new failures`);
    for (const { file, message } of found) console.log(`  ${file}\n    ${message.slice(0, 600)}`);
  }
for (const [name, runs] of totals) console.log(`${name}: ${runs} inputs in all`);
console.log(`${count} failures`);
process.exitCode = count === 0 ? 0 : 1;
