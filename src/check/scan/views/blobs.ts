import type { Span } from "../../../skill/index.ts";
import type { DecodeKind } from "../finding.ts";
import { fromBase64, fromHex, isReadable, textOf } from "./bytes.ts";

/** A piece of encoded text and what it says. */
export interface Blob extends Span {
  readonly kind: DecodeKind;
  readonly text: string;
}

interface Decoder {
  readonly kind: DecodeKind;
  readonly pattern: RegExp;
  readonly decode: (found: string) => string | undefined;
}

const DECODERS: readonly Decoder[] = [
  {
    kind: "base64",
    pattern: /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}(?:\r?\n[A-Za-z0-9+/]{16,}={0,2})*/g,
    decode: (found) => (isPlainWord(found) ? undefined : decodeBase64(found)),
  },
  {
    kind: "hex",
    pattern: /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){10,}(?![0-9a-fA-F])/g,
    decode: (found) => textOf(fromHex(found)),
  },
  {
    kind: "hex",
    pattern: /(?:0x[0-9a-fA-F]{2}[,\s]{1,3}){6,}0x[0-9a-fA-F]{2}/g,
    decode: (found) => textOf(fromHex(found.replaceAll("0x", ""))),
  },
  {
    kind: "escapes",
    pattern: /(?:\\x[0-9a-fA-F]{2}){4,}/g,
    decode: (found) => textOf(fromHex(found.replaceAll("\\x", ""))),
  },
  {
    kind: "escapes",
    pattern: /(?:\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\}){4,}/g,
    decode: (found) => readable(fromUnicodeEscapes(found)),
  },
  {
    kind: "escapes",
    pattern: /(?:\\[0-3]?[0-7]{2}){5,}/g,
    decode: (found) => readable(fromCodes(found.split("\\").slice(1), 8)),
  },
  {
    kind: "escapes",
    pattern: /(?:\b\d{2,3}\s{0,2},\s{0,2}){7,}\d{2,3}\b/g,
    decode: (found) => readable(fromCodes(found.split(","), 10)),
  },
  {
    kind: "escapes",
    pattern: /(?:chr\(\d{2,3}\)\s{0,2}[+.]\s{0,2}){4,}chr\(\d{2,3}\)/gi,
    decode: (found) => readable(fromCodes(found.match(/\d+/g) ?? [], 10)),
  },
  {
    kind: "html-entities",
    pattern: /(?:&#(?:\d{2,6}|x[0-9a-fA-F]{2,6});){4,}/g,
    decode: (found) => readable(fromEntities(found)),
  },
  {
    kind: "url",
    pattern: /(?:%[0-9a-fA-F]{2}[\w.~-]{0,3}){6,}/g,
    decode: (found) => readable(fromUrl(found)),
  },
  {
    kind: "reversed",
    pattern:
      /(["'])([^"'\n]{8,2000})\1(?=\s{0,4}(?:\[::-1\]|\|\s{0,4}rev\b|\.split\(["']{2}\)\.reverse))/g,
    decode: (found) => readable(reverse(found.slice(1, -1))),
  },
];

/** Every encoded piece of the text that reads as text when it is decoded. */
export function findBlobs(text: string, most: number): readonly Blob[] {
  const blobs: Blob[] = [];
  for (const { kind, pattern, decode } of DECODERS)
    for (const match of text.matchAll(pattern)) {
      if (blobs.length >= most) return blobs;
      const decoded = decode(match[0]);
      if (decoded === undefined) continue;
      blobs.push({ kind, text: decoded, start: match.index, end: match.index + match[0].length });
    }
  return blobs;
}

/** Names and paths have the alphabet of base64, but decode to nothing that reads; this spares the attempt. */
function isPlainWord(found: string): boolean {
  return found.length < 40 && (/^[a-z_/-]+$/.test(found) || /^[A-Z_-]+$/.test(found));
}

function decodeBase64(found: string): string | undefined {
  const bytes = fromBase64(found);
  return bytes === undefined ? undefined : textOf(bytes);
}

function readable(text: string): string | undefined {
  return isReadable(text) ? text : undefined;
}

function fromCodes(codes: readonly string[], base: number): string {
  const numbers = codes.map((code) => Number.parseInt(code.trim(), base));
  return numbers.every((number) => number > 0 && number < 256)
    ? String.fromCharCode(...numbers.slice(0, 20_000))
    : "";
}

function fromUnicodeEscapes(found: string): string {
  return found.replace(/\\u\{?([0-9a-fA-F]+)\}?/g, (_, hex: string) => character(hex, 16));
}

function fromEntities(found: string): string {
  return found.replace(/&#(x?)([0-9a-fA-F]+);/g, (_, mark: string, digits: string) =>
    character(digits, mark === "" ? 10 : 16),
  );
}

function character(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function reverse(text: string): string {
  return Array.from(text).reverse().join("");
}

function fromUrl(found: string): string {
  try {
    return decodeURIComponent(found);
  } catch {
    return "";
  }
}
