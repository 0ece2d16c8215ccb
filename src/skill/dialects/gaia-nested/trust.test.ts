import { describe, expect, it } from "vitest";
import { trust } from "./trust.ts";

describe("grants as shipped", () => {
  it.each([
    ["shell:execute:g++", { domain: "shell", level: "execute", scope: "g++" }],
    ["shell:execute:", { domain: "shell", level: "execute" }],
    ["network:read:http://a:80/x", { domain: "network", level: "read", scope: "http://a:80/x" }],
    ["network:none:x", { domain: "network", level: "none", scope: "x" }],
    [
      "filesystem:read:~/.gaia/data/**",
      { domain: "filesystem", level: "read", scope: "~/.gaia/data/**" },
    ],
  ])("[GA-03] reads %s", (value, expected) => {
    expect(trust.readPermission(value)).toEqual(expected);
  });

  it.each([
    "shell:execute:GH",
    "shell:execute:./x",
    "shell:execute:gh issue list",
    "shell:execute:-gh",
    "Network:read",
    "network:connect",
    "a",
    "a:b",
    ":read",
    "network:",
    "",
  ])("[GA-03] refuses %j", (value) => {
    expect(trust.readPermission(value)).toBeUndefined();
  });
});

describe("tiers as shipped", () => {
  it.each([
    ["experimental", "network:read", "sandboxed"],
    ["experimental", "network:write", "refused"],
    ["experimental", "mcp:connect:github", "refused"],
    ["experimental", "network:none", "auto"],
    ["community", "network:write", "prompt"],
    ["community", "shell:execute:gh", "prompt"],
    ["community", "mcp:connect:github", "auto"],
    ["verified", "shell:execute:gh", "auto"],
    ["verified", "shell:execute:jq", "refused"],
    ["verified", "filesystem:read", "refused"],
    ["verified", "shell:execute", "refused"],
    ["nuclear", "network:read", undefined],
  ])("[GA-04] %s and %s: %s", (tier, permission, expected) => {
    expect(trust.decide(tier, permission)).toBe(expected);
  });
});

describe("ranges as shipped", () => {
  it.each([
    ["1.2.3", "", true],
    ["1.2.3", "LATEST", true],
    ["1.2.3", "any", true],
    ["1.2.4", "1.2.3", false],
    ["1.3.0", "1.2", false],
    ["1.9.9", "1", true],
    ["2.0.0", "1", false],
    ["1.2.4", "!=1.2.3", true],
    ["1.2.3", "==1.2", false],
    ["1.2.0", "==1.2", true],
    ["1.2.3", ">1.2.3", false],
    ["1.9.9", "^1.0.0", true],
    ["0.1.9", "^0.1.0", true],
    ["0.2.0", "^0.1.0", false],
    ["0.0.5", "^0.0.3", true],
    ["0.1.0", "^0.0.3", false],
    ["1.2.9", "~1.2.0", true],
    ["1.9.0", "~1", true],
    ["2.0.0", "~1", false],
    ["1.2.3", "~=1.2", true],
    ["1.3.0", "~=1.2", false],
    ["1.5.0", ">=1.2.0, <2.0.0", true],
    ["2.0.0", ">=1.2.0, <2.0.0", false],
    ["1.2.3", " >= 1.2 , < 2 ", true],
    ["1.5.0", ">1", true],
    ["2.0.0-beta", "<2.0.0", true],
    ["1.0.0-rc.1", ">=1.0.0", false],
    ["1.0.1-rc.1", "^1.0.0", true],
    ["1.0.0-rc.10", ">1.0.0-rc.2", true],
    ["1.0.0", "1.0.0+build", true],
  ])("[GA-20] %s in %j: %s", (version, range, expected) => {
    expect(trust.satisfies(version, range)).toBe(expected);
  });

  it.each([
    "1.0.0 - 2.0.0",
    ">=v2",
    ">=1.0.0.0",
    "1.2.3.4",
    ">=junk",
    "!=junk",
    "=1.2.3",
    "abc.def.ghi",
    ">=1.2.0, 1.2.x",
  ])("[GA-20] has no meaning for %j", (range) => {
    expect(trust.satisfies("1.2.0", range)).toBeUndefined();
  });
});
