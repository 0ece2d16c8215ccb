import { describe, expect, it } from "vitest";
import { additionTo, imitationOf } from "./imitation.ts";
import { NPM, PROTECTED, PYPI } from "./known.ts";

describe("imitationOf", () => {
  it.each([
    ["reqeusts", "requests", "one letter off"],
    ["requestss", "requests", "one letter off"],
    ["reqests", "requests", "one letter off"],
    ["requ3sts", "requests", "digits for letters"],
    ["rеquests", "requests", "look-alike letters"],
    ["beautifulsuop4", "beautifulsoup4", "one letter off"],
    ["pyt0rch-lightning", undefined, undefined],
  ])("of `%s` in Python", (name, of, how) => {
    expect(imitationOf(name, PYPI)).toEqual(of === undefined ? undefined : { of, how });
  });

  it.each([
    ["crossenv", "cross-env", "a joint more or less"],
    ["lodahs", "lodash", "one letter off"],
    ["expresss", "express", "one letter off"],
    ["cllawhub", "clawhub", "one letter off"],
  ])("of `%s` in npm", (name, of, how) => {
    expect(imitationOf(name, NPM)).toEqual({ of, how });
  });

  it.each([
    "react-dom",
    "preact",
    "request",
    "mysql2",
    "lodash-es",
    "expressive",
    "chai-http",
    "koa-router",
    "vitest",
    "jsonwebtokens",
  ])("says nothing of `%s`", (name) => {
    expect(imitationOf(name, NPM)).toBeUndefined();
  });

  it("takes a long name in its stride", () => {
    expect(imitationOf("a".repeat(100_000), NPM)).toBeUndefined();
  });
});

describe("additionTo", () => {
  it.each(["clawhub1", "clawhub-cli", "clawhubcli", "openclaw-updater", "clawhubb"])(
    "catches `%s`",
    (name) => {
      expect(additionTo(name, PROTECTED)?.how).toBe("an addition");
    },
  );

  it.each(["clawhub", "openclaw", "openclaw-memory", "binance-spot", "opencode-review"])(
    "says nothing of `%s`",
    (name) => {
      expect(additionTo(name, PROTECTED)).toBeUndefined();
    },
  );
});
