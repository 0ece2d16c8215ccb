import { TextBuilder } from "./offsets.ts";

/** Joints between the parts of one word; what they part is read together. */
const JOINTS: readonly RegExp[] = [
  // `"cu" + "rl"`, also over the end of a line.
  /(?<=[^"'\n])(["'])\s{0,20}(?:\+|\s\.\s)\s{0,20}\1(?=[^"'\n])/g,
  // `cu''rl`, `cu""rl`.
  /(?<=\w)(?:''|"")(?=\w)/g,
  // `c\u\r\l`, `c^u^r^l`.
  /(?<=\b[a-z])[\\^](?=[a-z][\\^])|(?<=[\\^][a-z])[\\^](?=[a-z])/gi,
];

/** `i g n o r e`: five letters or more with a blank or a mark after each. */
const SPACED =
  /(?<![\p{L}\p{N}_.-])(?:[a-z]([ .\-_·*]))(?:[a-z]\1){3,40}[a-z](?![\p{L}\p{N}_-])/giu;

/** The text with words put together that were taken apart; undefined where none was. */
export function joinText(text: string): TextBuilder | undefined {
  const spaced = [...text.matchAll(SPACED)].flatMap(({ 0: word, index }) =>
    Array.from({ length: (word.length - 1) / 2 }, (_, at) => ({
      start: index + 2 * at + 1,
      end: index + 2 * at + 2,
    })),
  );
  const cuts = JOINTS.flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .concat(spaced)
    .sort((a, b) => a.start - b.start);
  if (cuts.length === 0) return undefined;
  const builder = new TextBuilder(text);
  let at = 0;
  for (const { start, end } of cuts) {
    if (start < at) continue;
    builder.copy(at, start);
    at = end;
  }
  builder.copy(at, text.length);
  return builder;
}
