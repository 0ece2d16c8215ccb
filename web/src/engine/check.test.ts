import { describe, expect, it } from "vitest";
import { checkSource } from "./check.ts";

const SKILL = `---
name: release-notes
description: Writes release notes. Use before a release.
inputs:
  - name: version
    label: Version
metadata:
  openclaw: {"requires": {"bins": ["git"]}}
---

Write the notes for {{version}} and {{product}}.
`;

describe("what a file says of itself", () => {
  it("[AF-09] takes inputs for declared in whatever format the rest of the file is", async () => {
    const { dialect, inputs, undeclared } = await checkSource({
      path: "release-notes/SKILL.md",
      text: SKILL,
    });
    expect(dialect.id).toMatch(/^openclaw/u);
    expect(inputs.map(({ name }) => name)).toEqual(["version"]);
    expect(undeclared).toEqual(["product"]);
  });
});
