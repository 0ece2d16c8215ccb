import { inspect } from "node:util";

/** What stands for a secret wherever something is printed. */
export const MASK = "[secret]";

/**
 * A value that shows itself to nobody who does not ask for it by name: JSON, templates, logs and
 * debuggers get a mask. A class, because only private fields stay out of all of these.
 */
export class Secret<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
    Object.defineProperty(this, inspect.custom, { value: () => MASK });
  }

  /** The value itself, for the one place that needs it. */
  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.toPrimitive](): string {
    return MASK;
  }
}
