/**
 * Learns `src/check/scan/reading/passage-weights.json`: how much each word, part of a word and concept counts towards an
 * attack. Attacks and look-alikes come from the sets of the scanner, save those that are kept for measuring, and honest
 * skills from a folder. The line above which a passage is reported is drawn with weights that never saw the skill in question.
 *
 *     npm run scan:weights -- --corpus FOLDER [--except FOLDER,FOLDER]
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { ScanFile } from "../src/check/scan/index.ts";
import {
  FEATURES,
  passagesIn,
  type Passages,
  scoresOf,
} from "../src/check/scan/reading/passages.ts";
import { PATTERNS } from "../src/check/scan/facts/patterns.ts";
import { readFiles } from "../src/check/scan/read-files.ts";
import { readingsOf, RELATIONS } from "../src/check/scan/reading/relations.ts";
import { SkillContext } from "../src/check/scan/skill-context.ts";
import { DEFAULT_LIMITS } from "../src/check/scan/skill-files.ts";
import { readContent } from "../src/platform/content/index.ts";
import {
  filesOf,
  PAIRS,
  readAttacks,
  readBenign,
  readSet,
  type Sample,
  SETS,
} from "../test/support/scan-set.ts";

interface Example {
  readonly passages: Passages;
  readonly kind: "attack" | "look-alike" | "honest";
}

const { values } = parseArgs({
  options: { corpus: { type: "string" }, except: { type: "string", default: "" } },
});
if (values.corpus === undefined) throw new Error("Name a folder of honest skills with --corpus.");

const ROUNDS = 15;
const RATE = 0.2;
/** Keeps weights small, so that no word decides alone. */
const SHRINK = 1e-4;
/** An attack counts as much as the two passages of each honest skill that are learned from. */
const ATTACK = 2;
const FOLDS = 4;
/** Honest skills and look-alikes, of all, that may lie above the line. */
const HONEST_ABOVE = 0.004;
const ALIKE_ABOVE = 0.05;

function passagesOf(files: readonly ScanFile[], directory: string): Passages {
  const input = { files, directory };
  const source = readFiles(input, DEFAULT_LIMITS).files;
  const { statements } = new SkillContext(input, source, DEFAULT_LIMITS, new Map());
  return passagesIn(statements, readingsOf(statements));
}

function examplesIn(kind: Example["kind"], samples: readonly Sample[]): readonly Example[] {
  return samples.map((one) => ({ kind, passages: passagesOf(filesOf(one), one.name) }));
}

function honestIn(root: string): readonly Example[] {
  const left = new Set(values.except.split(","));
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /^skill\.md$/i.test(entry.name))
    .map((entry) => entry.parentPath)
    .sort()
    .filter((folder) => !left.has(relative(root, folder)))
    .map((folder) => ({
      kind: "honest",
      passages: passagesOf(readContent(folder), folder.split("/").at(-1) ?? ""),
    }));
}

/** The texts beside each rule on words: one that it reports, and one that it must not. */
function written(kind: Example["kind"], text: string): Example {
  const content = `---\nname: tables\ndescription: Formats tables.\n---\n\n${text}\n`;
  return { kind, passages: passagesOf([{ path: "SKILL.md", content }], "tables") };
}

/** The same order on every machine. */
function* randomNumbers(): Generator<number, never> {
  let state = 7;
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield state / 2 ** 32;
  }
}

class Model {
  readonly weights = new Float64Array(FEATURES);
  readonly #slopes = new Float64Array(FEATURES).fill(1e-4);
  bias = 0;

  /** Of an attack it is not known which passage makes it one: the one that weighs most so far. */
  top({ passages }: Example): { readonly at: number; readonly score: number } {
    const scores = scoresOf(passages, this.weights, this.bias);
    const score = Math.max(...scores);
    return { at: scores.indexOf(score), score };
  }

  /** One step of AdaGrad on logistic loss. */
  step({ features, spans }: Passages, at: number, label: 0 | 1, weight: number): void {
    const [from, to] = spans[at] ?? [0, -1];
    const rows = features.slice(from, to + 1);
    const size = Math.sqrt(rows.reduce((sum, row) => sum + row.length, 0));
    let score = 0;
    for (const row of rows) for (const one of row) score += this.weights[one] ?? 0;
    const off = (1 / (1 + Math.exp(-this.bias - score / size)) - label) * weight;
    for (const row of rows)
      for (const one of row) {
        const value = this.weights[one] ?? 0;
        const slope = off / size + SHRINK * value;
        const sum = (this.#slopes[one] ?? 0) + slope * slope;
        this.#slopes[one] = sum;
        this.weights[one] = value - (RATE * slope) / Math.sqrt(sum);
      }
    this.bias -= 0.02 * off;
  }
}

function learn(examples: readonly Example[]): Model {
  const model = new Model();
  const random = randomNumbers();
  const order = [...examples];
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random.next().value * (at + 1));
      [order[at], order[other]] = [order[other] as Example, order[at] as Example];
    }
    for (const example of order) {
      const { kind, passages } = example;
      const { at } = model.top(example);
      if (kind === "attack") model.step(passages, at, 1, ATTACK);
      else {
        model.step(passages, at, 0, 1);
        model.step(passages, Math.floor(random.next().value * passages.spans.length), 0, 1);
      }
    }
  }
  return model;
}

/** What each example gets from weights that were learned without it. */
function unseenScores(examples: readonly Example[]): ReadonlyMap<Example, number> {
  const scores = new Map<Example, number>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = learn(examples.filter((_, at) => at % FOLDS !== fold));
    for (const [at, example] of examples.entries())
      if (at % FOLDS === fold) scores.set(example, model.top(example).score);
  }
  return scores;
}

const sets = [
  { attacks: readAttacks(), benign: readBenign() },
  ...[...SETS, ...PAIRS].map((name) => readSet(name)),
];
const rows = [...RELATIONS, ...PATTERNS];
const examples: readonly Example[] = [
  ...sets.flatMap(({ attacks, benign }) => [
    ...examplesIn("attack", attacks),
    ...examplesIn("look-alike", benign),
  ]),
  ...rows.map(({ example }) => written("attack", example)),
  ...rows.map(({ counterexample }) => written("look-alike", counterexample)),
  ...honestIn(values.corpus),
].filter(({ passages }) => passages.spans.length > 0);

const unseen = unseenScores(examples);
const scoresFor = (kind: Example["kind"]): readonly number[] =>
  examples
    .flatMap((example) => (example.kind === kind ? [unseen.get(example) ?? 0] : []))
    .sort((a, b) => b - a);
const above = (scores: readonly number[], share: number): number =>
  scores[Math.floor(share * scores.length)] ?? 0;
const line = Math.max(
  above(scoresFor("honest"), HONEST_ABOVE),
  above(scoresFor("look-alike"), ALIKE_ABOVE),
);

const { weights, bias } = learn(examples);
const scale = weights.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / 127;
const bytes = Int8Array.from(weights, (one) => Math.round(one / scale));
const learned = { line, bias, scale, weights: Buffer.from(bytes.buffer).toString("base64") };
const file = join(import.meta.dirname, "..", "src/check/scan/reading/passage-weights.json");
writeFileSync(file, `${JSON.stringify(learned, null, 2)}\n`);

for (const kind of ["attack", "look-alike", "honest"] as const) {
  const scores = scoresFor(kind);
  const count = scores.filter((score) => score > line).length;
  console.log(
    `${kind}: ${count} of ${scores.length} above the line, by weights that did not see them.`,
  );
}
