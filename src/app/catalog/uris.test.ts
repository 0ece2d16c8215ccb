import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentUri, isHostile, readUri, referenceUri, skillUri } from "./uris.ts";

const names = fc.stringMatching(/^[a-z0-9]+(?:-[a-z0-9]+){0,3}$/);
const parts = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((part) => !isHostile(part) && part.isWellFormed());

describe("addresses", () => {
  it("lead back to what they were made for", () => {
    fc.assert(
      fc.property(names, fc.array(parts, { minLength: 1, maxLength: 4 }), (name, path) => {
        const inside = path.join("/");
        expect(readUri(skillUri(name, inside))).toEqual({ kind: "path", parts: [name, ...path] });
        expect(readUri(skillUri(name))).toEqual({ kind: "path", parts: [name] });
        for (const id of [name, `${name}/${name}`]) {
          expect(readUri(documentUri(id))).toEqual({ kind: "document", id });
          expect(readUri(referenceUri(id, name))).toEqual({
            kind: "reference",
            id,
            reference: name,
          });
        }
      }),
      { seed: 2640, numRuns: 500 },
    );
  });

  it.each([
    "skill://a/../b",
    "skill://a/..%2fb",
    "skill://a/%2e%2e/b",
    "skill://a/%2E./b",
    "skill://a/./b",
    "skill://a//b",
    "skill://a/b/",
    "skill:///etc/passwd",
    "skill://a/%2fetc%2fpasswd",
    "skill://a/b%00.md",
    "skill://a/b\u0000.md",
    "skill://a/..\\b",
    "skill://a/..%5cb",
    "skill://a/C:%5cb",
    "skill://a/b?x=1",
    "skill://a/b#x",
    "skill://a/%ff",
    "skill://a/%",
    "skill://a/...",
    "SKILL://a/b",
    "file:///etc/passwd",
    "resource://skills/a/references/../document",
    "resource://skills/../a/document",
    "resource://skills/a/document/more",
    "resource://other/a/document",
    `skill://a/${"x".repeat(9000)}`,
    "",
  ])("refuses %j", (uri) => {
    expect(readUri(uri)).toBeUndefined();
  });

  it("never yield a part that a file system could take for something else", () => {
    const pieces = fc.constantFrom(
      "..",
      ".",
      "%2e",
      "%2E",
      "%252e",
      "/",
      "%2f",
      "\\",
      "%5c",
      "%00",
      "\u0000",
      "a",
      "SKILL.md",
      "references",
      "C:",
      "~",
      "%c0%ae",
      "%ed%a0%80",
      "?",
      "#",
      "é",
      "\u{1f419}",
    );
    const bases = fc.constantFrom("skill://", "resource://skills/", "skill:/", "file:///", "");
    fc.assert(
      fc.property(
        bases,
        fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }),
        (base, rest) => {
          const target = readUri(base + rest.join(""));
          const found = target === undefined ? [] : Object.values(target).slice(1);
          for (const part of found.flat().flatMap((text) => text.split("/")))
            expect(isHostile(part)).toBe(false);
        },
      ),
      { seed: 2640, numRuns: 5000 },
    );
  });
});
