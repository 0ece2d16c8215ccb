/** The threat model names tests, and each of them is there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../support/source.ts";

const page = readFileSync(join(root, "SECURITY.md"), "utf8");
const named = [...page.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`/gu)].map(
  ([, path = ""]) => path,
);

it("[BX-14] the threat model names tests that are there", () => {
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
