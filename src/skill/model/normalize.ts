type NormalForm = "NFC" | "NFD" | "NFKC" | "NFKD";

/** Marks that belong to the letter before them, and two more that become such. */
const MANY_MARKS = /(?<run>[\p{M}\uff9e\uff9f]{30})(?=[\p{M}\uff9e\uff9f])/gu;
/** Joins what stands beside it, and is seen by nobody. */
const BOUNDARY = "\u034f";

/**
 * One form of texts that look the same. Marks of a letter are put in order one after the other, which takes the square
 * of their number: after thirty a boundary is set, as Unicode has it for streams, which no word of people reaches.
 */
export function normalizeText(text: string, form: NormalForm): string {
  return text.replaceAll(MANY_MARKS, `$<run>${BOUNDARY}`).normalize(form);
}
