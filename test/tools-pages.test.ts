/** Every code of the tools has its page, and every page a code. */
import { describe, expect, it } from "vitest";
import { toolCodes } from "../src/run/tools/index.ts";
import { listFiles, readFiles } from "./support/source.ts";

const folder = "docs/reference/diagnostics/tools";

describe("codes of tools", () => {
  it("are unique and well formed", () => {
    const values = Object.values(toolCodes);
    expect(new Set(values).size).toBe(values.length);
    for (const code of values) expect(code).toMatch(/^tools\/[a-z]+(?:-[a-z]+)*$/);
  });

  it("have a page each, which begins with the code", () => {
    const pages = listFiles([folder], /\.md$/u).map((path) => path.slice(folder.length + 1, -3));
    expect(pages.map((slug) => `tools/${slug}`).toSorted()).toEqual(
      Object.values(toolCodes).toSorted(),
    );
    for (const { path, text } of readFiles([folder], /\.md$/u)) {
      const code = path.slice("docs/reference/diagnostics/".length, -3);
      expect(text.split("\n")[4]).toBe(`# ${code}`);
      expect(text).toContain("\n## How to fix\n");
    }
  });
});
