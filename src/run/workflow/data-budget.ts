import { isList, isObject, type Json } from "../../skill/index.ts";
import { NodeError } from "./node-error.ts";

/** Values of the data that one node gives, as of JSON that is parsed in the server. */
export const MOST_VALUES = 100_000;
const MOST_CHARACTERS = 16_000_000;

/**
 * What the data that one node gives may come to. Data names other data without a copy of it, so that a few names can
 * stand for more than any memory holds: it is counted before it is written as text, and no further than the bound.
 */
export class DataBudget {
  #values = 0;
  #characters = 0;

  /** Throws where it is too much, together with what was counted before. */
  spend(value: Json): void {
    const open: Json[] = [value];
    this.#addValues(1);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (typeof next === "string") this.#addCharacters(next.length);
      if (isList(next)) {
        this.#addValues(next.length);
        for (const item of next) open.push(item);
      } else if (isObject(next))
        for (const [name, item] of Object.entries(next)) {
          this.#addValues(1);
          this.#addCharacters(name.length);
          if (item !== undefined) open.push(item);
        }
    }
  }

  #addValues(count: number): void {
    this.#values += count;
    if (this.#values > MOST_VALUES)
      throw new NodeError(
        `The output of the node has more than ${MOST_VALUES.toLocaleString("en")} values`,
      );
  }

  #addCharacters(count: number): void {
    this.#characters += count;
    if (this.#characters > MOST_CHARACTERS)
      throw new NodeError(
        `The output of the node is longer than ${MOST_CHARACTERS / 1_000_000} million characters`,
      );
  }
}
