/** Counts bytes that are held at one time, in all and for each user or address. */
export interface ByteLimits {
  /** Bytes of all that are held at one time. */
  readonly total: number;
  /** The same for one user; for one address as long as the user is not known. */
  readonly perUser: number;
}

const MB = 1024 * 1024;

/** What is up to this size has a share of its own, so that large things never keep anybody from logging in. */
export const SMALL_BYTES: number = 64 * 1024;
const SMALL_SHARE = 1 / 8;

/** What is left to those who hold nothing yet. */
const NEWCOMERS_SHARE = 1 / 4;

export const RETRY_SECONDS = 5;

type Pool = "small" | "large";

export class ByteBudget {
  readonly #limits: Readonly<Record<Pool, number>>;
  readonly #used: Record<Pool, number> = { small: 0, large: 0 };
  readonly #byOwner = new Map<string, number>();
  readonly perUser: number;

  constructor({ total, perUser }: ByteLimits) {
    this.#limits = { small: Math.max(total * SMALL_SHARE, MB), large: total };
    this.perUser = perUser;
  }

  /** What an owner holds. */
  held(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  /** Whether so many more are too many for their owner, or for the server. */
  check(owner: string, bytes: number): "owner" | "server" | undefined {
    if (this.held(owner) + bytes > this.perUser) return "owner";
    return this.missing(owner, bytes) > 0 ? "server" : undefined;
  }

  /** How many bytes of others are in the way of so many more; none where it is not positive. */
  missing(owner: string, bytes: number): number {
    const pool = createPool(bytes);
    const share = this.#byOwner.has(owner) ? 1 - NEWCOMERS_SHARE : 1;
    return this.#used[pool] + bytes - this.#limits[pool] * share;
  }

  add(owner: string, bytes: number): void {
    this.#change(owner, bytes, 1);
  }

  /** Gives back what was added at once. */
  remove(owner: string, bytes: number): void {
    this.#change(owner, bytes, -1);
  }

  #change(owner: string, bytes: number, sign: 1 | -1): void {
    this.#used[createPool(bytes)] += sign * bytes;
    const held = this.held(owner) + sign * bytes;
    if (held === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, held);
  }
}

export function isSmall(bytes: number): boolean {
  return bytes <= SMALL_BYTES;
}

function createPool(bytes: number): Pool {
  return isSmall(bytes) ? "small" : "large";
}
