import { describe, expect, it } from "vitest";
import { isNearMiss, isOneEditApart, toSkeleton } from "./look-alikes.ts";

describe("look-alikes", () => {
  it.each([
    ["alice-public", "alice-pub1ic"],
    ["alice-public", "alicepublic"],
    ["alice-public", "alice_public"],
    ["alice-public", "alice.public"],
    ["alice-public", "a1ice-publlc"],
    ["alice-public", "аlice-рublic"],
    ["alice-public", "αlιce-pυblιc"],
    ["alice-public", "ａｌｉｃｅ-ｐｕｂｌｉｃ"],
    ["alice-public", "álice-públic"],
    ["web-search", "w3b-s3arch"],
    ["web-search", "vveb-search"],
    ["modern-cli", "modem-cli"],
    ["google-docs", "g00gle-docs"],
    ["paypal", "раураl"],
    ["s3-sync", "se-sync"],
  ])("[BX-14] have the same skeleton: %s and %s", (one, other) => {
    expect(toSkeleton(other)).toBe(toSkeleton(one));
  });

  it.each([
    ["alice-public", "alice-private"],
    ["web-search", "web-research"],
    ["csv-tools", "pdf-tools"],
    ["a", "b"],
  ])("have not: %s and %s", (one, other) => {
    expect(toSkeleton(other)).not.toBe(toSkeleton(one));
  });

  it.each([
    ["websearch", "websearh", true],
    ["websearch", "wbsearch", true],
    ["websearch", "webssearch", true],
    ["websearch", "websaerch", true],
    ["websearch", "wabsearch", true],
    ["websearch", "websearch", false],
    ["websearch", "websear", false],
    ["websearch", "wabseerch", false],
    ["", "a", true],
    ["ab", "ba", true],
  ])("one letter lies between %j and %j: %s", (one, other, expected) => {
    expect(isOneEditApart(one, other)).toBe(expected);
    expect(isOneEditApart(other, one)).toBe(expected);
  });

  it("leaves short names alone", () => {
    expect(isNearMiss("pdg", "pdf")).toBe(false);
    expect(isNearMiss("websarch", "websearch")).toBe(true);
  });
});
