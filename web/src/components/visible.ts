/** Marks that turn the direction of text around: one in a foreign text would turn what a person reads. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of strangers on one line, with the marks shown that are made not to be seen. */
export function visible(text: string): string {
  return text.replace(
    TURNING,
    (mark) => `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}
