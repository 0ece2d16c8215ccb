import { describe, expect, it } from "vitest";
import { dialects, profiles } from "./index.ts";

const withHomes = [...dialects, ...profiles].flatMap((dialect) =>
  dialect.homes === undefined ? [] : [{ id: dialect.id, homes: dialect.homes, dialect }],
);

describe.each(withHomes)("homes of $id", ({ homes, dialect }) => {
  it("[OC-01] name their roots in the order in which the gate ranks the sources", () => {
    const order = dialect.gating?.sources.order ?? [];
    const ranks = homes.roots.map(({ source }) => order.indexOf(source));
    expect(ranks).not.toContain(-1);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  });

  it("use only folders that they name", () => {
    const names = homes.folders.map(({ name }) => name);
    const known = new Set(["home", "agent", "extra", "plugin", ...names]);
    const paths = [
      ...homes.roots.map(({ path }) => path),
      ...homes.folders.flatMap(({ path = "", agentPath = "" }) => [path, agentPath]),
      ...(homes.plugins?.folders ?? []).map(({ path }) => path),
      homes.settings.file ?? "",
    ];
    const used = paths.flatMap((path) =>
      [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
    );
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it("document every setting in a sentence, each once", () => {
    const paths = homes.settings.fields.map(({ path }) => path.join("."));
    expect(new Set(paths).size).toBe(paths.length);
    for (const { doc } of homes.settings.fields) expect(doc).toMatch(/^[A-Z`].*\.$/);
  });
});
