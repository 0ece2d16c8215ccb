import type { Blob } from "./blobs.ts";

const MORSE: { readonly [sign: string]: string } = Object.fromEntries(
  ".- a -... b -.-. c -.. d . e ..-. f --. g .... h .. i .--- j -.- k .-.. l -- m -. n --- o .--. p --.- q .-. r ... s - t ..- u ...- v .-- w -..- x -.-- y --.. z ----- 0 .---- 1 ..--- 2 ...-- 3 ....- 4 ..... 5 -.... 6 --... 7 ---.. 8 ----. 9 .-.-.- . --..-- , ---... : -..-. / .--.-. @"
    .split(" ")
    .reduce<string[][]>((pairs, part, at) => {
      if (at % 2 === 0) pairs.push([part]);
      else pairs.at(-1)?.push(part);
      return pairs;
    }, []),
);
const SIGNS =
  /(?:[.\-\u00b7\u2022\u2212\u2013\u2014]{1,6}(?: |\s?\/\s?)){12,4000}[.\-\u00b7\u2022\u2212\u2013\u2014]{1,6}/g;
const COMMON =
  /\b(?:the|and|to|of|user|read|send|file|all|instructions?|ignore|with|from|this|not|run|https?|key|without|you)\b/gi;
const LEAST_WORDS = 3;
const LINE = /[^\n]{20,2000}/g;
const MOST = 200;

/** Texts in codes that people know by name: those that are told of, and Morse, which shows itself. */
export function findCiphers(text: string): readonly Blob[] {
  const found: Blob[] = [];
  if (/\brot-?13\b/i.test(text)) found.push(...lines(text, "rot13", rotate));
  if (/\b(?:backwards?|revers(?:e|ed|al|ing)|right[- ]to[- ]left|mirror(?:ed)?)\b/i.test(text))
    found.push(...lines(text, "reversed", (line) => Array.from(line).reverse().join("")));
  if (/(?:[.\-\u00b7/] ?){20}/.test(text)) found.push(...morse(text));
  return found;
}

function lines(
  text: string,
  kind: Blob["kind"],
  decode: (line: string) => string,
): readonly Blob[] {
  const found: Blob[] = [];
  for (const { 0: line, index } of text.matchAll(LINE)) {
    if (found.length >= MOST) break;
    const end = index + line.length;
    for (const part of [afterColon(line), line]) {
      const decoded = decode(part);
      if (countWords(decoded) < LEAST_WORDS || countWords(decoded) <= countWords(part)) continue;
      found.push({ kind, text: decoded, start: end - part.length, end });
      break;
    }
  }
  return found;
}

/** The text may stand behind the words that announce it. */
function afterColon(line: string): string {
  return line.slice(line.lastIndexOf(": ") + 1).trimStart();
}

function countWords(text: string): number {
  return new Set(text.toLowerCase().match(COMMON)).size;
}

function rotate(line: string): string {
  return line.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

function morse(text: string): readonly Blob[] {
  return [...text.matchAll(SIGNS)].flatMap(({ 0: signs, index }): readonly Blob[] => {
    const plain = signs.replace(/[\u00b7\u2022]/g, ".").replace(/[\u2212\u2013\u2014]/g, "-");
    const letters = plain.split(/\s?(\/)\s?| /).filter((sign) => sign !== undefined && sign !== "");
    const decoded = letters.map((sign) => (sign === "/" ? " " : (MORSE[sign] ?? ""))).join("");
    return /[a-z]{2}/.test(decoded)
      ? [{ kind: "morse", text: decoded, start: index, end: index + signs.length }]
      : [];
  });
}
