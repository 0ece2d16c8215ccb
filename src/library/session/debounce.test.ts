import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../platform/machine/index.ts";
import { Debounce } from "./debounce.ts";

function start(quietMs: number) {
  const clock = createFakeClock();
  const calls: number[] = [];
  return { clock, calls, debounce: new Debounce(clock, quietMs, () => calls.push(clock.now())) };
}

describe("Debounce", () => {
  it("[OC-16] calls once, 250 ms after the last of a burst", () => {
    const { clock, calls, debounce } = start(250);
    for (let count = 0; count < 5; count += 1) {
      debounce.poke();
      clock.advance(100);
    }
    expect(calls).toEqual([]);
    clock.advance(1000);
    expect(calls).toEqual([650]);
  });

  it("calls now and then while it never gets quiet", () => {
    const { clock, calls, debounce } = start(250);
    for (let count = 0; count < 50; count += 1) {
      debounce.poke();
      clock.advance(100);
    }
    expect(calls).toEqual([2000, 4000]);
  });

  it("calls no more once it is stopped", () => {
    const { clock, calls, debounce } = start(250);
    debounce.poke();
    debounce.stop();
    clock.advance(1000);
    expect([calls, clock.waiting()]).toEqual([[], 0]);
  });
});
