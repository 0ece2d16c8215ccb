/** Every code of the library has its page, and every page a code. */
import { describe, expect, it } from "vitest";
import {
  installCodes,
  ownSettings,
  rootCodes,
  sessionCodes,
  settingsCodes,
} from "../src/library/index.ts";
import { listFiles, readFiles } from "./support/source.ts";

const areas = {
  install: installCodes,
  settings: settingsCodes,
  roots: rootCodes,
  session: sessionCodes,
};

describe.each(Object.entries(areas))("codes of %s", (area, codes) => {
  const folder = `docs/reference/diagnostics/${area}`;

  it("are unique and well formed", () => {
    const values = Object.values(codes);
    expect(new Set(values).size).toBe(values.length);
    for (const code of values) expect(code).toMatch(new RegExp(`^${area}/[a-z]+(?:-[a-z]+)*$`));
  });

  it("have a page each, which begins with the code", () => {
    const pages = listFiles([folder], /\.md$/u).map((path) => path.slice(folder.length + 1, -3));
    expect(pages.map((slug) => `${area}/${slug}`)).toEqual(Object.values(codes).toSorted());
    for (const { path, text } of readFiles([folder], /\.md$/u)) {
      const code = path.slice("docs/reference/diagnostics/".length, -3);
      expect(text.split("\n")[4]).toBe(`# ${code}`);
      expect(text).toContain("\n## How to fix\n");
    }
  });
});

describe("docs/reference/library-settings.md", () => {
  it("lists every key that our own file takes, and no other", () => {
    const [page] = readFiles(["docs/reference"], /\/library-settings\.md$/u);
    const keys =
      page?.text.matchAll(/^\| `((?:skills|agents|plugins|timeouts)\.[\w.*]+)` \|/gmu) ?? [];
    const listed = [...keys].map((match) => String(match[1]));
    const known = ownSettings().fields.map(({ path }) => path.join("."));
    expect(listed.toSorted()).toEqual(known.toSorted());
  });
});
