import { describe, expect, it } from "vitest";
import { checkRhythm, nextAfter } from "./cron.ts";

const NOW = Date.parse("2026-11-18T12:00:00Z");

describe("a rhythm", () => {
  it.each([
    ["* * * * *", "2026-11-18T12:01:00.000Z"],
    ["0,30 9-17/2 1-15 jan-jun,12 MON-fri", "2026-12-01T09:00:00.000Z"],
    ["0 0 29 2 *", "2028-02-29T00:00:00.000Z"],
    ["0 0 ? * 7", "2026-11-22T00:00:00.000Z"],
  ])("%j comes next at %s", (cron, next) => {
    const rhythm = { cron, timeZone: "UTC" };
    checkRhythm(rhythm, NOW);
    expect(new Date(nextAfter(rhythm, NOW) ?? 0).toISOString()).toBe(next);
  });

  // To find the next time of these takes up to a second, and longest where there is none.
  it.each([
    "* * 1-21 * +0#5,1#5,2#5",
    "* * 1W,2W,17W * +0L",
    "0 0 L * *",
    "0 0 * * 5L",
    "0 0 15W * *",
    "0 0 * * mon#2",
    "0 0 1 * +mon",
    "@yearly",
    "0 0 LW * *",
    "0 0 1 monday *",
  ])("[BX-14] %j is refused before a time is looked for", (cron) => {
    expect(() => checkRhythm({ cron, timeZone: "UTC" }, NOW)).toThrow(
      /It (?:has five parts|cannot be read)/u,
    );
    expect(() => nextAfter({ cron, timeZone: "UTC" }, NOW)).toThrow("It ");
  });
});
