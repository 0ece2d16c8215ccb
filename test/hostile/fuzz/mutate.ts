/** Inputs made from others: pieces put in, left out, doubled, swapped and taken from elsewhere. */
import { anyText, INTERESTING_NUMBERS, INTERESTING_TEXTS } from "./interesting.ts";
import type { MutateContext } from "./mutate-context.ts";
import { mutateJson } from "./mutate-json.ts";
import type { Random } from "./random.ts";

/** A new input made of one of the pool, by one to six steps. */
export function mutate(context: MutateContext): Uint8Array {
  const { random, target, pool } = context;
  let input = random.pick(pool);
  const steps = 1 + random.below(random.chance(0.2) ? 6 : 3);
  for (let step = 0; step < steps; step += 1)
    input = mutateOnce(input, context).subarray(0, target.maxBytes);
  return Uint8Array.from(input);
}

function mutateOnce(input: Uint8Array, context: MutateContext): Uint8Array {
  const { random, target } = context;
  if (target.kind === "bytes") return mutateBytes(input, context);
  if (target.kind === "json" && random.chance(0.85)) {
    const changed = mutateJson(input, context);
    if (changed !== undefined) return changed;
  }
  return random.chance(0.08) ? mutateBytes(input, context) : mutateText(input, context);
}

type TextStep = (text: string, context: MutateContext) => string;

const TEXT_STEPS: readonly TextStep[] = [
  (text, context) => insert(text, anyText(context.random), context.random),
  (text, context) => insert(text, context.random.pick(wordsOf(context)), context.random),
  (text, { random }) => onPieces(text, "\n", random, doubled),
  (text, { random }) => onPieces(text, "\n", random, dropped),
  (text, { random }) => onPieces(text, "\n", random, swapped),
  (text, { random }) => onPieces(text, /([^\p{L}\p{N}_]+)/u, random, dropped),
  (text, { random }) => onPieces(text, /([^\p{L}\p{N}_]+)/u, random, swapped),
  (text, { random }) => onPieces(text, /([^\p{L}\p{N}_]+)/u, random, doubled),
  (text, context) => replaceWord(text, context),
  (text, context) => spliceText(text, context),
  (text, { random }) => indented(text, random),
  (text, { random }) => repeatPiece(text, random),
  (text, { random }) => cut(text, random),
  (text, { random }) => text.replaceAll("\n", random.pick(["\r\n", "\r", "\n\n", "\u2028"])),
];

function mutateText(input: Uint8Array, context: MutateContext): Uint8Array {
  const text = Buffer.from(input).toString("utf8");
  return Buffer.from(context.random.pick(TEXT_STEPS)(text, context));
}

function wordsOf({ target }: MutateContext): readonly string[] {
  return target.words.length > 0 ? target.words : INTERESTING_TEXTS;
}

function insert(text: string, piece: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + piece + text.slice(at);
}

function cut(text: string, random: Random): string {
  const at = random.below(text.length);
  const length = 1 + random.below(Math.min(200, text.length));
  return text.slice(0, at) + text.slice(at + length);
}

type ListStep = (pieces: readonly string[], random: Random) => readonly string[];

function onPieces(
  text: string,
  separator: string | RegExp,
  random: Random,
  step: ListStep,
): string {
  const changed = step(text.split(separator), random);
  return changed.join(typeof separator === "string" ? separator : "");
}

function doubled(pieces: readonly string[], random: Random): readonly string[] {
  const start = random.below(pieces.length);
  const end = Math.min(pieces.length, start + 1 + random.below(4));
  return [...pieces.slice(0, end), ...pieces.slice(start, end), ...pieces.slice(end)];
}

function dropped(pieces: readonly string[], random: Random): readonly string[] {
  const start = random.below(pieces.length);
  return pieces.toSpliced(start, 1 + random.below(3));
}

function swapped(pieces: readonly string[], random: Random): readonly string[] {
  const one = random.below(pieces.length);
  const other = random.below(pieces.length);
  return pieces.with(one, pieces[other] ?? "").with(other, pieces[one] ?? "");
}

function replaceWord(text: string, context: MutateContext): string {
  const { random } = context;
  const pieces = text.split(/([^\p{L}\p{N}_]+)/u);
  const at = random.below(pieces.length);
  const piece = random.chance(0.5) ? anyText(context.random) : random.pick(wordsOf(context));
  return pieces.with(at, piece).join("");
}

function spliceText(text: string, { random, pool }: MutateContext): string {
  const lines = Buffer.from(random.pick(pool)).toString("utf8").split("\n");
  const start = random.below(lines.length);
  const piece = lines.slice(start, start + 1 + random.below(8)).join("\n");
  const own = text.split("\n");
  return own.toSpliced(random.below(own.length + 1), random.below(4), piece).join("\n");
}

function indented(text: string, random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  const by = random.pick(["  ", "\t", " ", "- ", "    ", "\u00a0", "# "]);
  return lines.with(at, random.chance(0.3) ? line.trimStart() : by + line).join("\n");
}

function repeatPiece(text: string, random: Random): string {
  const start = random.below(text.length);
  const piece = text.slice(start, start + 1 + random.below(12));
  return (
    text.slice(0, start) + piece.repeat(1 << random.below(11)) + text.slice(start + piece.length)
  );
}

/** Bytes, with whole numbers of archives and other binary formats among them. */
function mutateBytes(input: Uint8Array, { random, pool }: MutateContext): Uint8Array {
  const bytes = Buffer.from(input);
  const at = random.below(bytes.length);
  switch (random.below(8)) {
    case 0:
      if (bytes.length > 0) bytes[at] = random.below(256);
      return bytes;
    case 1:
      if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      return bytes;
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(64))]);
    case 3: {
      const piece = bytes.subarray(at, at + 1 + random.below(64));
      return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
    }
    case 4: {
      const other = Buffer.from(random.pick(pool));
      return Buffer.concat([bytes.subarray(0, at), other.subarray(random.below(other.length))]);
    }
    case 5: {
      const width = random.pick([2, 4]);
      if (bytes.length < at + width) return bytes;
      const value = random.pick(INTERESTING_NUMBERS.filter(Number.isSafeInteger));
      bytes.writeUIntLE(Math.abs(value) % 2 ** (8 * width), at, width);
      return bytes;
    }
    case 6:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(random.pick(INTERESTING_TEXTS)),
        bytes.subarray(at),
      ]);
    default:
      return bytes.subarray(0, at);
  }
}
