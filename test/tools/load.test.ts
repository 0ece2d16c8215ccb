/** Loading tools of skills in the order of the specification, in the real sandbox. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBubblewrapRunner } from "../../src/platform/sandbox/index.ts";
import { createRunner } from "../../src/run/sandbox/index.ts";
import {
  describeTools,
  loadSkill,
  readSkillTools,
  ToolRegistry,
} from "../../src/run/tools/index.ts";
import { SkillError } from "../../src/skill/index.ts";
import { needs } from "../support/needs.ts";
import { playground } from "../support/program.ts";
import {
  loadOptions,
  SEARCH_DECLARED,
  SEARCH_MODULE,
  skillText,
  writeTree,
} from "../support/tool-skills.ts";
import { outputOf } from "../support/spawner.ts";

const GOOD = skillText({ more: SEARCH_DECLARED });

async function codeOf(loading: Promise<unknown>): Promise<string> {
  const error: unknown = await loading.catch((reason: unknown) => reason);
  return SkillError.isInstance(error) ? error.diagnostic.code : String(error);
}

needs.command("bwrap").describe("loadSkill", () => {
  it.each(['{"ready":[{"toString":1,"valueOf":1}]}', '{"ready":7,"id":{}}'])(
    "[BX-14] outlives a module that writes %s where answers are read",
    async (line) => {
      const folder = writeTree({
        ".gaia/skills/web-search/SKILL.md": GOOD,
        ".gaia/skills/web-search/tools.py": `import os
for descriptor in range(1, 20):
    try:
        os.write(descriptor, (${JSON.stringify(line)} + "\\n").encode())
    except OSError:
        pass
${SEARCH_MODULE}`,
      });
      const skill = await loadSkill("web-search", loadOptions(folder));
      const result = await skill.call("search_web", { query: "x" });
      expect(result).toMatchObject({ ok: true, result: { query: "x" } });
      await skill.close();
    },
  );

  it("[GA-09] [GA-14] finds an installed skill by name, and registers its tools by qualified names", async () => {
    const folder = writeTree({
      ".gaia/skills/web-search/SKILL.md": GOOD,
      ".gaia/skills/web-search/tools.py": SEARCH_MODULE,
    });
    const skill = await loadSkill("web-search", loadOptions(folder));
    expect(
      skill.registry.list().map(({ shortName, tool }) => [shortName, tool.qualifiedName]),
    ).toEqual([["search_web", "web-search/search_web"]]);
    const result = await skill.call("search_web", { query: "x" });
    expect(result).toMatchObject({ ok: true, result: { query: "x", max_results: 5 } });
    await skill.close();
    expect(skill.registry.list()).toEqual([]);
  });

  it.each([
    ["a tool is missing", GOOD, SEARCH_MODULE.replace("search_web", "search"), "tools/missing"],
    ["no yes was said", GOOD, SEARCH_MODULE, "tools/not-confirmed"],
    [
      "a permission is refused",
      skillText({ more: SEARCH_DECLARED, permissions: ["desktop:control"] }),
      SEARCH_MODULE,
      "tools/refused-permission",
    ],
    [
      "packages need a yes",
      skillText({ more: `${SEARCH_DECLARED}requirements: { dependencies: [requests] }\n` }),
      SEARCH_MODULE,
      "tools/not-confirmed",
    ],
    [
      "a package is an address",
      skillText({
        more: `${SEARCH_DECLARED}requirements: { dependencies: ["git+https://example.com/x"] }\n`,
      }),
      SEARCH_MODULE,
      "tools/refused-dependency",
    ],
    [
      "a package is an option",
      skillText({
        more: `${SEARCH_DECLARED}requirements: { dependencies: ["--index-url=https://example.com"] }\n`,
      }),
      SEARCH_MODULE,
      "tools/refused-dependency",
    ],
    [
      "the name leads elsewhere",
      GOOD.replace("name: web-search", "name: ../../outside"),
      SEARCH_MODULE,
      "tools/invalid-skill",
    ],
    [
      "another Python is asked for",
      skillText({ more: `${SEARCH_DECLARED}requirements: { python: ">=9.0" }\n` }),
      SEARCH_MODULE,
      "tools/no-interpreter",
    ],
    ["the import fails", GOOD, `${SEARCH_MODULE}raise RuntimeError("no")\n`, "tools/import-failed"],
    [
      "the import takes the mark away",
      GOOD,
      `${SEARCH_MODULE}import gaia.agents.base.tools as t\nt._TOOL_REGISTRY.clear()\n`,
      "tools/not-marked",
    ],
    [
      "the import marks more",
      GOOD,
      `${SEARCH_MODULE}def later(): pass\ntool(later)\n`,
      "tools/undeclared",
    ],
  ])("[GA-09] registers nothing where %s", async (what, text, module, code) => {
    const folder = writeTree({
      "skills/web-search/SKILL.md": text,
      "skills/web-search/tools.py": module,
    });
    const registry = new ToolRegistry();
    const consent = what === "no yes was said" ? { allowsExperimental: false } : {};
    const loading = loadSkill("web-search", { ...loadOptions(folder, consent), registry });
    expect(await codeOf(loading)).toBe(code);
    expect(registry.list()).toEqual([]);
    expect(existsSync(join(folder, ".packages"))).toBe(false);
  });

  it("[GA-09] gives a claimed tier no weight without a signature", async () => {
    const folder = writeTree({
      "skills/web-search/SKILL.md": skillText({ more: SEARCH_DECLARED, tier: "verified" }),
      "skills/web-search/tools.py": SEARCH_MODULE,
    });
    const skill = await loadSkill("web-search", loadOptions(folder));
    expect(skill.policy.tier).toBe("experimental");
    await skill.close();
  });

  it("[GA-09] installs packages into a folder of the skill's own, and once", async () => {
    const folder = writeTree({
      "wheels/keep": "",
      "skills/web-search/SKILL.md": skillText({
        more: `${SEARCH_DECLARED}requirements: { dependencies: [tiny-package] }\n`,
      }),
      "skills/web-search/tools.py": `import tiny_package\n${SEARCH_MODULE.replace('"query": query', '"query": tiny_package.NAME')}`,
    });
    writeWheel(join(folder, "wheels"));
    const options = loadOptions(folder);
    const environment = {
      ...options.environment,
      PIP_NO_INDEX: "1",
      PIP_FIND_LINKS: join(folder, "wheels"),
    };
    const asked: string[] = [];
    const mayInstall = (_plan: unknown, command: string): boolean => asked.push(command) > 0;
    for (let turn = 0; turn < 2; turn += 1) {
      const skill = await loadSkill("web-search", { ...options, environment, mayInstall });
      const result = await skill.call("search_web", { query: "x" });
      expect(result).toMatchObject({ ok: true, result: { query: "tiny" } });
      await skill.close();
    }
    expect(asked).toEqual(["pip install tiny-package"]);
    const [place = ""] = readdirSync(join(folder, ".packages/web-search"));
    const pinned = join(folder, ".packages/web-search", place, "requirements.txt");
    expect(readFileSync(pinned, "utf8")).toBe("tiny-package==1.0\n");
  });

  it("[GA-14] installs nothing where no sandbox could run it afterwards", async () => {
    const folder = writeTree({
      "skills/web-search/SKILL.md": skillText({
        more: `${SEARCH_DECLARED}requirements: { dependencies: [tiny-package] }\n`,
      }),
      "skills/web-search/tools.py": SEARCH_MODULE,
    });
    const runner = createRunner(
      createBubblewrapRunner({ path: "/nowhere", now: Date.now, random: Math.random }),
      { folders: [] },
    );
    const asked: string[] = [];
    const mayInstall = (_plan: unknown, command: string): boolean => asked.push(command) > 0;
    const options = { ...loadOptions(folder), runner, mayInstall };
    await expect(loadSkill("web-search", options)).rejects.toMatchObject({
      diagnostic: { code: "sandbox/no-walls" },
    });
    expect(asked).toEqual([]);
    expect(existsSync(join(folder, ".packages"))).toBe(false);
  });

  it("[GA-09] runs a module of TypeScript with the helper, and validates by its schemas", async () => {
    const folder = writeTree({
      "skills/notes/SKILL.md": skillText({
        name: "notes",
        more: "tools:\n  - name: repeat\n    parameters: { text: { type: string }, times: { type: integer } }\n",
      }),
      "skills/notes/tools.ts": `import { integer, string, tool } from "skillwright/tools";
type Words = string;
export const repeat = tool({
  description: "Repeats a text.",
  parameters: { text: string(), times: integer({ default: 2 }) },
  run: ({ text, times }): Words => { console.log("printed"); return text.repeat(times); },
});
`,
    });
    const skill = await loadSkill("notes", loadOptions(folder));
    const result = await skill.call("repeat", { text: "ab" });
    expect(result).toMatchObject({ ok: true, result: "abab", stderr: "printed\n" });
    await skill.close();
  });

  it("[GA-03] gives code what the skill declares and nothing else", async () => {
    const folder = writeTree({
      "data/notes.txt": "in reach",
      "other/secret.txt": "out of reach",
      "skills/reader/SKILL.md": skillText({
        name: "reader",
        permissions: ["filesystem:read:./data/**"],
        more: "tools:\n  - name: read_note\n    parameters: { path: { type: string } }\n",
      }),
      "skills/reader/tools.py": `from gaia.agents.base.tools import tool

@tool
def read_note(path: str) -> dict:
    "Reads a note."
    return {"text": open(path).read()}
`,
    });
    const skill = await loadSkill("reader", loadOptions(folder));
    const near = await skill.call("read_note", { path: join(folder, "data/notes.txt") });
    expect(near).toMatchObject({ ok: true, result: { text: "in reach" } });
    const far = await skill.call("read_note", { path: join(folder, "other/secret.txt") });
    expect(far).toMatchObject({ ok: false, error: { code: "tools/failed" } });
    await skill.close();
  });
});

/** A wheel is an archive of files; Python's own library writes one. */
function writeWheel(folder: string): void {
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + "/tiny_package-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("tiny_package.py", "NAME = 'tiny'\\n")
    wheel.writestr("tiny_package-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: tiny-package\\nVersion: 1.0\\n")
    wheel.writestr("tiny_package-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("tiny_package-1.0.dist-info/RECORD", "")
`;
  outputOf("python3", ["-c", script, folder]);
}

async function registryOf(names: readonly string[]): Promise<ToolRegistry> {
  const registry = new ToolRegistry();
  for (const name of names) {
    const folder = writeTree({
      [`${name}/SKILL.md`]: skillText({ name, more: SEARCH_DECLARED }),
      [`${name}/tools.py`]: SEARCH_MODULE,
    });
    registry.add(describeTools(await readSkillTools(join(folder, name, "SKILL.md"))));
  }
  return registry;
}

describe("skillwright new", () => {
  it("[GA-14] lays out a skill for development, whose tools agree with its frontmatter", () => {
    const ground = playground();
    const ran = ground.run(["new", "my-skill", "-d", "gaia"]);
    expect(ran.stdout.split("\n").filter((line) => line !== "")).toEqual([
      "my-skill/SKILL.md",
      "my-skill/tools.py",
      "my-skill/tests/test_tools.py",
      "my-skill/tests/conftest.py",
      "my-skill/.gitignore",
    ]);
    expect(ground.run(["tools", "check", "my-skill"]).stdout).toBe("1 skill, 1 tool, 0 errors\n");
  });
});

describe("ToolRegistry", () => {
  it("[GA-10] shows the short name of a tool that no other skill has", async () => {
    const registry = await registryOf(["web-search"]);
    expect(registry.list().map(({ shortName }) => shortName)).toEqual(["search_web"]);
    expect(registry.find("search_web").qualifiedName).toBe("web-search/search_web");
  });

  it("[GA-10] puts the skill before a name that several have, whatever the order of loading", async () => {
    for (const names of [
      ["b-search", "a-search"],
      ["a-search", "b-search"],
    ]) {
      const registry = await registryOf(names);
      expect(
        registry.list().map(({ shortName, collidesWith }) => [shortName, collidesWith]),
      ).toEqual([
        ["a_search_search_web", ["b-search/search_web"]],
        ["b_search_search_web", ["a-search/search_web"]],
      ]);
      expect(registry.find("a_search_search_web").skill).toBe("a-search");
      expect(() => registry.find("search_web")).toThrow(
        "`a-search/search_web`, `b-search/search_web`",
      );
    }
  });

  it("[GA-10] refuses a skill of a name that is there, and keeps what it had", async () => {
    const registry = await registryOf(["web-search"]);
    expect(() => registry.add([registry.find("search_web")])).toThrow("is already registered");
    expect(registry.list()).toHaveLength(1);
  });
});
