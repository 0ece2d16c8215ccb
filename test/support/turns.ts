import { nextTurn } from "../../src/platform/machine/index.ts";

/** How many turns others get while something is done. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const over = new AbortController();
  const ended = work.finally(() => {
    over.abort();
  });
  while (!over.signal.aborted) {
    await nextTurn();
    turns += 1;
  }
  await ended;
  return turns;
}
