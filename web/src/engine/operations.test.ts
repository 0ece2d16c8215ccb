import { describe, expect, it } from "vitest";
import { dialects } from "../../../src/skill/index.ts";
import { operations } from "./operations.ts";
import { listFields } from "../../../src/check/editor/index.ts";
import { listSystems } from "./systems.ts";

const { callOperation, checkSource, readForm, setField, writeList } = operations;
const ids = dialects.map(({ id }) => id);

describe("what the engine answers", () => {
  it("is plain data, which can leave its thread", async () => {
    const text = "---\nname: [broken\n---\n";
    for (const answer of [listSystems(), await checkSource({ path: "a/SKILL.md", text })])
      expect(structuredClone(answer)).toEqual(answer);
  });

  it.each(ids)("has a first version for %s that is checked without errors", async (dialect) => {
    const { files } = await callOperation("new", {
      name: "weekly-report",
      description: "Writes reports. Use on Fridays.",
      dialect,
    });
    const text = files[0]?.text ?? "";
    const path = "weekly-report/SKILL.md";
    const { diagnostics, name } = await checkSource({ path, text, dialect });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(name).toBe("weekly-report");
  });

  it.each(ids)("names each field of %s once, with words about it", (dialect) => {
    const fields = listFields(dialect);
    const paths = fields.map(({ path }) => path.join("."));
    expect(new Set(paths).size).toBe(paths.length);
    expect(fields.filter(({ doc }) => doc === "")).toEqual([]);
  });

  it("fixes what keeps the meaning, and then finds nothing to fix", async () => {
    const path = "a/SKILL.md";
    const text = "---\nname: a\ndescription: Note: this. Use it.\n---\n\nDo it.\n";
    const fix = async (given: string): Promise<string | undefined> => {
      const { fixed } = await callOperation("lint", {
        skills: [{ path, text: given }],
        fix: true,
      });
      return fixed?.[0]?.text;
    };
    const once = await fix(text);
    expect(once).not.toBe(text);
    expect(await fix(once ?? "")).toBeUndefined();
  });
});

describe("the form of a SKILL.md", () => {
  const source = {
    path: "a/SKILL.md",
    dialect: "agentskills",
    text: "---\n# Who\nname: a # short\ndescription: Old.\nown: kept\n---\n\nDo it.\n",
  };

  it("shows fields with their values, and names what it does not know", () => {
    const { fields, others } = readForm(source);
    expect(fields.find(({ path }) => path[0] === "name")?.value).toBe("a");
    expect(others).toEqual(["own"]);
  });

  it("changes one value, and leaves comments, order and other fields", () => {
    expect(setField(source, { path: ["description"], value: "New." })).toBe(
      source.text.replace("Old.", "New."),
    );
    expect(setField(source, { path: ["description"] })).toBe(
      source.text.replace("description: Old.\n", ""),
    );
  });
});

describe("the list of skills under a budget", () => {
  const skills = ["first", "second", "third"].map((name) => ({
    name,
    description: `Does the ${name} thing. Use it for the ${name} time.`,
    location: `/skills/${name}/SKILL.md`,
  }));
  const dialect = "openclaw";

  it("says of every skill what became of it", async () => {
    const { skills: listed, whole, characters } = await writeList({ dialect, skills, limits: {} });
    expect(listed.map(({ name }) => name).toSorted()).toEqual(["first", "second", "third"]);
    expect(characters).toBeLessThanOrEqual(whole);
  });

  it("loses no skill under any budget, and says where each begins in the text", async () => {
    for (let maxLength = 0; maxLength <= 2000; maxLength += 125) {
      const { text, skills: listed } = await writeList({ dialect, skills, limits: { maxLength } });
      expect(listed).toHaveLength(3);
      for (const { name, at, state } of listed) {
        expect(at === undefined).toBe(state === "cut");
        if (at !== undefined) expect(text.slice(at)).toContain(name);
      }
      const places = listed.flatMap(({ at }) => at ?? []);
      expect(places).toEqual(places.toSorted((left, right) => left - right));
    }
  });
});
