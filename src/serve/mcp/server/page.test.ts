import { describe, expect, it } from "vitest";
import { pageOf } from "./page.ts";

describe("pageOf", () => {
  it("ends a page before it has more bytes than clients read, and loses nothing", () => {
    const items = ["a", "b", "c", "d", "e"].map((key) => ({ key, text: "é".repeat(800_000) }));
    const keys: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = pageOf(
        items,
        cursor,
        ({ key }) => key,
        10,
        (item) => item,
      );
      keys.push(page.items.map(({ key }) => key));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(keys).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  });

  it("has one entry at least", () => {
    const items = ["a", "b"].map((key) => ({ key, text: "x".repeat(5_000_000) }));
    const page = pageOf(
      items,
      undefined,
      ({ key }) => key,
      10,
      (item) => item,
    );
    expect(page.items.map(({ key }) => key)).toEqual(["a"]);
  });
});
