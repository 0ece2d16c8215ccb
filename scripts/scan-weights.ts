/**
 * Makes `src/check/scan/reading/weights.json`: how much each concept of the lexicon counts towards an attack. Attacks and
 * look-alikes come from the sets of the scanner, save those that are kept for measuring, and honest skills from a folder.
 *
 *     npm run scan:weights -- --corpus FOLDER
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { isAtLeast, scan, type ScanFile } from "../src/check/scan/index.ts";
import { readFiles } from "../src/check/scan/read-files.ts";
import { type Count, countsAt, isWeighed } from "../src/check/scan/reading/weigh.ts";
import { PATTERNS } from "../src/check/scan/facts/patterns.ts";
import { readingsOf, RELATIONS } from "../src/check/scan/reading/relations.ts";
import { SkillContext } from "../src/check/scan/skill-context.ts";
import { DEFAULT_LIMITS } from "../src/check/scan/skill-files.ts";
import { readContent } from "../src/platform/content/index.ts";
import { openScanEngines } from "../src/platform/scanning/index.ts";
import {
  filesOf,
  readAttacks,
  readBenign,
  readSet,
  type Sample,
  SETS,
} from "../test/support/scan-set.ts";

/** Sentences of one skill, each by the numbers of what counts in it. */
type Windows = readonly Int32Array[];

const { values } = parseArgs({
  options: { corpus: { type: "string" }, except: { type: "string" } },
});

const ROUNDS = 6;
const STEPS = 250;
const HARDEST = 8000;
const RATE = 0.03;
/** Keeps weights small, so that no word decides alone. */
const SHRINK = 0.01;
/** Honest skills that may lie above the line, of all, and how much further unseen ones may come. */
const ABOVE = 0.004;
const MARGIN = 0.25;
/** Smaller weights change nothing. */
const LEAST = 0.04;
const PLACES = 3;
const BY_CODE = /^scan\/(?:code|artifact|secret)/;
/** How often the counterexamples of rules count. */
const TIMES = 2;

const numbers = new Map<string, number>();
const names: string[] = [];

function numberOf({ concept, place }: Count): number {
  let number = numbers.get(concept);
  if (number === undefined) {
    number = names.push(concept) - 1;
    numbers.set(concept, number);
  }
  return number * PLACES + place;
}

function windowsOf(files: readonly ScanFile[], directory: string): Windows {
  const input = { files, directory };
  const source = readFiles(input, DEFAULT_LIMITS).files;
  const context = new SkillContext(input, source, DEFAULT_LIMITS, new Map());
  const readings = readingsOf(context.statements).filter(isWeighed);
  return readings.map((_, index) => Int32Array.from(countsAt(readings, index).map(numberOf)));
}

function honestIn(root: string): readonly Windows[] {
  const left = new Set((values.except ?? "").split(","));
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /^skill\.md$/i.test(entry.name))
    .map((entry) => entry.parentPath)
    .sort()
    .filter((folder) => !left.has(relative(root, folder)))
    .map((folder) => windowsOf(readContent(folder), folder.split("/").at(-1) ?? ""));
}

function tablesWith(text: string): readonly ScanFile[] {
  const content = `---\nname: tables\ndescription: Formats tables.\n---\n\n${text}\n`;
  return [{ path: "SKILL.md", content }];
}

class Model {
  readonly weights: Float64Array;
  bias = 0;
  readonly #mean: Float64Array;
  readonly #spread: Float64Array;

  constructor(size: number) {
    this.weights = new Float64Array(size);
    this.#mean = new Float64Array(size);
    this.#spread = new Float64Array(size);
  }

  score(window: Int32Array): number {
    let sum = 0;
    for (const at of window) sum += this.weights[at] ?? 0;
    return sum;
  }

  /** One round of Adam on logistic loss, in which all attacks weigh as much as one another. */
  learn(attacks: Windows, honest: Windows): void {
    this.#mean.fill(0);
    this.#spread.fill(0);
    const slope = new Float64Array(this.weights.length);
    for (let step = 1; step <= STEPS; step++) {
      for (const [at, weight] of this.weights.entries()) slope[at] = SHRINK * weight;
      let drift = 0;
      for (const [windows, label] of [
        [attacks, 1],
        [honest, 0],
      ] as const)
        for (const window of windows) {
          const off =
            (1 / (1 + Math.exp(-this.score(window) - this.bias)) - label) / attacks.length;
          drift += off;
          for (const at of window) slope[at] = (slope[at] ?? 0) + off;
        }
      this.bias -= 0.05 * drift;
      this.#step(slope, step);
    }
  }

  #step(slope: Float64Array, step: number): void {
    for (const [at, rise] of slope.entries()) {
      const mean = 0.9 * (this.#mean[at] ?? 0) + 0.1 * rise;
      const spread = 0.999 * (this.#spread[at] ?? 0) + 0.001 * rise * rise;
      this.#mean[at] = mean;
      this.#spread[at] = spread;
      const move = mean / (1 - 0.9 ** step) / (Math.sqrt(spread / (1 - 0.999 ** step)) + 1e-8);
      this.weights[at] = (this.weights[at] ?? 0) - RATE * move;
    }
  }
}

/** Of an attack it is not known which sentence makes it one: the one that weighs most so far. */
function heaviest(model: Model, windows: Windows): Int32Array {
  return windows.reduce((best, next) => (model.score(next) > model.score(best) ? next : best));
}

/** Concepts from which the search for these sentences begins. */
const FIRST = "kept waived pretext obeyed theirs hoard hush stranger vault".split(" ");

if (values.corpus === undefined) throw new Error("Name a folder of honest skills with --corpus.");
const own = { attacks: readAttacks(), benign: readBenign() };
const sets = [own, ...SETS.map((name) => readSet(name))];
const ports = openScanEngines();

/** Whether code, files or secrets give a sample away, so that its words need not. */
async function isToldByCode(sample: Sample): Promise<boolean> {
  const { findings } = await scan({ files: filesOf(sample), directory: sample.name, ports });
  return findings.some(({ code, severity }) => BY_CODE.test(code) && isAtLeast(severity, "high"));
}

const windowsIn = (samples: readonly Sample[]): readonly Windows[] =>
  samples
    .map((sample) => windowsOf(filesOf(sample), sample.name))
    .filter((windows) => windows.length > 0);
const told: Sample[] = [];
for (const sample of sets.flatMap((set) => set.attacks))
  if (!(await isToldByCode(sample))) told.push(sample);
const attacks = windowsIn(told);
const benign = windowsIn(sets.flatMap((set) => set.benign));
const collected = honestIn(values.corpus).filter((windows) => windows.length > 0);
/** Texts beside each rule on words, one that it tells and one that it must not: honest, and as near to an attack as can be. */
const written = [...RELATIONS, ...PATTERNS];
const shown = written.map(({ example }) => windowsOf(tablesWith(example), "tables"));
const cleared = written.map(({ counterexample }) =>
  windowsOf(tablesWith(counterexample), "tables"),
);
const model = new Model(names.length * PLACES);
for (const concept of FIRST) {
  const at = (numbers.get(concept) ?? 0) * PLACES;
  model.weights[at] = 1;
  model.weights[at + 1] = 0.5;
}
const honest = [
  ...benign,
  ...collected,
  ...Array.from({ length: TIMES }, () => cleared).flat(),
].flat();
for (let round = 0; round < ROUNDS; round++) {
  const scores = honest.map((window) => ({ window, score: model.score(window) }));
  scores.sort((a, b) => b.score - a.score);
  model.learn(
    [...attacks, ...shown.filter((w) => w.length > 0)].map((windows) => heaviest(model, windows)),
    scores.slice(0, HARDEST).map(({ window }) => window),
  );
}
const round = (value: number): number => Math.round(value * 100) / 100;
for (const [at, weight] of model.weights.entries())
  model.weights[at] = Math.abs(weight) < LEAST ? 0 : round(weight);
const tops = (skills: readonly Windows[]): number[] =>
  skills
    .filter((one) => one.length > 0)
    .map((windows) => model.score(heaviest(model, windows)))
    .sort((a, b) => b - a);
const line = (skills: readonly Windows[]): number =>
  tops(skills)[Math.floor(ABOVE * skills.length)] ?? 0;
const most = round(MARGIN + Math.max(line(collected), line(benign), line(cleared)));
const concepts = Object.fromEntries(
  names
    .map(
      (name, at) =>
        [name, Array.from(model.weights.slice(at * PLACES, (at + 1) * PLACES))] as const,
    )
    .filter(([, row]) => row.some((weight) => weight !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
const file = join(import.meta.dirname, "..", "src/check/scan/reading/weights.json");
writeFileSync(file, `${JSON.stringify({ most, concepts }, null, 2)}\n`);
for (const [name, skills] of Object.entries({ attacks, benign, collected }))
  console.log(
    `${name}: ${tops(skills).filter((top) => top > most).length} of ${skills.length} above ${most}.`,
  );
