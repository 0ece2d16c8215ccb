/** Words of texts with what they weigh in a library: the ranker that needs nothing installed. */

const STOP: ReadonlySet<string> = new Set(
  (
    "a about across after all also an and any are as ask asks at be before below between both but by can create do does " +
    "each etc even for from get give has have help helps how if in including into is it its like make may more most new no " +
    "not of on one only or other our out over own provide provides per should skill skills so some such than that the " +
    "their them then these they this those to trigger triggers under up use used user users uses using via want wants was " +
    "we what when whenever where which while who will with within work working you your need needs task tasks work"
  ).split(" "),
);

const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+|[\p{L}\p{N}]+(?:[.#+][\p{L}\p{N}]+|[#+]+)*/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;

export interface Word {
  /** What counts as the same word. */
  readonly stem: string;
  /** As it is written. */
  readonly form: string;
}

export function toWords(text: string): readonly Word[] {
  const runs = text.toLowerCase().match(RUN) ?? [];
  return runs.flatMap((run): readonly Word[] => {
    if (UNSPACED.test(run)) return pairs(run).map((form) => ({ stem: form, form }));
    if (run.length < 2 || STOP.has(run)) return [];
    return [{ stem: stemWord(run), form: run }];
  });
}

function pairs(run: string): readonly string[] {
  const letters = Array.from(run);
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

/** Plain endings of English; other languages stay as they are where they have none of them. */
function stemWord(word: string): string {
  if (word.length < 5) return word.replace(/(?<=[a-z]{3})s$/u, "");
  return word
    .replace(/(?:ies|ied)$/u, "y")
    .replace(/(?:ations?|ating|ated|ates|ators?)$/u, "ate")
    .replace(/(?<=[a-z]{3})(?:ings?|ers?|ed|es|s)$/u, "")
    .replace(/(?<=[a-z]{3})e$/u, "");
}

/** A text as weights of its words, of length 1. */
export type WordVector = ReadonlyMap<string, number>;

/** Weights by how few of the texts have a word. */
export function weighWords(texts: readonly (readonly Word[])[]): readonly WordVector[] {
  const counts = new Map<string, number>();
  for (const words of texts)
    for (const stem of new Set(words.map((word) => word.stem)))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weight = (stem: string): number =>
    Math.log(1 + texts.length / (counts.get(stem) ?? texts.length));
  return texts.map((words) => {
    const vector = new Map<string, number>();
    for (const { stem } of words) vector.set(stem, (vector.get(stem) ?? 0) + 1);
    let sum = 0;
    for (const [stem, count] of vector) {
      const value = (1 + Math.log(count)) * weight(stem);
      vector.set(stem, value);
      sum += value * value;
    }
    const length = Math.sqrt(sum) || 1;
    for (const [stem, value] of vector) vector.set(stem, value / length);
    return vector;
  });
}
