import type { Statement } from "../context.ts";
import type { Reading } from "./relations.ts";
import learned from "./passage-weights.json" with { type: "json" };

/**
 * Passages are judged as a whole where no relation between concepts holds: their words, parts of words and concepts each
 * have a weight, which `npm run scan:weights` learns from attacks and honest skills. What a skill says that it is for has
 * none, so that no description acquits it.
 */
interface Weights {
  /** Passages above it are reported. */
  readonly line: number;
  readonly bias: number;
  /** What one step of a weight is worth. */
  readonly scale: number;
  /** Base64 of one signed byte for each hash of a feature. */
  readonly weights: string;
}

const WEIGHTS: Weights = learned;

export const FEATURES: number = 2 ** 17;

/**
 * Statements on each side that belong to a passage, and how many paragraphs apart they may stand. Short passages are
 * weighed too, so that filler around an attack does not thin it out.
 */
const REACHES = [0, 1, 3] as const;
const BLOCKS = 3;

const READ: ReadonlySet<Statement["kind"]> = new Set(["sentence", "comment", "row", "code"]);

/** Longer statements are lists of data, and longer words are data. */
const MOST_WORDS = 200;
const MOST_LETTERS = 20;
const WORD = /[\p{L}\p{N}_~./-]+/gu;
const END = /(?<![./-])[./-]{1,20}$/u;
const PARTS = [4, 5] as const;

/** The statements of a skill that are weighed, each with its features and with the neighbours that it is weighed with. */
export interface Passages {
  readonly statements: readonly Statement[];
  readonly features: readonly Int32Array[];
  /** The first and the last statement of each passage. */
  readonly spans: readonly (readonly [number, number])[];
}

export function passagesIn(all: readonly Statement[], readings: readonly Reading[]): Passages {
  const known = new Map(readings.map((reading) => [reading.statement, reading]));
  const statements = all.filter(({ kind }) => READ.has(kind));
  const features = statements.map((one) => featuresOf(one, known.get(one)?.concepts.keys() ?? []));
  const spans = statements.flatMap((_, at) =>
    REACHES.map((reach) => spanAround(statements, at, reach)),
  );
  return { statements, features, spans };
}

function spanAround(
  statements: readonly Statement[],
  at: number,
  reach: number,
): readonly [number, number] {
  const isBeside = (other: number): boolean => {
    const [one, two] = [statements[at], statements[other]];
    if (one === undefined || two === undefined || Math.abs(other - at) > reach) return false;
    return one.view === two.view && Math.abs(one.block - two.block) <= BLOCKS;
  };
  let [from, to] = [at, at];
  while (isBeside(from - 1)) from--;
  while (isBeside(to + 1)) to++;
  return [from, to];
}

function featuresOf({ folded, kind, stance }: Statement, concepts: Iterable<string>): Int32Array {
  const found = new Set([hash(`s${stance}`), hash(`K${kind}`)]);
  let before: string | undefined;
  for (const word of wordsIn(folded)) {
    if (before !== undefined) found.add(hash(`b${before} ${word}`));
    for (const one of featuresOfWord(word)) found.add(one);
    before = word;
  }
  const names = [...concepts].sort();
  for (const [index, name] of names.entries()) {
    found.add(hash(`k${name}`));
    for (const other of names.slice(index + 1)) found.add(hash(`q${name}+${other}`));
  }
  return Int32Array.from(found);
}

function wordsIn(folded: string): readonly string[] {
  const words = folded.match(WORD) ?? [];
  return words.slice(0, MOST_WORDS).map((word) => word.slice(0, MOST_LETTERS).replace(END, ""));
}

/** The word, and its parts, by which inflected and compound words resemble one another. */
function featuresOfWord(word: string): readonly number[] {
  const found = [hash(`w${word}`)];
  const marked = `<${word}>`;
  for (const length of PARTS)
    for (let at = 0; at + length <= marked.length; at++)
      found.push(hash(`c${marked.slice(at, at + length)}`));
  return found;
}

/** FNV-1a, with its bits mixed once more at the end. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01_00_01_93);
  value = Math.imul(value ^ (value >>> 15), 0x85_eb_ca_6b);
  return ((value ^ (value >>> 13)) >>> 0) % FEATURES;
}

/** How much each passage looks like a part of an attack. Longer passages have more words that could count. */
export function scoresOf(
  { features, spans }: Passages,
  weights: ArrayLike<number>,
  bias: number,
): readonly number[] {
  const sums = features.map((row) => sumOf(row, weights));
  return spans.map(([from, to]) => {
    let [sum, count] = [0, 0];
    for (let at = from; at <= to; at++) {
      sum += sums[at] ?? 0;
      count += features[at]?.length ?? 0;
    }
    return bias + sum / Math.sqrt(count);
  });
}

function sumOf(row: ArrayLike<number>, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += weights[row[at] ?? 0] ?? 0;
  return sum;
}

let decoded: Int8Array | undefined;

function learnedWeights(): Int8Array {
  decoded ??= Int8Array.from(atob(WEIGHTS.weights), (char) => char.charCodeAt(0));
  return decoded;
}

export interface SuspectPassage {
  /** The statement that weighs most. */
  readonly statement: Statement;
  readonly around: readonly Statement[];
  /** The words that weigh most. */
  readonly words: readonly string[];
}

/** Of passages that overlap, the one that weighs most. */
export function suspectPassages(passages: Passages): readonly SuspectPassage[] {
  const weights = learnedWeights();
  const scores = scoresOf(passages, weights, WEIGHTS.bias / WEIGHTS.scale);
  const line = WEIGHTS.line / WEIGHTS.scale;
  const order = [...scores.keys()]
    .filter((at) => (scores[at] ?? 0) > line)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const taken = new Set<number>();
  return order.flatMap((index) => {
    const [from, to] = passages.spans[index] ?? [index, index];
    const range = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const isTaken = range.some((at) => taken.has(at));
    for (const at of range) taken.add(at);
    return isTaken ? [] : [describe(passages, from, to, weights)];
  });
}

/** Words that are named. */
const NAMED = 4;
const SHORTEST = 5;

function describe(
  { statements, features }: Passages,
  from: number,
  to: number,
  weights: Int8Array,
): SuspectPassage {
  const around = statements.slice(from, to + 1);
  const sums = features.slice(from, to + 1).map((row) => sumOf(row, weights));
  const statement = around[sums.indexOf(Math.max(...sums))] as Statement;
  const words = [...new Set(around.flatMap(({ folded }) => wordsIn(folded)))]
    .filter((word) => [...word].length >= SHORTEST)
    .map((word) => ({ word, sum: sumOf(featuresOfWord(word), weights) }))
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum);
  return { statement, around, words: words.slice(0, NAMED).map(({ word }) => word) };
}
