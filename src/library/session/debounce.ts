import type { Clock } from "../../platform/machine/index.ts";

/** However long changes go on, they are looked at after so many times of quiet. */
const PATIENCE = 8;

/** Calls back once after things have been quiet for a while, and now and then while they never are. */
export class Debounce {
  readonly #clock: Clock;
  readonly #quietMs: number;
  readonly #call: () => void;
  #first: number | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, quietMs: number, call: () => void) {
    this.#clock = clock;
    this.#quietMs = quietMs;
    this.#call = call;
  }

  /** Something happened. */
  poke(): void {
    const now = this.#clock.now();
    this.#first ??= now;
    this.#cancel?.();
    const latest = this.#first + this.#quietMs * PATIENCE;
    this.#cancel = this.#clock.after(Math.min(this.#quietMs, Math.max(0, latest - now)), () => {
      this.stop();
      this.#call();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#first = undefined;
  }
}
