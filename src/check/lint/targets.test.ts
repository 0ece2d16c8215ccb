import { describe, expect, it } from "vitest";
import { relativeTarget } from "./targets.ts";

describe("the target of a link", () => {
  it.each([
    ["a.md", "a.md"],
    ["./references//a.md#part", "references/a.md"],
    ["a%20b.md?raw=1", "a b.md"],
    ["100%.md", "100%.md"],
    ["a\\b.md", "a/b.md"],
    ["a\\_b.md", "a_b.md"],
    ["references/../a.md", "a.md"],
  ])("%s is the path %s", (written, path) => {
    expect(relativeTarget(written)).toEqual({ path, leavesFolder: false, isFolder: false });
  });

  it.each([
    ["../a.md", "../a.md"],
    ["x/../../a/b.md", "../a/b.md"],
    ["../../..", "../../.."],
  ])("%s leaves the folder", (written, path) => {
    expect(relativeTarget(written)).toEqual({ path, leavesFolder: true, isFolder: false });
  });

  it("with a slash at the end is a folder", () => {
    expect(relativeTarget("node.js/#part")).toEqual({
      path: "node.js",
      leavesFolder: false,
      isFolder: true,
    });
  });

  it.each([
    "",
    "#part",
    "?a=b",
    "https://example.org/a.md",
    "mailto:a@example.org",
    "C:\\a.md",
    "/a.md",
    "~/a.md",
    "//example.org",
    "$HOME/a.md",
    "<path>.md",
    "{name}.md",
    "path/to/...",
    "path/to/file.md",
    "./",
  ])("%s is no path of the skill", (written) => {
    expect(relativeTarget(written)).toBeUndefined();
  });
});
