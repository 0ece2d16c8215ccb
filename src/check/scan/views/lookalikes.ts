/** Letters of other scripts and styles that look like Latin ones; what Unicode itself calls a form of a letter is not listed. */
const TWINS: readonly (readonly [from: string, to: string])[] = [
  ["аɑαᴀ", "a"],
  ["Ьƅʙ", "b"],
  ["сϲᴄ", "c"],
  ["ԁᴅ", "d"],
  ["еҽᴇ", "e"],
  ["ꜰ", "f"],
  ["ɡɢ", "g"],
  ["һʜ", "h"],
  ["іɩιɪ", "i"],
  ["јᴊ", "j"],
  ["κᴋк", "k"],
  ["ⅼӏʟ", "l"],
  ["ᴍм", "m"],
  ["ոɴ", "n"],
  ["оοօᴏ", "o"],
  ["рρᴘ", "p"],
  ["ԛ", "q"],
  ["ʀ", "r"],
  ["ѕꜱ", "s"],
  ["τᴛт", "t"],
  ["υսᴜ", "u"],
  ["νѵᴠ", "v"],
  ["ԝᴡ", "w"],
  ["хχ", "x"],
  ["уγʏ", "y"],
  ["ᴢ", "z"],
  ["АΑ", "A"],
  ["ВΒ", "B"],
  ["С", "C"],
  ["ЕΕ", "E"],
  ["НΗ", "H"],
  ["ІΙ", "I"],
  ["Ј", "J"],
  ["КΚ", "K"],
  ["МΜ", "M"],
  ["Ν", "N"],
  ["ОΟ", "O"],
  ["РΡ", "P"],
  ["Ѕ", "S"],
  ["ТΤ", "T"],
  ["ХΧ", "X"],
  ["Υ", "Y"],
  ["Ζ", "Z"],
];

const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  TWINS.flatMap(([from, to]) => Array.from(from, (letter): [string, string] => [letter, to])),
);

const FOREIGN =
  /[\u0370-\u058f\u0251\u0261\u0269\u026a\u0185\u0262\u0274\u0280\u0299\u029c\u029f\u028f\u1d00-\u1d22\u217c\ua730\ua731]/;
const WORD = /[\p{L}\p{M}]{3,}/gu;
const LATIN = /[a-z]/i;
/** Letters by which a text shows that it is written in another script indeed. */
const NATIVE = /[бгджзилпфцчшщъыьэюяйБГДЖЗИЛПФЦЧШЩЫЭЮЯλπσδφψωθξμηζΛΠΣΔΦΨΩΘΞ\u0531-\u058f]/;

export interface MixedWord {
  readonly start: number;
  readonly end: number;
  /** As it seems to read. */
  readonly reads: string;
}

/** Words that read as Latin ones by look-alikes of other scripts among their letters. */
export function findMixedWords(text: string): readonly MixedWord[] {
  if (!FOREIGN.test(text)) return [];
  const isNative = NATIVE.test(text);
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (!FOREIGN.test(word)) return [];
    // A word of look-alikes alone is one of that script, unless the text has no other.
    if (isNative && !LATIN.test(word)) return [];
    const reads = Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join("");
    // A word with a letter that has no Latin twin, such as `μs` or a formula, deceives nobody.
    return /^[a-z]+$/i.test(reads) ? [{ start: index, end: index + word.length, reads }] : [];
  });
}

/** Letters in styles of mathematics, in circles and squares, and wide ones: Unicode tells which letter each is. */
const STYLED =
  /[\u2100-\u214f\u24b6-\u24e9\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}]{2,}/gu;
const FLAGS = /[\u{1f1e6}-\u{1f1ff}]{6,}/gu;

export function findStyled(text: string): readonly MixedWord[] {
  if (!/[\u2100-\u214f\u24b6-\u24e9\uff21-\uff5a\ud835\ud83c]/.test(text)) return [];
  const styled = [...text.matchAll(STYLED)].flatMap(({ 0: word, index }): readonly MixedWord[] => {
    const reads = Array.from(word, plainLetter).join("");
    return /^[a-z]{2,}$/i.test(reads) ? [{ start: index, end: index + word.length, reads }] : [];
  });
  const flags = [...text.matchAll(FLAGS)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    reads: Array.from(word, (flag) =>
      String.fromCharCode((flag.codePointAt(0) ?? 0) - 0x1f185),
    ).join(""),
  }));
  return [...styled, ...flags];
}

function plainLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  // Squared and negative letters have no form of their own in Unicode.
  if (code >= 0x1f130 && code <= 0x1f189) return String.fromCharCode(97 + ((code - 0x1f130) % 32));
  return letter.normalize("NFKC");
}

/** Words that filters are known to look for, so that it pays to misspell them. */
const WATCHED = new Set(
  "ignore disregard forget override bypass previous prior earlier instructions instruction system prompt rules send upload password passwords secret secrets token tokens credentials execute user users silently unrestricted jailbreak".split(
    " ",
  ),
);
const LEET = /\b(?=\w{0,14}\d)(?=\w{0,14}[a-z])\w{4,14}\b/gi;
const DIGITS: { readonly [digit: string]: string } = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};
const FEWEST = 2;

/** Watched words with digits in the place of letters; one alone is chance. */
export function findLeet(text: string): readonly MixedWord[] {
  const found = [...text.matchAll(LEET)].flatMap(({ 0: word, index }): readonly MixedWord[] => {
    const reads = word.toLowerCase().replace(/[013457]/g, (digit) => DIGITS[digit] ?? digit);
    return WATCHED.has(reads) ? [{ start: index, end: index + word.length, reads }] : [];
  });
  return found.length < FEWEST ? [] : found;
}
