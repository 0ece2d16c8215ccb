import { clip } from "../app/text.ts";
import type { Meter, Progress } from "../platform/index.ts";
import type { Context } from "./context.ts";

/** Nobody wonders before. */
const QUIET_MS = 1000;
const EVERY_MS = 100;

/** One line on a terminal that says how far work has come, what it is at, and how fast it goes. */
export function createMeter(
  { now, err, clearLine }: Pick<Context, "now" | "err" | "clearLine">,
  columns: number,
): Meter {
  /** Folders are searched before skills are read, and each goes at a pace of its own. */
  let current: Progress["unit"] | undefined;
  let start = now();
  let last = start + QUIET_MS - EVERY_MS;
  let isShown = false;
  return {
    step: ({ unit, done, all, path }) => {
      const time = now();
      if (unit !== current) [current, start] = [unit, time];
      if (time - last < EVERY_MS) return;
      last = time;
      isShown = true;
      const rate = count((done * 1000) / Math.max(1, time - start));
      const of = all === undefined ? "" : ` of ${count(all)}`;
      clearLine();
      err(clip(`${count(done)}${of} ${unit}, ${rate} a second: ${path}`, columns - 1));
    },
    end: () => {
      if (isShown) clearLine();
      isShown = false;
    },
  };
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}
