import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { MASK, Secret } from "./secret.ts";

const secret = new Secret("sk-planted");

describe("Secret", () => {
  it.each([
    ["JSON", (value: unknown) => JSON.stringify({ value })],
    ["text", (value: unknown) => String(value)],
    ["a list that is joined", (value: unknown) => [value].join()],
    ["inspect", (value: unknown) => inspect({ value }, { showHidden: true, depth: 9 })],
    [
      "inspect without custom forms",
      (value: unknown) => inspect(value, { showHidden: true, customInspect: false }),
    ],
    ["format", (value: unknown) => format("%s %o %j", value, value, value)],
    ["its keys", (value: unknown) => Object.entries(value as object).join()],
    ["a clone", (value: unknown) => JSON.stringify(structuredClone({ ...(value as object) }))],
    ["an error", (value: unknown) => String(new Error(`broken: ${String(value)}`))],
    ["a number", (value: unknown) => String(Number(value))],
  ])("[OC-20] is not shown by %s", (_name, show) => {
    expect(show(secret)).not.toContain("planted");
  });

  it("shows a mask, and itself only to who asks", () => {
    expect([String(secret), JSON.stringify(secret), inspect(secret)]).toEqual([
      MASK,
      `"${MASK}"`,
      MASK,
    ]);
    expect(secret.reveal()).toBe("sk-planted");
  });
});
