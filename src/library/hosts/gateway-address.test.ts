import { describe, expect, it } from "vitest";
import { SkillError } from "../../skill/model/index.ts";
import { isLoopback, toGatewayAddress } from "./gateway-address.ts";

function refusal(value: string): string {
  try {
    return toGatewayAddress(value);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return `${error.diagnostic.code}: ${error.diagnostic.message}`;
  }
}

describe("the address of a gateway", () => {
  it.each([
    ["ws://127.0.0.1:4817", "ws://127.0.0.1:4817/hosts"],
    ["http://localhost:4817/", "ws://localhost:4817/hosts"],
    ["http://[::1]:1/other", "ws://[::1]:1/other"],
    ["https://gate.example", "wss://gate.example/hosts"],
    ["wss://gate.example/team/hosts", "wss://gate.example/team/hosts"],
  ])("[GSV-20] %s means %s", (value, address) => {
    expect(toGatewayAddress(value)).toBe(address);
  });

  it.each([
    ["127.0.0.1:4817", "write one such as"],
    ["ftp://127.0.0.1", "write one such as"],
    ["", "write one such as"],
    ["wss://user:s3cret@gate.example", "contains a user name or password"],
    ["ws://gate.example:4817", "`wss` is required"],
    ["http://192.168.0.7:4817", "`wss` is required"],
  ])("[GSV-20] %j is refused", (value, words) => {
    expect(refusal(value)).toMatch(/^host\/invalid-gateway: The (?:address|connection) /);
    expect(refusal(value)).toContain(words);
    expect(refusal(value)).not.toContain("s3cret");
  });

  it("may be plain beyond this machine when that is allowed", () => {
    expect(toGatewayAddress("ws://192.168.0.7:4817", true)).toBe("ws://192.168.0.7:4817/hosts");
  });

  it.each([
    ["127.0.0.1", true],
    ["127.9.9.9", true],
    ["localhost", true],
    ["::1", true],
    ["0.0.0.0", false],
    ["127.0.0.1.evil.example", false],
    ["::", false],
  ])("%s is this machine: %s", (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
