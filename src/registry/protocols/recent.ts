/** Keeps what was made last, since making it takes long and it never changes. */
export class Recent<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    const value = known ?? (await make());
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
