import { byteAt, startsWith, uint16, uint32Big } from "./bytes.ts";
import { type ArtifactKind, KINDS } from "./kinds.ts";
import { sniff } from "./sniff.ts";

export interface Tail {
  /** Where the image ends and something else begins. */
  readonly start: number;
  readonly length: number;
  readonly kind: ArtifactKind;
}

/** Programs leave a few bytes or a preview behind an image. */
const HARMLESS = 64;

/** What follows the end of an image; undefined where nothing of note does. */
export function tailOf(kind: ArtifactKind, bytes: Uint8Array): Tail | undefined {
  const start = endOf(kind, bytes);
  if (start === undefined || bytes.length - start <= HARMLESS) return undefined;
  const rest = bytes.subarray(start);
  if (rest.every((byte) => byte === 0)) return undefined;
  const found = sniff(rest);
  if (KINDS[found].group === "image") return undefined;
  return { start, length: rest.length, kind: found };
}

function endOf(kind: ArtifactKind, bytes: Uint8Array): number | undefined {
  if (kind === "png") return endOfPng(bytes);
  if (kind === "jpeg") return endOfJpeg(bytes);
  if (kind === "gif") return endOfGif(bytes);
  return undefined;
}

function endOfPng(bytes: Uint8Array): number | undefined {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const isLast = startsWith(bytes, "IEND", at + 4);
    at += 12 + uint32Big(bytes, at);
    if (isLast) return at;
  }
  return undefined;
}

/** Walks the segments; within the picture, a mark is a byte 255 that neither 0 nor a restart follows. */
function endOfJpeg(bytes: Uint8Array): number | undefined {
  let at = 2;
  while (at + 2 <= bytes.length) {
    if (byteAt(bytes, at) !== 0xff) {
      at = bytes.indexOf(0xff, at);
      if (at === -1) return undefined;
      continue;
    }
    const mark = byteAt(bytes, at + 1);
    if (mark === 0xd9) return at + 2;
    const isAlone = mark === 0 || mark === 0xff || (mark >= 0xd0 && mark <= 0xd8) || mark === 1;
    if (isAlone) at += mark === 0xff ? 1 : 2;
    else at += 2 + (byteAt(bytes, at + 2) << 8) + byteAt(bytes, at + 3);
  }
  return undefined;
}

function endOfGif(bytes: Uint8Array): number | undefined {
  let at = 13 + colorTable(byteAt(bytes, 10));
  while (at < bytes.length) {
    const mark = byteAt(bytes, at);
    if (mark === 0x3b) return at + 1;
    if (mark === 0x21) at = skipBlocks(bytes, at + 2);
    else if (mark === 0x2c && uint16(bytes, at + 5) > 0)
      at = skipBlocks(bytes, at + 10 + colorTable(byteAt(bytes, at + 9)) + 1);
    else return undefined;
  }
  return undefined;
}

function colorTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function skipBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && byteAt(bytes, at) !== 0) at += byteAt(bytes, at) + 1;
  return at + 1;
}
