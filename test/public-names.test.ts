/** The public names of the package: few, documented, and those that the built package really has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { STARTING_POINTS } from "../scripts/docs/library-page.ts";
import { readSubpaths } from "../scripts/docs/public-names.ts";
import { root } from "./support/source.ts";

const subpaths = readSubpaths();
const page = readFileSync(join(root, "docs/reference/library.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<
    Record<string, string | { readonly types: string; readonly default: string }>
  >;
};

/** The names in the last list of a declaration file, which the bundler writes. */
function declaredNames(file: string): readonly string[] {
  const list = /^export \{([^}]*)\};/mu.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return list
    .split(",")
    .map((item) => item.trim().replace(/^type /u, ""))
    .map((item) => item.split(" as ").at(-1) ?? "")
    .toSorted();
}

describe("public names", () => {
  it("[BX-15] are at most 150, each at one address", () => {
    const names = subpaths.flatMap((subpath) => subpath.names.map(({ name }) => name));
    expect(names.length).toBeLessThanOrEqual(150);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(subpaths)("of $specifier have a doc comment and a row on the page", ({ doc, names }) => {
    expect(doc).not.toBe("");
    expect(names.filter((item) => item.doc === "").map(({ name }) => name)).toEqual([]);
    for (const { name, signature } of names)
      expect(page).toContain(`\`${(signature ?? name).replaceAll("|", "\\|")}\``);
  });

  it.each(subpaths)("of $specifier are those of the built package", async (subpath) => {
    const target = manifest.exports[subpath.specifier.replace("skillwright", ".")];
    if (typeof target !== "object") throw new Error("The export map names no file.");
    const names = subpath.names.map(({ name }) => name).toSorted();
    expect(declaredNames(join(root, target.types))).toEqual(names);
    const built = (await import(pathToFileURL(join(root, target.default)).href)) as object;
    const values = subpath.names.filter(({ kind }) => kind !== "interface" && kind !== "type");
    expect(Object.keys(built).toSorted()).toEqual(values.map(({ name }) => name).toSorted());
  });

  it("name starting points that exist", () => {
    const missing = subpaths.flatMap(({ specifier, names }) =>
      (STARTING_POINTS[specifier] ?? ["none is named"]).filter(
        (start) => !names.some(({ name }) => name === start),
      ),
    );
    expect(missing).toEqual([]);
  });
});
