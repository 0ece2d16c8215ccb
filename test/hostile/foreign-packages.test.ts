/** Packages and modules that lie around a skill, in a repository of somebody else. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { computeSha256 } from "../../src/platform/index.ts";
import { nodeInterpreter } from "../../src/platform/sandbox/index.ts";
import { loadSkill } from "../../src/run/tools/index.ts";
import { needs } from "../support/needs.ts";
import { loadOptions, skillText, writeTree } from "../support/tool-skills.ts";

const SKILL = skillText({
  name: "js",
  permissions: ['"filesystem:read:./**"'],
  more: `tools:
  - { name: count, description: Counts., parameters: {}, returns: { type: string } }
requirements: { node_dependencies: ["ms@2.1.3"] }
`,
});

const module = (imports: string): string => `import { tool } from "skillwright/tools";
${imports}
export const count = tool({ description: "Counts.", parameters: {}, run: () => String(value) });
`;

const packageOf = (name: string, says: string): Readonly<Record<string, string>> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: "i.cjs" }),
  [`node_modules/${name}/i.cjs`]: `module.exports = ${JSON.stringify(says)};`,
});

/** A repository around one skill, whose packages were installed before. */
async function call(imports: string): Promise<unknown> {
  const skill = "skills/js";
  const folder = writeTree({
    [`${skill}/SKILL.md`]: SKILL,
    [`${skill}/tools.mjs`]: module(imports),
    [`${skill}/own.mjs`]: 'export default "own";',
    ...packageOf("ms", "hostile"),
    ...packageOf("other", "hostile"),
    "hostile.mjs": 'export default "hostile";',
    "package.json": JSON.stringify({
      name: "self",
      exports: "./hostile.mjs",
      imports: { "#inner": "./hostile.mjs" },
    }),
  });
  // Tools run as another user where the program runs as root.
  chmodSync(folder, 0o755);
  symlinkSync("../../hostile.mjs", join(folder, skill, "link.mjs"));
  const options = loadOptions(folder, { grants: ["filesystem:read:./**"] });
  const { program } = nodeInterpreter();
  const key = computeSha256(JSON.stringify(["npm", program, ["ms@2.1.3"]])).slice(0, 16);
  for (const [path, text] of Object.entries({
    ...packageOf("ms", "honest"),
    ...packageOf("uses", "x"),
    "node_modules/uses/i.cjs": 'module.exports = `uses ${require("ms")}`;',
    "node_modules/lacks/package.json": JSON.stringify({ name: "lacks", main: "i.cjs" }),
    "node_modules/lacks/i.cjs": 'module.exports = require("other");',
    "installed.json": "[]",
  })) {
    const file = join(options.packagesRoot, "js", key, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const loaded = await loadSkill(join(folder, skill), options);
  try {
    const result = await loaded.call("count", {});
    return result.ok ? result.result : result;
  } finally {
    await loaded.close();
  }
}

needs.command("bwrap").describe("[BX-14] a skill in a repository of somebody else", () => {
  it.each([
    ['import value from "ms";', "honest"],
    ['import value from "uses";', "uses honest"],
    ['import value from "./own.mjs";', "own"],
    ['import { sep as value } from "node:path";', "/"],
    [
      'import { createRequire } from "node:module"; const value = createRequire(import.meta.url)("ms");',
      "honest",
    ],
  ])("runs its own packages and modules: %s", async (imports, expected) => {
    expect(await call(imports)).toBe(expected);
  });

  it.each([
    'import value from "other";',
    'import value from "lacks";',
    'import value from "self";',
    'import value from "#inner";',
    'import value from "../../hostile.mjs";',
    'import value from "./link.mjs";',
    'import value from "../../node_modules/ms/i.cjs";',
    'import { createRequire } from "node:module"; const value = createRequire(import.meta.url)("other");',
  ])("runs nothing that lies above it: %s", async (imports) => {
    await expect(call(imports)).rejects.toThrow("neither in the skill nor among its packages");
  });
});
