export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Shorter words stand in nearly every text. */
const SHORTEST = 3;
/** So do these, which questions are made of. */
const COMMON = new Set(
  "the and are but can did does for from has have how into its our was what when where which who why will with you your".split(
    " ",
  ),
);

/** Cuts a passage into what the question also says and what it does not. */
export function highlight(text: string, query: string): readonly Piece[] {
  const wanted = wordsOf(query);
  const pieces: Piece[] = [];
  let end = 0;
  for (const [from, to] of hitsIn(text, wanted)) {
    if (from < end) continue;
    if (from > end) pieces.push({ text: text.slice(end, from), isHit: false });
    pieces.push({ text: text.slice(from, to), isHit: true });
    end = to;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

function wordsOf(text: string): readonly string[] {
  const words = (text.toLowerCase().match(WORD) ?? []).flatMap((word) =>
    UNSPACED.test(word) ? pairsOf(word) : [word],
  );
  const long = words.filter(
    (word) => UNSPACED.test(word) || (word.length >= SHORTEST && !COMMON.has(word)),
  );
  return long.length === 0 ? words : long;
}

function pairsOf(word: string): readonly string[] {
  const letters = [...word];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

function hitsIn(text: string, wanted: readonly string[]): readonly (readonly [number, number])[] {
  const hits: (readonly [number, number])[] = [];
  for (const found of text.matchAll(WORD)) {
    const word = found[0].toLowerCase();
    if (UNSPACED.test(word)) hits.push(...insideOf(word, found.index, wanted));
    else if (wanted.some((one) => isAlike(word, one)))
      hits.push([found.index, found.index + found[0].length]);
  }
  return hits.toSorted(([a], [b]) => a - b);
}

/** `release` and `releases` are alike; `the` and `theory` are not. */
function isAlike(word: string, wanted: string): boolean {
  if (word === wanted) return true;
  const [short, long] = word.length < wanted.length ? [word, wanted] : [wanted, word];
  return short.length > SHORTEST && long.startsWith(short);
}

function insideOf(
  word: string,
  offset: number,
  wanted: readonly string[],
): readonly (readonly [number, number])[] {
  return wanted.flatMap((one) => {
    const at = word.indexOf(one);
    return at === -1 ? [] : [[offset + at, offset + at + one.length] as const];
  });
}
