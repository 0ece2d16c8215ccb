/** Escapes in the literals of languages, undone; what is no escape stays as it is. */

const SINGLE: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\u0007",
  e: "\u001B",
  "\n": "",
};

const ESCAPE =
  /\\(?:x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(\r\n|[\s\S]))/g;

/** Those of Python, JavaScript and the `$'…'` of shells, which agree where it matters. */
export function unescapeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (...found: readonly unknown[]) => {
    const [, hex, braced, short, long, octal, other] = found as (string | undefined)[];
    const digits = hex ?? braced ?? short ?? long;
    if (digits !== undefined) return codePoint(Number.parseInt(digits, 16));
    if (octal !== undefined) return codePoint(Number.parseInt(octal, 8));
    if (other === undefined || other === "\r\n") return "";
    return SINGLE[other] ?? other;
  });
}

/** In the double quotes of shells, a backslash holds before a few characters alone. */
export function unescapeShell(text: string): string {
  return text.includes("\\") ? text.replace(/\\([$`"\\]|\r?\n)/g, dropBreak) : text;
}

/** A word of a shell without quotes. */
export function unescapeWord(text: string): string {
  return text.includes("\\") ? text.replace(/\\(\r?\n|[\s\S])/g, dropBreak) : text;
}

export function unescapePowerShell(text: string): string {
  return text.includes("`") ? text.replace(/`([\s\S])/g, "$1") : text;
}

function dropBreak(_: string, character: string): string {
  return character.endsWith("\n") ? "" : character;
}

function codePoint(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\uFFFD";
}
