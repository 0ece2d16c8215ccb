import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nodeList } from "./index.ts";
import type { NodeField } from "./form.ts";

describe("the list of node types", () => {
  it("has a line for every folder, and each type once", () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(nodeList.map(({ type }) => type).toSorted()).toEqual(folders.toSorted());
  });
});

describe.each(nodeList.map((spec) => [spec.type, spec] as const))("the form of %s", (_, spec) => {
  const { form, data } = spec;
  const preset = data.parse(undefined);
  const numbers = form.fields.filter(
    (field): field is NodeField & Required<Pick<NodeField, "range">> => field.range !== undefined,
  );

  it("tells the presets that the schema fills in", () => {
    for (const { key, preset: told } of form.fields)
      if (told !== undefined) expect({ [key]: preset[key] }).toEqual({ [key]: told });
  });

  it("has a field for everything that the schema fills in", () => {
    const keys = new Set(form.fields.map(({ key }) => key));
    expect(Object.keys(preset).filter((key) => !keys.has(key))).toEqual([]);
  });

  it("allows the numbers that the schema allows, and no others", () => {
    for (const { key, range } of numbers) {
      const takes = (value: number): boolean => data.safeParse({ [key]: value }).success;
      expect([key, takes(range.min), takes(range.max)]).toEqual([key, true, true]);
      expect([key, takes(range.min - 1), takes(range.max + 1)]).toEqual([key, false, false]);
    }
  });

  it("says what it does and gives in whole sentences", () => {
    expect(form.about).toMatch(/^[A-Z].*[.…]$/u);
    expect(form.output).toMatch(/^[A-Z].*\.$/u);
  });
});
