import { describe, expect, it } from "vitest";
import { isPublicHalf, newKeyPair } from "./index.ts";

describe("the public half of a key", () => {
  it("is a point of the curve, which other bytes are only half of the time", () => {
    const pairs = Array.from({ length: 64 }, newKeyPair);
    expect(pairs.every(({ publicBytes }) => isPublicHalf(publicBytes))).toBe(true);
    const points = pairs.filter(({ privateBytes }) => isPublicHalf(privateBytes)).length;
    expect(points).toBeGreaterThan(8);
    expect(points).toBeLessThan(56);
    expect(isPublicHalf(new Uint8Array(31))).toBe(false);
    expect(isPublicHalf(new Uint8Array(32).fill(255))).toBe(false);
  });
});
