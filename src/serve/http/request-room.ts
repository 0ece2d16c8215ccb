/** Requests that are answered at one time: each client has some places, and what comes beyond them waits or is refused. */
import type { Clock } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { RETRY_SECONDS } from "./byte-budget.ts";
import { httpCodes } from "./diagnostics.ts";
import type { Refusal } from "./problem.ts";

export interface RequestLimits {
  /** Requests of one user that are answered at one time; of one address as long as the user is not known. */
  readonly perUser: number;
  /** Requests that wait for a place; further ones are refused. */
  readonly waiting: number;
  /** How long a request keeps its place at most. */
  readonly seconds: number;
}

/**
 * What takes longer than so many seconds waits for something else: a body, a model, events. Those have bounds of their
 * own, and must not keep the other requests of a person from being answered.
 */
export const DEFAULT_REQUEST_LIMITS: RequestLimits = { perUser: 8, waiting: 100, seconds: 10 };

export interface RequestSlot {
  /** Waits for a place; throws where too many wait already. */
  readonly enter: () => Promise<void>;
  /** Takes a place of a user for that of the address; true where that was waited for. */
  readonly assignTo: (userId: string) => Promise<boolean>;
  /** Gives the place to others until `enter` is called again. */
  readonly pause: () => void;
  /** Why the request was refused, if it was. */
  readonly refusal: () => Refusal | undefined;
  /** Gives the place back for good. */
  readonly leave: () => void;
}

export interface Arrival {
  readonly address: string;
  /** Those who send a token do not wait behind strangers at the same address. */
  readonly hasToken: boolean;
  /** Calls a listener once when the client is gone. */
  readonly onEnd: (listener: () => void) => void;
}

interface Owner {
  atWork: number;
  readonly queue: (() => void)[];
}

export class RequestLimiter {
  readonly #limits: RequestLimits;
  readonly #clock: Clock;
  readonly #owners = new Map<string, Owner>();

  constructor(clock: Clock, limits: RequestLimits = DEFAULT_REQUEST_LIMITS) {
    this.#limits = limits;
    this.#clock = clock;
  }

  open({ address, hasToken, onEnd }: Arrival): RequestSlot {
    let owner = hasToken ? `address ${address} with a token` : `address ${address}`;
    let refusal: Refusal | undefined;
    let give: (() => void) | undefined;
    let isOver = false;
    const pause = (): void => {
      give?.();
      give = undefined;
    };
    const enter = async (): Promise<void> => {
      if (give !== undefined) return;
      const taken = this.#isFull(owner) ? undefined : await this.#take(owner, onEnd);
      if (taken !== undefined && !isOver) {
        give = taken;
        return;
      }
      // Answered meanwhile, or the client has left.
      taken?.();
      refusal ??= TOO_MANY;
      throw toError(refusal);
    };
    return {
      enter,
      assignTo: async (userId) => {
        const next = `user ${userId}`;
        if (next === owner) return false;
        pause();
        owner = next;
        const waits = this.#isBusy(owner);
        await enter();
        return waits;
      },
      pause,
      refusal: () => refusal,
      leave: () => {
        isOver = true;
        pause();
      },
    };
  }

  #isBusy(owner: string): boolean {
    return (this.#owners.get(owner) ?? NOBODY).atWork >= this.#limits.perUser;
  }

  #isFull(owner: string): boolean {
    const { queue } = this.#owners.get(owner) ?? NOBODY;
    return this.#isBusy(owner) && queue.length >= this.#limits.waiting;
  }

  /** Settles with what gives the place back, when it is there; with nothing where the client is gone by then. */
  async #take(name: string, onEnd: Arrival["onEnd"]): Promise<(() => void) | undefined> {
    const owner = this.#owners.get(name) ?? { atWork: 0, queue: [] };
    this.#owners.set(name, owner);
    if (owner.atWork < this.#limits.perUser) owner.atWork += 1;
    else if (!(await waitIn(owner.queue, onEnd))) return undefined;
    let isOver = false;
    const giveBack = (): void => {
      if (isOver) return;
      isOver = true;
      stop();
      const next = owner.queue.shift();
      // Handed on: in between, no other request finds it free. Others have a turn first, whose requests do not wait here.
      if (next !== undefined) {
        setImmediate(next);
        return;
      }
      owner.atWork -= 1;
      if (owner.atWork === 0) this.#owners.delete(name);
    };
    const stop = this.#clock.after(this.#limits.seconds * 1000, giveBack);
    return giveBack;
  }
}

const NOBODY: Owner = { atWork: 0, queue: [] };

/** Whether a place was handed on before the client was gone. */
function waitIn(queue: (() => void)[], onEnd: Arrival["onEnd"]): Promise<boolean> {
  return new Promise((settle) => {
    const begin = (): void => {
      settle(true);
    };
    queue.push(begin);
    onEnd(() => {
      const at = queue.indexOf(begin);
      if (at === -1) return;
      queue.splice(at, 1);
      settle(false);
    });
  });
}

const TOO_MANY: Refusal = {
  code: httpCodes.tooManyRequests,
  message: "Too many of your requests wait to be answered. Send this one again in a moment.",
  headers: { "retry-after": String(RETRY_SECONDS) },
};

function toError({ code, message }: Refusal): SkillError {
  return new SkillError({ code, severity: "error", message });
}
