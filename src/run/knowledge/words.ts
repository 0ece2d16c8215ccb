/** Scripts that are written without blanks between the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+|[\p{L}\p{N}_]+/gu;
const MARKS = /\p{M}+/gu;

/**
 * The words by which a text is found, the same for both databases. Text without blanks becomes pairs of
 * neighbouring characters, so that any two of them can be searched for.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replaceAll(MARKS, "").normalize("NFKC").toLowerCase();
  return (plain.match(RUN) ?? []).flatMap((run) => (UNSPACED.test(run) ? pairs(run) : [run]));
}

function pairs(run: string): readonly string[] {
  const letters = Array.from(run);
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Words of a question, each once and not too many; the first count most. */
export function queryWords(query: string, most = 24): readonly string[] {
  return [...new Set(searchWords(query))].slice(0, most);
}
