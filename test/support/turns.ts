import { nextTurn } from "../../src/platform/machine/index.ts";

/** How many turns others get while something is done. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    turns += 1;
  }
  await ended;
  return turns;
}
