import { describe, expect, it } from "vitest";
import { workAhead } from "./work-ahead.ts";

async function* numbers(count: number): AsyncGenerator<number, void> {
  for (let at = 0; at < count; at += 1) yield at;
}

function failAtTwo(at: number): Promise<number> {
  return at < 2 ? Promise.resolve(at) : Promise.reject(new Error(`number ${at}`));
}

describe("work ahead", () => {
  it("gives results in order, of no more at a time than it may do", async () => {
    let [busy, busiest] = [0, 0];
    const seen: number[] = [];
    const work = async (at: number): Promise<number> => {
      busy += 1;
      busiest = Math.max(busiest, busy);
      // The later ones are done sooner.
      for (let turn = 10 - at; turn > 0; turn -= 1) await Promise.resolve();
      busy -= 1;
      return at;
    };
    for await (const at of workAhead(numbers(10), 3, work)) seen.push(at);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(busiest).toBe(3);
  });

  it("tells of a failure in its turn, after what came before it", async () => {
    const seen: number[] = [];
    const run = async (): Promise<void> => {
      for await (const at of workAhead(numbers(5), 4, failAtTwo)) seen.push(at);
    };
    await expect(run()).rejects.toThrow("number 2");
    expect(seen).toEqual([0, 1]);
  });
});
