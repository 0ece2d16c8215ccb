/** How often each skill was loaded since the start, by its address: those that are used most are shown first. */
export class Uses {
  readonly #counts = new Map<string, number>();

  add(path: string): void {
    this.#counts.set(path, this.count(path) + 1);
  }

  count(path: string): number {
    return this.#counts.get(path) ?? 0;
  }

  /** The same items, the most used first; those that are used alike stay in their order. */
  rank<Item extends { readonly path: string }>(items: readonly Item[]): readonly Item[] {
    return this.#counts.size === 0
      ? items
      : items.toSorted((a, b) => this.count(b.path) - this.count(a.path));
  }
}
