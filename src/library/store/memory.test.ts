import { describe, expect, it } from "vitest";
import { testScopes } from "../../../test/contract/scopes.ts";
import { testStore } from "../../../test/contract/store.ts";
import { textOf } from "../../../test/support/store.ts";
import { openMemoryStore } from "./index.ts";

const noon = new Date("2026-11-15T12:00:00Z");

testStore("in memory", () => openMemoryStore());

testScopes("a store in memory", () => openMemoryStore());

describe("openMemoryStore", () => {
  it("begins with the objects it is given", async () => {
    const store = await openMemoryStore({
      objects: { "a/b": "text", c: Uint8Array.of(0) },
      clock: () => noon,
    });
    expect(textOf(await store.get("a/b"))).toBe("text");
    expect(await store.get("c")).toMatchObject({ size: 1, modified: noon });
  });
});
