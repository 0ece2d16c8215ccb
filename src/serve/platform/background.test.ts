import { expect, it } from "vitest";
import { startBackground } from "./background.ts";

it("[BX-14] goes on with a task that has failed, and says so", async () => {
  const problems: string[] = [];
  const background = startBackground(({ cause }) => problems.push(String(cause)));
  const waiting: (() => void)[] = [];
  const clock = {
    now: () => 0,
    after: (_: number, work: () => void) => {
      waiting.push(work);
      return () => {};
    },
  };
  let turns = 0;
  background.repeat(clock, 1000, () => {
    turns += 1;
    return turns === 1 ? Promise.reject(new Error("once")) : Promise.resolve();
  });
  await expect.poll(() => waiting.length).toBe(1);
  waiting.pop()?.();
  await expect.poll(() => turns).toBe(2);
  expect(problems).toEqual(["Error: once"]);
  await background.stop();
});
