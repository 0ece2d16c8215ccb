import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { problemOf } from "../../../test/support/store.ts";
import { findDialect } from "../../skill/index.ts";
import { listSkills, openMemoryStore, openScopes, selectSkills } from "./index.ts";

interface Case {
  readonly id: string;
  readonly clause: string;
  readonly op: string;
  readonly dialect: string;
  readonly in: { readonly objects: Readonly<Record<string, string>>; readonly agentId: string };
  readonly out: { readonly skills: readonly object[] };
}

const file = resolve(import.meta.dirname, "../../../vectors/gsv.jsonl");
const cases = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line): Case => JSON.parse(line))
  .filter(({ op }) => op === "list");

describe("listSkills", () => {
  it.each(cases.map((item) => [item.clause, item.id, item] as const))("[%s] %s", (_, _id, item) => {
    const dialect = findDialect(item.dialect);
    if (dialect === undefined) throw new Error(`No dialect ${item.dialect}.`);
    const skills = listSkills(dialect, item.in.objects, item.in.agentId);
    expect(skills.map(({ name, location, readPath }) => ({ name, location, readPath }))).toEqual(
      item.out.skills,
    );
  });

  it("[GSV-03] agrees with the scopes of a store that holds the same objects", async () => {
    for (const { in: given } of cases) {
      const store = await openMemoryStore({ objects: given.objects });
      const listed = await openScopes(store, given.agentId).list();
      expect(listed).toEqual(selectSkills(Object.keys(given.objects).sort(), given.agentId));
    }
  });
});

describe("selectSkills", () => {
  it("[GSV-03] lets the last folder name alone decide what is hidden", () => {
    const keys = [
      "agents/a/skills/g/n/SKILL.md",
      "agents/a/skills/h/n/SKILL.md",
      "skills/n/SKILL.md",
    ];
    const shown = selectSkills([...keys, "skills/x/m/SKILL.md", "skills/y/m/SKILL.md"], "a");
    expect(shown.map(({ location }) => location)).toEqual([
      "agents/a/skills/g/n/SKILL.md",
      "agents/a/skills/h/n/SKILL.md",
      "skills/x/m/SKILL.md",
      "skills/y/m/SKILL.md",
    ]);
  });

  it("names a skill at the top after the folder of all skills", () => {
    expect(selectSkills(["skills/SKILL.md"], "a")).toMatchObject([{ directory: "skills" }]);
  });
});

describe("openScopes", () => {
  it.each(["", "a/b", "..", "a\\b", "\0"])("refuses the agent id %j", async (agentId) => {
    const store = await openMemoryStore();
    const opened = (async () => openScopes(store, agentId))();
    expect((await problemOf(opened)).code).toBe("store/key-invalid");
  });
});
