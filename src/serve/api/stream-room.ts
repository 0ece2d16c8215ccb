import type { Clock } from "../../platform/machine/index.ts";
import { apiCodes, LimitError } from "../../hub/requests/index.ts";

export interface StreamLimits {
  /** Streams that are open at one time. */
  readonly total: number;
  /** The same for one user, or for one address without a login. */
  readonly perUser: number;
  /** How often it is asked whether whoever follows a stream still may. */
  readonly confirmSeconds: number;
}

export const DEFAULT_STREAM_LIMITS: StreamLimits = {
  total: 1000,
  perUser: 50,
  confirmSeconds: 15,
};

/** What is left to those who follow nothing yet. */
const NEWCOMERS_SHARE = 1 / 4;
const RETRY_SECONDS = 5;

/** Limits streams, which last as long as a client follows them. */
export class StreamLimiter {
  readonly #limits: StreamLimits;
  readonly #counts = new Map<string, number>();
  #count = 0;

  constructor(limits: StreamLimits = DEFAULT_STREAM_LIMITS) {
    this.#limits = limits;
  }

  /** Takes a place until the answer is called; throws where there is none. */
  take(who: string): () => void {
    const { total, perUser } = this.#limits;
    const own = this.#counts.get(who) ?? 0;
    if (own >= perUser)
      throw refusal(`You follow ${own} streams already. Close one of them first.`, perUser);
    if (this.#count >= (own === 0 ? total : total * (1 - NEWCOMERS_SHARE)))
      throw refusal("Too many streams are open. Please try again later.", total);
    this.#add(who, 1);
    let isOver = false;
    return () => {
      if (!isOver) this.#add(who, -1);
      isOver = true;
    };
  }

  /** Asks again and again, until the answer is called, and calls `refuse` once where the question throws. */
  confirm(clock: Clock, ask: () => Promise<void>, refuse: () => void): () => void {
    let cancel: (() => void) | undefined;
    let isOver = false;
    const wait = (): void => {
      cancel = clock.after(this.#limits.confirmSeconds * 1000, () => {
        ask().then(
          () => (isOver ? undefined : wait()),
          () => (isOver ? undefined : refuse()),
        );
      });
    };
    wait();
    return () => {
      isOver = true;
      cancel?.();
    };
  }

  #add(who: string, step: 1 | -1): void {
    this.#count += step;
    const next = (this.#counts.get(who) ?? 0) + step;
    if (next === 0) this.#counts.delete(who);
    else this.#counts.set(who, next);
  }
}

function refusal(message: string, limit: number): LimitError {
  const state = {
    isAllowed: false,
    limit,
    seconds: RETRY_SECONDS,
    remaining: 0,
    resetSeconds: RETRY_SECONDS,
  };
  return new LimitError(apiCodes.rateLimited, message, state);
}

/**
 * The same answer, whose place is given back when it ends or its client leaves. `watch` is handed what ends
 * it, and is over with it.
 */
export function releasedAfter(
  response: Response,
  release: () => void,
  watch: (end: () => void) => () => void = () => () => {},
): Response {
  const { body, status, headers } = response;
  if (body === null) {
    release();
    return response;
  }
  const reader = body.getReader();
  const unwatch = watch(() => void reader.cancel().catch(() => undefined));
  void reader.closed.catch(() => undefined).then(unwatch);
  const held = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        release();
        controller.close();
      } catch (error) {
        release();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      release();
      await reader.cancel(reason);
    },
  });
  return new Response(held, { status, headers });
}
