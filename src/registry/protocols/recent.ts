import { nextTurn } from "../../platform/machine/index.ts";

/** Keeps what was made last, since making it takes long and it never changes. */
export class Recent<Value> {
  readonly #most: number;
  readonly #weigh: (value: Value) => number;
  readonly #values = new Map<string, Value>();
  #weight = 0;

  /** `most` bounds how many there are, or what they weigh together. */
  constructor(most: number, weigh: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weigh = weigh;
  }

  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    const value = known ?? (await this.#made(make));
    this.#forget(key);
    this.#values.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#most) break;
      this.#forget(oldest);
    }
    return value;
  }

  /** Others have their turn behind each: very many may be made one after the other. */
  async #made(make: () => Promise<Value>): Promise<Value> {
    const value = await make();
    await nextTurn();
    return value;
  }

  #forget(key: string): void {
    const value = this.#values.get(key);
    if (!this.#values.delete(key) || value === undefined) return;
    this.#weight -= this.#weigh(value);
  }
}
