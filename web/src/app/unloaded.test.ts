import { expect, it } from "vitest";
import { isUnloaded, loaded } from "./unloaded.ts";

it("tells a page that did not arrive from a page that fails", async () => {
  const failed = await loaded(() => Promise.reject(new Error("404"))).catch(
    (error: unknown) => error,
  );
  expect(isUnloaded(failed)).toBe(true);
  expect(failed).toMatchObject({ cause: new Error("404") });
  expect(isUnloaded(new TypeError("Failed to fetch dynamically imported module: /x.js"))).toBe(
    true,
  );
  expect(isUnloaded(new TypeError("x is not a function"))).toBe(false);
  expect(await loaded(() => Promise.resolve(1))).toBe(1);
});
