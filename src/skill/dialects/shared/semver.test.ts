import { describe, expect, it } from "vitest";
import { coerceVersion, isSemver } from "./semver.ts";

describe("isSemver", () => {
  it.each(["0.0.0", "1.2.3", "1.2.3-rc.1", "1.2.3+build.5", "1.0.0-rc.1+b1", "1.0.0-0A.is.legal"])(
    "[GA-20] takes %s",
    (version) => {
      expect(isSemver(version)).toBe(true);
    },
  );

  it.each([
    "1.0",
    "v1.0.0",
    "1.0.0.0",
    "latest",
    "01.0.0",
    "1.0.0-",
    "1.0.0-01",
    "1.0.0-a..b",
    "1.0.0\n",
  ])("[GA-20] refuses %j", (version) => {
    expect(isSemver(version)).toBe(false);
  });
});

describe("coerceVersion", () => {
  it.each([
    ["v2.1", "2.1.0"],
    ["2", "2.0.0"],
    ["1.0", "1.0.0"],
    ["V1.2.3", "1.2.3"],
    ["1.2.3-rc.1", "1.2.3-rc.1"],
    ["1.0.0.0", undefined],
    ["latest", undefined],
    ["1.2-beta", undefined],
    ["", undefined],
  ])("[GA-16] makes of %j %j", (given, expected) => {
    expect(coerceVersion(given)).toBe(expected);
  });
});
