import { describe, expect, it } from "vitest";
import { parseGitHub } from "./github.ts";

describe("an address of GitHub", () => {
  it.each([
    ["github.com/a/b", { owner: "a", repository: "b", folder: "" }],
    ["https://github.com/a/b.git", { owner: "a", repository: "b", folder: "" }],
    [
      " https://www.github.com/a/b/tree/main/skills/my%20one/?tab=x ",
      { owner: "a", repository: "b", ref: "main", folder: "skills/my one" },
    ],
    [
      "https://github.com/a/b/blob/v1.0/pdf/SKILL.md",
      { owner: "a", repository: "b", ref: "v1.0", folder: "pdf" },
    ],
  ])("%s is understood", (address, expected) => {
    expect(parseGitHub(address)).toEqual(expected);
  });

  it.each(["https://example.com/a/b", "github.com/a", "github.com/a/b/issues/1", ""])(
    "%s is refused with what would work",
    (address) => {
      expect(() => parseGitHub(address)).toThrow(/github\.com\/owner\/repository/u);
    },
  );
});
