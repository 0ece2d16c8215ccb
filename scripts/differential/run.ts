/**
 * Homes from a seed, given to the real OpenClaw and to Skillwright; every field that both name is compared.
 *
 *     npm run differential -- [--homes N] [--seed N] [--record] [--program PATH/openclaw.mjs]
 *
 * The program is installed with `npm install openclaw@2026.9.6` anywhere, and named by the option or by
 * SKILLWRIGHT_OPENCLAW. Exits with 1 where anything differs, and names the seed of each home that does. `--record`
 * adds what the program says to vectors/agents/openclaw-homes.json, which every run of the tests is held against.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { type Answer, askOwn, askTheirs } from "./ask.ts";
import { homeOf } from "./homes.ts";
import { callApart, OpenProgram } from "./program.ts";

const { values } = parseArgs({
  options: {
    homes: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    record: { type: "boolean", default: false },
    program: { type: "string" },
  },
});
const program = values.program ?? process.env["SKILLWRIGHT_OPENCLAW"];
if (program === undefined)
  throw new Error("Name the program: `--program PATH/openclaw.mjs`, or SKILLWRIGHT_OPENCLAW.");

function differences(theirs: Answer, ours: Answer): readonly string[] {
  if (isDeepStrictEqual(theirs, ours)) return [];
  if (theirs === "refused" || ours === "refused")
    return [theirs === "refused" ? "They refuse it, we list." : "They list, we refuse it."];
  const names = [...new Set([...theirs, ...ours].map(({ name }) => name))];
  return names.flatMap((name) => {
    const their = theirs.find((skill) => skill.name === name);
    const our = ours.find((skill) => skill.name === name);
    return isDeepStrictEqual(their, our)
      ? []
      : [`they ${JSON.stringify(their)}`, `we   ${JSON.stringify(our)}`];
  });
}

interface Recorded {
  readonly version: string;
  readonly homes: Record<string, Answer>;
}

const file = resolve(import.meta.dirname, "../../vectors/agents/openclaw-homes.json");
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(resolve(dirname(program), "package.json"), "utf8"),
);

/** Homes that another release answered for are asked anew. */
function readRecorded(): Recorded["homes"] {
  const before: Recorded = JSON.parse(readFileSync(file, "utf8"));
  return before.version === version ? before.homes : {};
}

function writeRecorded(homes: Recorded["homes"]): void {
  const lines = Object.entries(homes).map(
    ([seed, answer]) => `    ${JSON.stringify(seed)}: ${JSON.stringify(answer)}`,
  );
  writeFileSync(
    file,
    `{\n  "version": ${JSON.stringify(version)},\n  "homes": {\n${lines.join(",\n")}\n  }\n}\n`,
  );
}

/** Every so many homes the program is asked in a process of its own too, so that none answers for the one before it. */
const APART_EVERY = 50;

const count = Number(values.homes);
const first = Number(values.seed);
const recorded = readRecorded();
const open = new OpenProgram(program);

async function askProgram(seed: number): Promise<Answer> {
  const home = homeOf(seed);
  const theirs = await askTheirs(home, (call) => open.call(call));
  if ((seed - first) % APART_EVERY !== 0) return theirs;
  const apart = await askTheirs(home, (call) => callApart(program ?? "", call));
  if (isDeepStrictEqual(apart, theirs)) return theirs;
  throw new Error(`In a process of its own, the program answers otherwise for seed ${seed}.`);
}

let differing = 0;
for (let seed = first; seed < first + count; seed++) {
  const theirs = await askProgram(seed);
  recorded[seed] = theirs;
  // After each, so that a run that is broken off has kept what it learned.
  if (values.record) writeRecorded(recorded);
  const found = differences(theirs, await askOwn(homeOf(seed)));
  if (found.length === 0) continue;
  differing += 1;
  process.stdout.write(`seed ${seed}\n${found.map((text) => `    ${text}\n`).join("")}`);
}
open.close();
process.stdout.write(`${count} homes, ${differing} differ\n`);
process.exitCode = differing === 0 ? 0 : 1;
