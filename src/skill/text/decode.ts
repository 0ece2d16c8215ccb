import type { Problem } from "./problem.ts";

export interface DecodedText {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** Turns bytes into text and never fails: what is not UTF-8 is read as well as it can be, and said. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, "utf-16be");
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // The replacement character also occurs in honest text; only then the strict decoder is asked.
  const at = text.indexOf("\ufffd");
  if (at === -1 || isUtf8(bytes)) return { text, problems: [] };
  return {
    text,
    problems: [
      {
        kind: "not-utf8",
        severity: "error",
        start: at,
        end: at + 1,
        message: "The file is not UTF-8 text.",
        hint: "Save the file as UTF-8.",
      },
    ],
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function utf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  return {
    text,
    problems: [
      {
        kind: "not-utf8",
        severity: "error",
        start: 0,
        end: Math.min(1, text.length),
        message: "The file is UTF-16 text, not UTF-8.",
        hint: "Save the file as UTF-8; no system reads skills in UTF-16.",
      },
    ],
  };
}
