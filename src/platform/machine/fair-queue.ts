/** Gives out places: the owner who has the fewest of them is next, and of one owner who came first. */
export interface FairQueue {
  /** Does something when there is a place for its owner; rejects when the signal ends before. */
  readonly run: <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

interface Owner {
  atWork: number;
  readonly waiting: (() => void)[];
}

export function createFairQueue(places: number): FairQueue {
  let free = places;
  const owners = new Map<string, Owner>();
  const handOn = (): void => {
    const next = [...owners.values()]
      .filter(({ waiting }) => waiting.length > 0)
      .reduce<Owner | undefined>(
        (least, one) => (least === undefined || one.atWork < least.atWork ? one : least),
        undefined,
      );
    if (next === undefined) free += 1;
    else {
      next.atWork += 1;
      next.waiting.shift()?.();
    }
  };
  return {
    run: async (name, work, signal) => {
      signal?.throwIfAborted();
      const owner = owners.get(name) ?? { atWork: 0, waiting: [] };
      owners.set(name, owner);
      if (free > 0) {
        free -= 1;
        owner.atWork += 1;
      } else await waitIn(owner.waiting, signal);
      try {
        return await work();
      } finally {
        owner.atWork -= 1;
        handOn();
        if (owner.atWork === 0 && owner.waiting.length === 0) owners.delete(name);
      }
    },
  };
}

function waitIn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((settle, reject) => {
    const begin = (): void => {
      signal?.removeEventListener("abort", giveUp);
      settle();
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      // An abort gives an error as its reason.
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", giveUp);
    waiting.push(begin);
  });
}
