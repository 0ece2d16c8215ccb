/** Bytes by their digest, at most so many in all; what was asked for least lately goes first. */
export class ByteCache {
  readonly #most: number;
  readonly #kept = new Map<string, Uint8Array>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  get(digest: string): Uint8Array | undefined {
    const bytes = this.#kept.get(digest);
    if (bytes === undefined) return undefined;
    // A map keeps the order in which keys came, so the last one asked for stands last.
    this.#kept.delete(digest);
    this.#kept.set(digest, bytes);
    return bytes;
  }

  add(digest: string, bytes: Uint8Array): void {
    // One large file must not drive out everything else.
    if (bytes.length > this.#most / 4 || this.#kept.has(digest)) return;
    this.#kept.set(digest, bytes);
    this.#size += bytes.length;
    for (const [oldest, old] of this.#kept) {
      if (this.#size <= this.#most) break;
      this.#kept.delete(oldest);
      this.#size -= old.length;
    }
  }
}
