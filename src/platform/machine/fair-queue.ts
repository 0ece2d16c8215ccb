/** Gives out places: the owner who has the fewest of them is next, and of one owner who came first. */
export interface FairQueue {
  /** Does something when there is a place for its owner; rejects when the signal ends before. */
  readonly run: <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Settles with what gives the place back, when there is one; rejects when the signal ends before. */
  readonly take: (owner: string, signal?: AbortSignal) => Promise<() => void>;
}

interface Owner {
  atWork: number;
  readonly waiting: (() => void)[];
}

/** Nobody has more than `perOwner` places. */
export function createFairQueue(places: number, perOwner: number = places): FairQueue {
  let free = places;
  const owners = new Map<string, Owner>();
  const handOn = (): void => {
    const next = [...owners.values()]
      .filter(({ atWork, waiting }) => waiting.length > 0 && atWork < perOwner)
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
  const forgetIdle = (name: string): void => {
    const owner = owners.get(name);
    if (owner?.atWork === 0 && owner.waiting.length === 0) owners.delete(name);
  };
  const take: FairQueue["take"] = async (name, signal) => {
    signal?.throwIfAborted();
    const owner = owners.get(name) ?? { atWork: 0, waiting: [] };
    owners.set(name, owner);
    if (free > 0 && owner.atWork < perOwner) {
      free -= 1;
      owner.atWork += 1;
    } else
      try {
        await waitIn(owner.waiting, signal);
      } catch (error) {
        forgetIdle(name);
        throw error;
      }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      owner.atWork -= 1;
      handOn();
      forgetIdle(name);
    };
  };
  return {
    take,
    run: async (name, work, signal) => {
      const giveBack = await take(name, signal);
      try {
        return await work();
      } finally {
        giveBack();
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
