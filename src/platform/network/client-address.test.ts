import { describe, expect, it } from "vitest";
import {
  createTrustedProxies,
  findClientAddress,
  isNetwork,
  toClientKey,
} from "./client-address.ts";

const PROXIES = ["127.0.0.1", "10.0.0.0/8", "2001:db8:ff::/48"];

describe("the address of a client", () => {
  it.each([
    ["no proxy is known", [], "127.0.0.1", "203.0.113.9", "127.0.0.1"],
    ["a stranger connects", PROXIES, "198.51.100.7", "203.0.113.9", "198.51.100.7"],
    ["a proxy connects", PROXIES, "127.0.0.1", "203.0.113.9", "203.0.113.9"],
    [
      "it comes as IPv4 within IPv6",
      PROXIES,
      "::ffff:127.0.0.1",
      "::ffff:203.0.113.9",
      "203.0.113.9",
    ],
    ["the client invents hops", PROXIES, "127.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    [
      "several proxies follow",
      PROXIES,
      "127.0.0.1",
      "1.1.1.1, 203.0.113.9, 10.9.9.9",
      "203.0.113.9",
    ],
    ["every hop is a proxy", PROXIES, "127.0.0.1", "10.1.1.1,10.2.2.2", "10.1.1.1"],
    ["the header is absent", PROXIES, "127.0.0.1", null, "127.0.0.1"],
    ["the header is empty", PROXIES, "127.0.0.1", "", "127.0.0.1"],
    ["a hop is no address", PROXIES, "127.0.0.1", "203.0.113.9, unknown", "127.0.0.1"],
    ["a hop has a port", PROXIES, "127.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
    ["a hop has brackets", PROXIES, "2001:db8:ff::1", "[2001:db8::5]:443", "2001:db8::5"],
    ["nothing is known", PROXIES, undefined, "203.0.113.9", undefined],
  ] as const)(
    "[BX-14] is the last one that is vouched for: %s",
    (_words, proxies, remote, header, expected) => {
      expect(findClientAddress(remote, header, createTrustedProxies(proxies))).toBe(expected);
    },
  );

  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("[BX-14] counts as its network: %s", (address, key) => {
    expect(toClientKey(address)).toBe(key);
  });

  it.each([
    ["10.0.0.1", true],
    ["10.0.0.0/8", true],
    ["::1", true],
    ["2001:db8::/32", true],
    ["10.0.0.0/33", false],
    ["10.0.0", false],
    ["localhost", false],
    ["", false],
  ])("%s is a network: %s", (text, expected) => {
    expect(isNetwork(text)).toBe(expected);
  });
});
