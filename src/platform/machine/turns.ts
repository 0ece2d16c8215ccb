/** Work under one name happens one after the other, in the order in which it was asked for. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Takes turns inside of one process; other processes know nothing of it. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name);
    const turn = (async () => {
      await before?.catch(() => undefined);
      return await work();
    })();
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}
