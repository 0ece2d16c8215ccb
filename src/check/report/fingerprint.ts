import { type Diagnostic, formatPath } from "../../skill/index.ts";

/**
 * Gives each finding a text that stays the same while the finding does: lines that move above it do not
 * change it, so that a code host does not show an old finding as new.
 */
export function createFingerprints(): (diagnostic: Diagnostic) => string {
  const seen = new Map<string, number>();
  return (diagnostic) => {
    const { code, file = "", path = [], message } = diagnostic;
    const key = [code, file, formatPath(path), message].join("\0");
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return `${hash(key)}:${times}`;
  };
}

/** Two rounds of FNV-1a: it only has to tell findings apart, and must run in a browser. */
function hash(text: string): string {
  return [0x811c9dc5, 0x050c5d1f].map((seed) => fnv(text, seed)).join("");
}

function fnv(text: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, "0");
}
