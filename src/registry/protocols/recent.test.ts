import { describe, expect, it } from "vitest";
import { Recent } from "./recent.ts";

describe("Recent", () => {
  it("makes a value once, and again after lighter ones took its place", async () => {
    const recent = new Recent<string>(5, (value) => value.length);
    const made: string[] = [];
    const get = (key: string, value: string): Promise<string> =>
      recent.get(key, () => {
        made.push(key);
        return Promise.resolve(value);
      });
    await get("a", "aa");
    await get("b", "bb");
    await get("a", "aa");
    await get("c", "cc");
    expect(made).toEqual(["a", "b", "c"]);
    await get("a", "aa");
    await get("b", "bb");
    expect(made).toEqual(["a", "b", "c", "b"]);
  });

  it("gives what is too heavy to be kept", async () => {
    const recent = new Recent<string>(1, (value) => value.length);
    expect(await recent.get("a", () => Promise.resolve("long"))).toBe("long");
  });
});
