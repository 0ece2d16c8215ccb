import { SkillError } from "../model/index.ts";

/** The most that a text may have once everything is put in; no model takes as much. */
const MOST_FILLED: number = 4 * 1024 * 1024;

/** A text that was filled is longer than it may be. */
export const TOO_LONG = "run/prompt-too-long";

/** Counts what is put into texts, so that a short template with long values ends before the memory does. */
export class FillBudget {
  #left: number;

  constructor(most: number = MOST_FILLED) {
    this.#left = most;
  }

  spend(length: number): void {
    this.#left -= length;
    if (this.#left < 0)
      throw new SkillError(
        {
          code: TOO_LONG,
          severity: "error",
          message: `The text with its values is longer than ${MOST_FILLED / 1024 / 1024} million characters.`,
          hint: "Use shorter values, or fewer placeholders.",
        },
        { status: 413 },
      );
  }
}

/** `replaceAll` within a budget: what is too long is found out before it is put together. */
export function fillText(
  text: string,
  pattern: RegExp,
  value: (match: RegExpMatchArray) => string,
  budget: FillBudget = new FillBudget(),
): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const put = value(match);
    budget.spend(match.index - end + put.length);
    parts.push(text.slice(end, match.index), put);
    end = match.index + match[0].length;
  }
  budget.spend(text.length - end);
  return parts.join("") + text.slice(end);
}
