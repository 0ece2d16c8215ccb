import { describe, expect, it } from "vitest";
import { lazyProperties } from "./lazy.ts";

describe("lazyProperties", () => {
  it("computes a value when it is read, and copies it as data", () => {
    const reads: number[] = [];
    const withDouble = lazyProperties<{ size: number }, { double: number }>({
      double: ({ size }) => {
        reads.push(size);
        return size * 2;
      },
    });
    const first = withDouble({ name: "a" }, { size: 1 });
    const second = withDouble({ name: "b" }, { size: 2 });
    expect(reads).toEqual([]);
    expect([first.double, second.double]).toEqual([2, 4]);
    expect({ ...second }).toEqual({ name: "b", double: 4 });
    expect(Object.getOwnPropertySymbols({ ...second })).toEqual([]);
  });

  it("gives all objects the same getters, so that none has a shape of its own", () => {
    const withText = lazyProperties<string, { text: string }>({ text: (state) => state });
    const [a, b] = [withText({}, "a"), withText({}, "b")];
    expect(Object.getOwnPropertyDescriptor(a, "text")).toEqual(
      Object.getOwnPropertyDescriptor(b, "text"),
    );
  });
});
