/** Every code of the registry has its page, and every page a code. */
import { describe, expect, it } from "vitest";
import { registryCodes } from "../src/registry/index.ts";
import { readFiles } from "./support/source.ts";

describe("codes of the registry", () => {
  it("have a page each, which begins with the code", () => {
    const pages = readFiles(["docs/reference/diagnostics/registry"], /\.md$/u);
    expect(pages.map(({ text }) => text.split("\n")[4])).toEqual(
      Object.values(registryCodes)
        .toSorted()
        .map((code) => `# ${code}`),
    );
    for (const { text } of pages) expect(text).toContain("\n## How to fix\n");
  });
});
