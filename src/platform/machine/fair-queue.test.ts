import { describe, expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** Things that wait for a place and are ended by the test. */
function openQueue(places: number, perOwner?: number) {
  const queue = createFairQueue(places, perOwner);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (owner: string, signal?: AbortSignal): Promise<void> =>
    queue.run(
      owner,
      () => {
        begun.push(owner);
        return new Promise((settle) => ends.push(settle));
      },
      signal,
    );
  return {
    begun,
    add,
    endOldest: async () => {
      ends.shift()?.();
      await settled();
    },
  };
}

describe("a fair queue", () => {
  it("gives a place to the owner who has the fewest", async () => {
    const { begun, add, endOldest } = openQueue(2);
    for (const owner of ["eve", "eve", "eve", "eve", "bob", "bob"]) void add(owner);
    await settled();
    expect(begun).toEqual(["eve", "eve"]);
    await endOldest();
    expect(begun).toEqual(["eve", "eve", "bob"]);
    await endOldest();
    expect(begun).toEqual(["eve", "eve", "bob", "eve"]);
    await endOldest();
    await endOldest();
    expect(begun.toSorted()).toEqual(["bob", "bob", "eve", "eve", "eve", "eve"]);
  });

  it("leaves places free that only an owner with too many waits for", async () => {
    const { begun, add, endOldest } = openQueue(3, 2);
    for (const owner of ["eve", "eve", "eve"]) void add(owner);
    await settled();
    expect(begun).toEqual(["eve", "eve"]);
    void add("bob");
    await settled();
    expect(begun).toEqual(["eve", "eve", "bob"]);
    await endOldest();
    expect(begun).toEqual(["eve", "eve", "bob", "eve"]);
  });

  it("lets go of what is given up, and of places of what fails", async () => {
    const { begun, add, endOldest } = openQueue(1);
    const stop = new AbortController();
    void add("eve");
    const given = add("bob", stop.signal);
    stop.abort(new Error("gone"));
    await expect(given).rejects.toThrow("gone");
    void add("ada");
    await endOldest();
    expect(begun).toEqual(["eve", "ada"]);
    await endOldest();
    const queue = createFairQueue(1);
    await expect(queue.run("eve", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.run("bob", () => Promise.resolve(1))).toBe(1);
  });
});
