/** Text of strangers on a screen: made harmless, and measured as it will be shown. */

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces what would move the cursor, turn the direction of writing or begin a line; tabs become blanks. */
export function harmless(text: string): string {
  return text.replaceAll("\t", "  ").replaceAll(/\r?\n/gu, " ").replaceAll(CONTROLS, "\ufffd");
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const NARROW = /^[\u0020-\u007e]*$/;
const INVISIBLE = /^[\p{M}\u200b-\u200d\u2060]$/u;

/** Columns that text takes on a screen: ideographs and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (INVISIBLE.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
