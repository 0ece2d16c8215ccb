/** Every code of the registry and of access to servers has its page, and every page a code. */
import { describe, expect, it } from "vitest";
import { registryCodes } from "../src/registry/index.ts";
import { serveErrors } from "../src/serve/errors.ts";
import { readFiles } from "./support/source.ts";

const oauthCodes = Object.keys(serveErrors).filter((code) => code.startsWith("oauth/"));

describe.each(Object.entries({ registry: registryCodes, oauth: oauthCodes }))(
  "codes of %s",
  (area, codes) => {
    it("have a page each, which begins with the code", () => {
      const pages = readFiles([`docs/reference/diagnostics/${area}`], /\.md$/u);
      expect(pages.map(({ text }) => text.split("\n")[4])).toEqual(
        Object.values<string>(codes)
          .toSorted()
          .map((code) => `# ${code}`),
      );
      for (const { text } of pages) expect(text).toContain("\n## How to fix\n");
    });
  },
);
