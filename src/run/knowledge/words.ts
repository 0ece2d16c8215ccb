import { normalizeText } from "../../skill/model/index.ts";

const SCRIPTS = ["Han", "Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"];
/** Scripts that are written without blanks between the words, or with endings grown onto them. */
const UNSPACED = `${SCRIPTS.map((script) => `\\p{Script=${script}}`).join("")}ー`;
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
/** A run ends where the script changes: `使用Python编程` has three. */
const RUN = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}_])+`, "gu");
const MARKS = /\p{M}+/gu;

/**
 * The words by which a text is found, the same for both databases. Text without blanks becomes its characters and
 * the pairs of neighbouring ones, so that any of them can be searched for.
 */
export function searchWords(text: string): readonly string[] {
  return splitRuns(text).flatMap((run) =>
    IS_UNSPACED.test(run) ? [...letters(run), ...pairs(run)] : [run],
  );
}

function splitRuns(text: string): readonly string[] {
  const unmarked = normalizeText(text, "NFKD").replaceAll(MARKS, "");
  const plain = normalizeText(unmarked, "NFKC").toLowerCase();
  return plain.match(RUN) ?? [];
}

function letters(run: string): readonly string[] {
  return Array.from(run);
}

function pairs(run: string): readonly string[] {
  const all = letters(run);
  return all.slice(1).map((letter, index) => `${all[index]}${letter}`);
}

/** Words of a question, each once and not too many; the first count most. Pairs say more than single characters. */
export function queryWords(query: string, most = 24): readonly string[] {
  const words = splitRuns(query).flatMap((run) => {
    if (!IS_UNSPACED.test(run)) return [run];
    const found = pairs(run);
    return found.length === 0 ? letters(run) : found;
  });
  return [...new Set(words)].slice(0, most);
}
