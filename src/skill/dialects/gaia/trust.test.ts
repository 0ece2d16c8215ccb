import { describe, expect, it } from "vitest";
import { trust } from "./trust.ts";

describe("grants of the draft", () => {
  it.each([
    ["shell:execute:git,npm", { domain: "shell", level: "execute", scope: "git,npm" }],
    ["network:none", { domain: "network", level: "none" }],
    ["network:read:http://a:80/x", { domain: "network", level: "read", scope: "http://a:80/x" }],
  ])("[GA-03] reads %s", (value, expected) => {
    expect(trust.readPermission(value)).toEqual(expected);
  });

  it.each([
    "network:",
    ":read",
    "a:b",
    "env:write",
    "network:READ",
    " network:read",
    "network:read:",
    "constructor:read",
  ])("[GA-03] refuses %j", (value) => {
    expect(trust.readPermission(value)).toBeUndefined();
  });
});

describe("tiers of the draft", () => {
  it.each([
    ["verified", "env:read", "auto"],
    ["community", "env:read", "auto"],
    ["community", "database:read", "auto"],
    ["community", "filesystem:none", "auto"],
    ["community", "desktop:control", "prompt"],
    ["community", "mcp:connect", "auto"],
    ["experimental", "network:none", "sandboxed"],
    ["trusted", "network:read", undefined],
    ["community", "network:fetch", undefined],
  ])("[GA-04] %s and %s: %s", (tier, permission, expected) => {
    expect(trust.decide(tier, permission)).toBe(expected);
  });
});

describe("ranges of the draft", () => {
  it.each([
    ["1.2.3", "==1.2.3", true],
    ["1.2.3", "1.2.3", true],
    ["1.2.4", ">=1.2, !=1.2.4", false],
    ["1.2.9", "~=1.2", true],
    ["1.3.0", "~=1.2", false],
    ["0.0.5", "^0.0.3", true],
    ["0.1.0", "^0.0.3", false],
    ["2.0.0-beta", "^1.0.0", false],
    ["1.0.1-rc.1", "^1.0.0", true],
    ["1.0.0+a", "==1.0.0+b", true],
  ])("[GA-20] %s in %s: %s", (version, range, expected) => {
    expect(trust.satisfies(version, range)).toBe(expected);
  });

  it.each([
    "",
    "*",
    "latest",
    "1.2",
    ">1.0.0",
    "<2.0.0",
    "~1.2.0",
    "=1.0.0",
    ">=1.0.0,",
    "^v1",
    ">=99999999999999999999",
  ])("[GA-20] has no meaning for %j", (range) => {
    expect(trust.satisfies("1.0.0", range)).toBeUndefined();
  });

  it("[GA-20] has no meaning for what is no version", () => {
    expect(trust.satisfies("1.0", ">=1.0.0")).toBeUndefined();
    expect(trust.satisfies("v1.0.0", ">=1.0.0")).toBeUndefined();
  });
});
