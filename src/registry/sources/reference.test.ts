import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { readReference } from "./index.ts";

describe("a source in words", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "here"));
  writeFileSync(join(folder, "x.zip"), "");

  it.each<readonly [string, object]>([
    ["letters", { kind: "registry", name: "letters", range: "*" }],
    ["@ann/letters@^1.0.0", { kind: "registry", name: "@ann/letters", range: "^1.0.0" }],
    ["letters@>=1.0.0,<2.0.0", { kind: "registry", name: "letters", range: ">=1.0.0,<2.0.0" }],
    [
      "registry:http://x#letters@1.0.0",
      { kind: "registry", server: "http://x", name: "letters", range: "1.0.0" },
    ],
    ["clawhub:letters", { kind: "clawhub", name: "letters", range: "*" }],
    ["./here#letters", { kind: "folder", path: join(folder, "here"), name: "letters" }],
    ["x.zip", { kind: "archive", path: join(folder, "x.zip") }],
    ["http://x/y#a%20b", { kind: "web", url: "http://x/y", name: "a b" }],
    ["https://x/y.git@v1", { kind: "git", address: { url: "https://x/y.git", ref: "v1" } }],
    [
      "git@example.com:y/z.git@v1#a",
      { kind: "git", address: { url: "git@example.com:y/z.git", ref: "v1" }, name: "a" },
    ],
    ["well-known:http://x", { kind: "well-known", url: "http://x" }],
    ["mcp:http://x/mcp#a", { kind: "mcp", place: "http://x/mcp", name: "a" }],
  ])("%s is read", (word, expected) => {
    expect(readReference(word, folder)).toEqual(expected);
  });

  it.each(["letters@1 || 2", "let ters", "..", "@/x", "a@>=x"])(
    "%s is refused or a path",
    (word) => {
      if (word === "..") expect(readReference(word, folder)).toMatchObject({ kind: "folder" });
      else
        expect(() => readReference(word, folder)).toThrow(/^The (?:range|name) .* is not valid/u);
    },
  );
});
