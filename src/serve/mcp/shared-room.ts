/** One of those that share the room. */
interface Held<Value> {
  readonly value: Value;
  /** Whom it counts for. */
  readonly holder: string;
  /** How much of the room it takes. */
  readonly weight: number;
  /** When its client was last seen. */
  usedAt: number;
  /** Nobody has come back to it yet. */
  isNew: boolean;
}

/**
 * Room for so much of clients that do not know each other. When it is full, the client that holds the most gives up
 * some: the oldest that it never came back to, or else what was quiet for longest. So nobody can drive out the things of
 * others by making many, or large ones.
 */
export class SharedRoom<Value> {
  readonly #most: number;
  readonly #held = new Map<string, Held<Value>>();
  /** What each holder takes of the room, and all together. */
  readonly #weights = new Map<string, number>();
  #weight = 0;

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
  use(key: string, now = 0): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    held.isNew = false;
    held.usedAt = now;
    this.#held.delete(key);
    this.#held.set(key, held);
  }

  /** What had to go for it. */
  add(
    key: string,
    value: Value,
    holder: string,
    { weight = 1, now = 0 }: { readonly weight?: number; readonly now?: number } = {},
  ): readonly Value[] {
    this.#held.set(key, { value, holder, weight, usedAt: now, isNew: true });
    this.#count(holder, weight);
    const gone: Value[] = [];
    while (this.#weight > this.#most) {
      const next = this.#giveUp(key);
      if (next === undefined) break;
      gone.push(next);
    }
    return gone;
  }

  /** Takes out what was not used since, unless it is kept for another reason. */
  expire(since: number, isKept: (value: Value) => boolean): readonly Value[] {
    const gone = [...this.#held].filter(
      ([, { usedAt, value }]) => usedAt < since && !isKept(value),
    );
    for (const [key] of gone) this.delete(key);
    return gone.map(([, { value }]) => value);
  }

  delete(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    this.#count(held.holder, -held.weight);
  }

  clear(): void {
    this.#held.clear();
    this.#weights.clear();
    this.#weight = 0;
  }

  #count(holder: string, change: number): void {
    this.#weight += change;
    const weight = (this.#weights.get(holder) ?? 0) + change;
    if (weight > 0) this.#weights.set(holder, weight);
    else this.#weights.delete(holder);
  }

  #giveUp(added: string): Value | undefined {
    const [greediest] = [...this.#weights].reduce((most, next) =>
      next[1] > most[1] ? next : most,
    );
    const own = [...this.#held].filter(
      ([key, { holder }]) => holder === greediest && key !== added,
    );
    const [key, held] = own.find(([, { isNew }]) => isNew) ?? own[0] ?? [];
    if (key === undefined) return undefined;
    this.delete(key);
    return held?.value;
  }
}
