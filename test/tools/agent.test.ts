/** The manifest of an agent, and the skills that it lists. */
import { describe, expect, it } from "vitest";
import { loadAgent, planAgent, readManifest } from "../../src/run/tools/index.ts";
import { needs } from "../support/needs.ts";
import { playground } from "../support/program.ts";
import {
  loadOptions,
  SEARCH_DECLARED,
  SEARCH_MODULE,
  skillText,
  writeTree,
} from "../support/tool-skills.ts";

function manifest(text: string): NonNullable<ReturnType<typeof readManifest>["value"]> {
  const { value, diagnostics } = readManifest(text, "AGENT.yaml");
  if (value === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return value;
}

function skillFiles(name: string, more = "", version = "1.0.0"): Record<string, string> {
  return {
    [`skills/${name}/SKILL.md`]: skillText({ name, version, more: SEARCH_DECLARED + more }),
    [`skills/${name}/tools.py`]: SEARCH_MODULE,
  };
}

const AGENT = `name: helper
version: 1.0.0
skills:
  - name: writer
    version: ">=1.0.0"
  - { name: extra, required: false }
skill_sets:
  work: [reader]
  home: [player]
default_skill_set: work
`;

describe("readManifest", () => {
  it("[GA-18] reads skills, sets, versions, and whether each is required", () => {
    const { skills, sets, defaultSet } = manifest(AGENT);
    expect(skills).toEqual([
      { name: "writer", version: ">=1.0.0", isRequired: true },
      { name: "extra", isRequired: false },
    ]);
    expect([...sets]).toEqual([
      ["work", [{ name: "reader", isRequired: true }]],
      ["home", [{ name: "player", isRequired: true }]],
    ]);
    expect(defaultSet).toBe("work");
  });

  it.each([
    ["skills: x", "must be a list of skills"],
    ["skills: [a, a]", "lists `a` twice"],
    ["skills: [Inbox_Triage]", "use lower-case letters"],
    ["skills: [{ version: '1' }]", "is not a valid name"],
    ["skills: [{ name: a, requird: true }]", "Unknown key `requird`"],
    ["skills: [{ name: a, required: 'yes' }]", "must be true or false"],
    ["skills: [{ name: a, version: 1 }]", "is not a range"],
    ["skills: [{ name: a, version: '>=v2' }]", "is not a range"],
    ["skills: [{ name: a, version: 1.2.x }]", "is not a range"],
    ["skill_sets: [a]", "a map"],
    ["skill_sets: { a: [] }\ndefault_skill_set: a", "has no skills"],
    ["skill_sets: { a: [x] }", "Missing `default_skill_set`"],
    ["skill_sets: { a: [x] }\ndefault_skill_set: b", "use one of `a`"],
    ["skill_sets: { Work: [x] }\ndefault_skill_set: Work", "`Work` is not a valid name of a set"],
    ["skills: [x]\nskill_sets: { a: [x] }\ndefault_skill_set: a", "which is always loaded"],
    ["- a", "a map"],
  ])("[GA-18] refuses %j", (text, message) => {
    const { value, diagnostics } = readManifest(text, "AGENT.yaml");
    expect(value).toBeUndefined();
    expect(diagnostics.map((item) => item.message).join("\n")).toContain(message);
  });
});

describe("planAgent", () => {
  it("[GA-18] puts skills after those that they need, found or listed", async () => {
    const folder = writeTree({
      ...skillFiles(
        "writer",
        "requirements: { skills: [{ name: reader }, { name: base, version: '>=1.0.0' }] }\n",
      ),
      ...skillFiles("reader"),
      ...skillFiles("base"),
      ...skillFiles("extra"),
    });
    const { skills, problems, set } = await planAgent(manifest(AGENT), loadOptions(folder));
    expect(set).toBe("work");
    expect(skills.map(({ skill, after }) => [skill.name, after])).toEqual([
      ["reader", []],
      ["base", []],
      ["writer", ["reader", "base"]],
      ["extra", []],
    ]);
    expect(problems).toEqual([]);
  });

  it("[GA-18] says what is missing and how to get it; only required skills are errors", async () => {
    const folder = writeTree(skillFiles("writer", "", "0.9.0"));
    const { problems } = await planAgent(manifest(AGENT), loadOptions(folder));
    expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
      ["error", "`writer` has the version `0.9.0`, but the agent needs `>=1.0.0`."],
      ["warning", "The skill `extra` is not installed."],
      ["error", "The skill `reader` is not installed."],
    ]);
    for (const { hint } of problems) expect(hint).toContain("skillwright install");
  });

  it("[GA-18] refuses circles and unknown sets", async () => {
    const folder = writeTree({
      ...skillFiles("writer", "requirements: { skills: [{ name: reader }] }\n"),
      ...skillFiles("reader", "requirements: { skills: [{ name: writer }] }\n"),
      ...skillFiles("player"),
    });
    const options = loadOptions(folder);
    await expect(planAgent(manifest(AGENT), options)).rejects.toThrow(
      "`writer` → `reader` → `writer`",
    );
    await expect(planAgent(manifest(AGENT), options, "other")).rejects.toThrow(
      "one of `work`, `home`",
    );
  });
});

describe("skillwright agent", () => {
  it("[GA-18] shows the skills in their order, and exits with 1 where a required one is missing", () => {
    const ground = playground({
      "AGENT.yaml": AGENT,
      ...skillFiles("writer"),
      ...skillFiles("reader"),
    });
    const fine = ground.run(["agent", "check"]);
    expect(fine.code).toBe(0);
    expect(fine.stdout).toContain("1. writer (1.0.0)\n     writer/search_web\n2. reader (1.0.0)\n");
    const missing = ground.run(["agent", "check", "--set", "home"]);
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain("The skill `player` is not installed");
  });
});

needs.command("bwrap").describe("loadAgent", () => {
  it("[GA-18] loads all tools into one registry, and leaves out what is optional and broken", async () => {
    const folder = writeTree({
      ...skillFiles("writer"),
      ...skillFiles("reader"),
      ...skillFiles("extra"),
      "skills/extra/tools.py": `${SEARCH_MODULE}raise ValueError("broken")\n`,
    });
    const agent = await loadAgent(manifest(AGENT), loadOptions(folder));
    expect(agent.registry.list().map(({ shortName }) => shortName)).toEqual([
      "reader_search_web",
      "writer_search_web",
    ]);
    expect(agent.plan.problems.map(({ severity, code }) => [severity, code])).toEqual([
      ["warning", "tools/import-failed"],
    ]);
    await agent.close();
    expect(agent.registry.list()).toEqual([]);
  });
});
