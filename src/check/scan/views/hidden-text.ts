import { findHidden, type HiddenRun } from "../../lint/hidden.ts";
import type { DecodeKind } from "../finding.ts";
import { textOf } from "./bytes.ts";
import type { Blob } from "./blobs.ts";
import { findLeet, findMixedWords, findStyled } from "./lookalikes.ts";
import { TextBuilder } from "./offsets.ts";

const SOFT_HYPHEN = 0xad;

/** The text without hidden characters and with look-alikes as the letters they pretend to be. */
export function plainText(
  text: string,
): { readonly builder: TextBuilder; readonly kinds: readonly DecodeKind[] } | undefined {
  // A soft hyphen parts a word for the program that looks for it, and for nobody else.
  const hidden = findHidden(text).filter(
    ({ kind, codePoints }) =>
      kind !== "typography" || codePoints.every((one) => one === SOFT_HYPHEN),
  );
  const mixed = [...findMixedWords(text), ...findStyled(text), ...findLeet(text)];
  if (hidden.length === 0 && mixed.length === 0) return undefined;
  const edits = [...hidden.map(({ start, end }) => ({ start, end, reads: "" })), ...mixed].sort(
    (a, b) => a.start - b.start,
  );
  const builder = new TextBuilder(text);
  let at = 0;
  for (const { start, end, reads } of edits) {
    if (start < at) continue;
    builder.copy(at, start);
    builder.replace(start, end, reads);
    at = end;
  }
  builder.copy(at, text.length);
  return {
    builder,
    kinds: [
      ...(hidden.length > 0 ? (["hidden-characters"] as const) : []),
      ...(mixed.length > 0 ? (["homoglyphs"] as const) : []),
    ],
  };
}

/** Text that is spelled in characters which no screen shows. */
export function findSpelled(text: string): readonly Blob[] {
  return findHidden(text).flatMap((run): readonly Blob[] => {
    const spelled = fromTags(run) ?? fromSelectors(run) ?? fromZeroWidth(run);
    return spelled === undefined ? [] : [{ ...spelled, start: run.start, end: run.end }];
  });
}

type Spelled = Pick<Blob, "kind" | "text">;

function fromTags({ codePoints }: HiddenRun): Spelled | undefined {
  const letters = codePoints.filter((point) => point >= 0xe0020 && point <= 0xe007e);
  if (letters.length < 2) return undefined;
  const text = String.fromCharCode(...letters.slice(0, 20_000).map((point) => point - 0xe0000));
  return { kind: "tag-characters", text };
}

/** 256 selectors stand for the values of a byte. */
function fromSelectors({ codePoints }: HiddenRun): Spelled | undefined {
  const bytes = codePoints.flatMap((point) => {
    if (point >= 0xfe00 && point <= 0xfe0f) return [point - 0xfe00];
    return point >= 0xe0100 && point <= 0xe01ef ? [point - 0xe0100 + 16] : [];
  });
  const text = textOf(Uint8Array.from(bytes));
  return text === undefined ? undefined : { kind: "variation-selectors", text };
}

/** Two zero-width characters as the bits of letters. */
function fromZeroWidth({ codePoints }: HiddenRun): Spelled | undefined {
  if (codePoints.length < 32) return undefined;
  const signs = [...new Set(codePoints)];
  if (signs.length < 2 || signs.length > 3) return undefined;
  const [first, second] = signs;
  for (const [zero, one] of [
    [first, second],
    [second, first],
  ]) {
    const bits = codePoints.filter((point) => point === zero || point === one);
    const bytes = new Uint8Array(bits.length >> 3);
    for (let at = 0; at < bytes.length * 8; at++)
      if (bits[at] === one) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (128 >> (at & 7));
    const text = textOf(bytes);
    if (text !== undefined) return { kind: "hidden-characters", text };
  }
  return undefined;
}
