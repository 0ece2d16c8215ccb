/** One of those that share the room. */
interface Held<Value> {
  readonly value: Value;
  /** Whom it counts for. */
  readonly holder: string;
  /** Nobody has come back to it yet. */
  isNew: boolean;
}

/**
 * Room for so many things of clients that do not know each other. When it is full, the client that holds the most
 * gives up one: the oldest that it never came back to, or else the one that was quiet for longest. So nobody can drive
 * out the things of others by making many.
 */
export class SharedRoom<Value> {
  readonly #most: number;
  readonly #held = new Map<string, Held<Value>>();
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#held.size;
  }

  values(): readonly Value[] {
    return [...this.#held.values()].map(({ value }) => value);
  }

  get(key: string): Value | undefined {
    return this.#held.get(key)?.value;
  }

  /** Its client came back to it. */
  use(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    held.isNew = false;
    this.#held.delete(key);
    this.#held.set(key, held);
  }

  /** What had to go for it. */
  add(key: string, value: Value, holder: string): Value | undefined {
    this.#held.set(key, { value, holder, isNew: true });
    this.#counts.set(holder, (this.#counts.get(holder) ?? 0) + 1);
    return this.#held.size > this.#most ? this.#giveUp(key) : undefined;
  }

  delete(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    const left = (this.#counts.get(held.holder) ?? 1) - 1;
    if (left > 0) this.#counts.set(held.holder, left);
    else this.#counts.delete(held.holder);
  }

  clear(): void {
    this.#held.clear();
    this.#counts.clear();
  }

  #giveUp(added: string): Value | undefined {
    const [greediest] = [...this.#counts].reduce((most, next) => (next[1] > most[1] ? next : most));
    const own = [...this.#held].filter(
      ([key, { holder }]) => holder === greediest && key !== added,
    );
    const [key, held] = own.find(([, { isNew }]) => isNew) ?? own[0] ?? [];
    if (key === undefined) return undefined;
    this.delete(key);
    return held?.value;
  }
}
