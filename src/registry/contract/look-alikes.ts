/** Names that people take for another one: `alice-pub1ic` and `alicepublic` for `alice-public`. */
import { normalizeText } from "../../skill/model/index.ts";

/** Letters of other alphabets that look like those of ours; what a decomposition finds is not listed. */
const CONFUSABLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "аɑα@",
    b: "Ьвβ",
    c: "сϲ¢",
    d: "ԁɗ",
    e: "еєɛε",
    f: "ƒ",
    g: "ɡɢ",
    h: "һн",
    i: "іıɩι!",
    j: "јʝ",
    k: "кκ",
    l: "ӏⅼǀ|",
    m: "мⅿ",
    n: "пոη",
    o: "оοσօ",
    p: "рρ",
    q: "ԛ",
    r: "гɾ",
    s: "ѕꜱ$",
    t: "тτ",
    u: "υսʋ",
    v: "ѵν",
    w: "ԝѡω",
    x: "хχ",
    y: "уγ",
    z: "ʐᴢ",
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

const DIGITS: { readonly [digit: string]: string } = {
  "0": "o",
  "1": "l",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
};

/** Shorter ones differ in one letter from too many others. */
const SHORTEST_EDITED = 5;

/** What is left of a name when everything is taken away that is easily overlooked; look-alikes have the same. */
export function toSkeleton(name: string): string {
  let letters = "";
  for (const character of normalizeText(name, "NFKD").toLowerCase()) {
    const letter = CONFUSABLES.get(character) ?? DIGITS[character] ?? character;
    if (/^[\p{L}\p{N}]$/u.test(letter)) letters += letter === "i" ? "l" : letter;
  }
  return letters.replaceAll("rn", "m").replaceAll("vv", "w");
}

/** Whether one letter was added, left out, replaced or swapped with its neighbour; equal ones are not. */
export function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    short.slice(start + 2) === long.slice(start + 2)
  );
}

/** Whether a name may be taken for a popular one by a slip of a finger. */
export function isNearMiss(skeleton: string, popular: string): boolean {
  return popular.length >= SHORTEST_EDITED && isOneEditApart(skeleton, popular);
}
