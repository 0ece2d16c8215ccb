/** Keeps the best so many of what it is given, in room for those alone. */
export class TopResults {
  readonly #heap: number[] = [];
  readonly #limit: number;
  readonly #compare: (a: number, b: number) => number;

  /** `compare` is less than 0 where `a` comes before `b`. */
  constructor(limit: number, compare: (a: number, b: number) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  add(number: number): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(number);
      this.#rise(heap.length - 1);
      return;
    }
    const worst = heap[0];
    if (worst === undefined || this.#compare(number, worst) >= 0) return;
    heap[0] = number;
    this.#sink();
  }

  /** What the next one has to be better than; undefined while there is room. */
  get worst(): number | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0];
  }

  /** The best first. */
  sorted(): readonly number[] {
    return this.#heap.toSorted(this.#compare);
  }

  #isWorse(a: number, b: number): boolean {
    return this.#compare(this.#heap[a] ?? 0, this.#heap[b] ?? 0) > 0;
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    [heap[a], heap[b]] = [heap[b] ?? 0, heap[a] ?? 0];
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >>> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    const { length } = this.#heap;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      let worst = at;
      if (left < length && this.#isWorse(left, worst)) worst = left;
      if (left + 1 < length && this.#isWorse(left + 1, worst)) worst = left + 1;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }
}
