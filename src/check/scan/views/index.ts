import type { TextView } from "../context.ts";
import type { DecodeKind } from "../finding.ts";
import type { ScanLimits } from "../skill-files.ts";
import { findBlobs } from "./blobs.ts";
import { findSpelled, plainText } from "./hidden-text.ts";
import { findCiphers } from "./spelled.ts";
import { withoutEntities } from "./entities.ts";
import { joinText } from "./joined.ts";
import { same } from "./offsets.ts";

const MOST_BLOBS = 400;

/** What decoding may still bring forth; all files of a skill share one. */
export interface DecodingBudget {
  /** Characters. */
  room: number;
  /** Something did not fit. */
  isExhausted: boolean;
}

/** The text as written, then everything that can be read out of it, layer by layer. */
export function viewsOf(
  file: string,
  text: string,
  limits: ScanLimits,
  budget: DecodingBudget = { room: limits.decodedLength, isExhausted: false },
): readonly TextView[] {
  const plain: TextView = { file, text, decoding: [], original: same };
  const views: TextView[] = [plain];
  for (let at = 0; at < views.length && !budget.isExhausted; at++) {
    const view = views[at] as TextView;
    if (view.decoding.length >= limits.decodeDepth) continue;
    for (const inner of decodeOnce(view, budget)) {
      if (inner.text.length > budget.room) {
        budget.isExhausted = true;
        break;
      }
      budget.room -= inner.text.length;
      views.push(inner);
    }
  }
  return views;
}

function decodeOnce(view: TextView, budget: DecodingBudget): readonly TextView[] {
  const { text } = view;
  const inner: TextView[] = [];
  const last = view.decoding.at(-1);
  if (last !== "hidden-characters" && last !== "homoglyphs") {
    const plain = plainText(text);
    if (plain !== undefined)
      inner.push(within(view, plain.builder.text, plain.kinds, plain.builder.original));
  }
  if (last !== "concatenation") {
    const joined = joinText(text);
    if (joined !== undefined)
      inner.push(within(view, joined.text, ["concatenation"], joined.original));
  }
  if (last !== "html-entities") {
    const plain = withoutEntities(text);
    if (plain !== undefined)
      inner.push(within(view, plain.text, ["html-entities"], plain.original));
  }
  const blobs = findBlobs(text, MOST_BLOBS);
  if (blobs.length >= MOST_BLOBS) budget.isExhausted = true;
  const ciphers = last === "rot13" || last === "reversed" ? [] : findCiphers(text);
  for (const blob of [...findSpelled(text), ...ciphers, ...blobs])
    inner.push(within(view, blob.text, [blob.kind], () => blob));
  return inner;
}

function within(
  outer: TextView,
  text: string,
  kinds: readonly DecodeKind[],
  original: TextView["original"],
): TextView {
  return {
    file: outer.file,
    text,
    decoding: [...outer.decoding, ...kinds],
    original: (span) => outer.original(original(span)),
  };
}
