import { describe, expect, it } from "vitest";
import { ByteCache } from "./byte-cache.ts";

function bytes(size: number): Uint8Array {
  return new Uint8Array(size);
}

describe("ByteCache", () => {
  it("lets go of what was asked for least lately, and stays below its limit", () => {
    const cache = new ByteCache(100);
    for (const key of ["a", "b", "c", "d"]) cache.add(key, bytes(25));
    expect(cache.get("a")).toHaveLength(25);
    cache.add("e", bytes(20));
    expect(["a", "b", "c", "d", "e"].filter((key) => cache.get(key) !== undefined)).toEqual([
      "a",
      "c",
      "d",
      "e",
    ]);
    expect(cache.size).toBe(95);
  });

  it("does not take what would drive out most of the rest", () => {
    const cache = new ByteCache(100);
    cache.add("large", bytes(26));
    expect(cache.get("large")).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it("counts the same bytes once", () => {
    const cache = new ByteCache(100);
    cache.add("a", bytes(20));
    cache.add("a", bytes(20));
    expect(cache.size).toBe(20);
  });
});
