/**
 * The stem of an English word by the rules of M. F. Porter (1980), so that `deploying` finds what `deploys`. Other
 * words, and those with digits, are their own stems.
 */
export function stemOf(word: string): string {
  if (word.length < 3 || word.length > 40 || !/^[a-z]+$/u.test(word)) return word;
  const steps = [plurals, pastAndProgress, finalY, doubled, single, suffixes, finalE, finalL];
  return steps.reduce((stem, step) => step(stem), word);
}

/** How often vowels are followed by consonants. */
function measure(stem: string): number {
  return shape(stem).split("vc").length - 1;
}

/** `v` and `c` for each letter; a `y` after a consonant is a vowel. */
function shape(stem: string): string {
  let letters = "";
  for (const letter of stem) {
    const isVowel = "aeiou".includes(letter) || (letter === "y" && letters.endsWith("c"));
    letters += isVowel ? "v" : "c";
  }
  return letters;
}

function hasVowel(stem: string): boolean {
  return shape(stem).includes("v");
}

function endsDouble(stem: string): boolean {
  return stem.length > 1 && stem.at(-1) === stem.at(-2) && shape(stem).endsWith("c");
}

/** Consonant, vowel, consonant at the end, the last of them none of `w`, `x`, `y`: `hop`, not `snow`. */
function endsShort(stem: string): boolean {
  return shape(stem).endsWith("cvc") && !/[wxy]$/u.test(stem);
}

function plurals(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function pastAndProgress(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ["ed", "ing"].find((end) => word.endsWith(end));
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  if (!hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/u.test(stem)) return `${stem}e`;
  if (endsDouble(stem) && !/[lsz]$/u.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function finalY(word: string): string {
  const stem = word.slice(0, -1);
  return word.endsWith("y") && hasVowel(stem) ? `${stem}i` : word;
}

type Endings = readonly (readonly [ending: string, instead: string])[];

const DOUBLED: Endings = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];

const SINGLE: Endings = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

function replaced(word: string, endings: Endings): string {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const stem = word.slice(0, -found[0].length);
  return measure(stem) > 0 ? stem + found[1] : word;
}

function doubled(word: string): string {
  return replaced(word, DOUBLED);
}

function single(word: string): string {
  return replaced(word, SINGLE);
}

const SUFFIX =
  /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou|(?<=[st])ion)$/u;

function suffixes(word: string): string {
  const stem = word.replace(SUFFIX, "");
  return measure(stem) > 1 ? stem : word;
}

function finalE(word: string): string {
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  const count = measure(stem);
  return count > 1 || (count === 1 && !endsShort(stem)) ? stem : word;
}

function finalL(word: string): string {
  return word.endsWith("ll") && measure(word) > 1 ? word.slice(0, -1) : word;
}
