/** What fewer homes have: plugins, bundled skills, limits, lists of what is allowed, and files as strangers write them. */
import type { Dice } from "./dice.ts";

type Files = Record<string, string>;

/** Parts of the settings that a home may have besides. */
export interface Extras {
  readonly files: Files;
  readonly environment: { readonly [name: string]: string };
  readonly plugins?: object;
  readonly skills?: object;
  readonly load?: object;
}

const PLUGIN_IDS = ["alpha", "beta", "gamma"];

function pluginFolders(state: string): readonly string[] {
  return [
    `${state}/extensions`,
    "ROOT/cfg/extensions",
    "ROOT/ws/.openclaw/extensions",
    "ROOT/plug",
  ];
}

function skillOf(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\n# ${name}\n`;
}

function pluginsOf(dice: Dice, state: string): Pick<Extras, "files" | "plugins" | "environment"> {
  const files: Files = {};
  for (const id of dice.some(PLUGIN_IDS, 0.6)) {
    const folder = `${dice.pick(pluginFolders(state))}/${id}`;
    const skills = dice.pick([["./skills"], ["skills", "more"], ["./skills"], [], ["../out"]]);
    files[`${folder}/openclaw.plugin.json`] = JSON.stringify({
      id,
      name: id,
      configSchema: { type: "object", additionalProperties: false, properties: {} },
      skills,
    });
    const manifest = { name: id, version: "1.0.0", openclaw: { extensions: ["./index.js"] } };
    files[`${folder}/package.json`] = JSON.stringify(manifest);
    files[`${folder}/index.js`] = `export default { id: "${id}", register() {} };\n`;
    for (const name of dice.some([id, "pdf", "notes"], 0.6))
      files[`${folder}/skills/${name}/SKILL.md`] = skillOf(name);
    if (dice.chance(0.2)) files[`${folder}/more/extra/SKILL.md`] = skillOf("extra");
  }
  const plugins = {
    ...(dice.chance(0.2) ? { enabled: dice.chance(0.5) } : {}),
    ...(dice.chance(0.25) ? { allow: dice.some(PLUGIN_IDS, 0.5) } : {}),
    ...(dice.chance(0.2) ? { deny: dice.some(PLUGIN_IDS, 0.4) } : {}),
    ...(dice.chance(0.5) ? { load: { paths: [dice.pick(["ROOT/plug", "ROOT/plug/alpha"])] } } : {}),
    ...(dice.chance(0.6)
      ? {
          entries: Object.fromEntries(
            dice.some(PLUGIN_IDS, 0.5).map((id) => [id, { enabled: dice.chance(0.7) }]),
          ),
        }
      : {}),
  };
  // Those that come with the program are no part of a home.
  return { files, plugins, environment: { OPENCLAW_DISABLE_BUNDLED_PLUGINS: "1" } };
}

/** Frontmatter as it is found in the wild; what each of them means is for the program to say. */
const ODD_SKILLS: readonly string[] = [
  "---\nname: folded\ndescription: >-\n  Does this\n  and that.\n---\n",
  "---\nname: literal\ndescription: |\n  Line one.\n  Line two.\n---\n",
  "\uFEFF---\r\nname: windows\r\ndescription: Does it.\r\n---\r\n# Windows\r\n",
  "---\ndescription: Has no name.\n---\n",
  "---\nname: Upper Case & <X>\ndescription: Does it.\n---\n",
  "---\nname: number\ndescription: 42\n---\n",
  "---\nname: listed\ndescription: [a, b]\n---\n",
  "---\nname: twice\nname: twice\ndescription: Does it.\n---\n",
  "---\nname: 1.10\ndescription: Does it.\n---\n",
  "\n---\nname: late\ndescription: Does it.\n---\n",
  "---\nname: open\ndescription: Does it.\n",
  "---  \nname: blanks\ndescription: Does it.\n---  \n",
  "---\nname: at\ndescription: @everyone does it\n---\n",
  "---\nname: star\ndescription: *all* of it\n---\n",
  "---\nname: bracket\ndescription: [x] does it\n---\n",
  "---\nname: hash\ndescription: Does it # not this\n---\n",
  "---\nname: tab\ndescription:\tDoes it.\n---\n",
  "---\nname: next\ndescription:\n  On the next line.\n---\n",
  "---\nname: quoted\ndescription: 'It''s \"quoted\"'\n---\n",
  '---\nname: "esc\\u0061ped"\ndescription: "Tab\\tand line\\nbreak"\n---\n',
  "---\nname: block\ndescription: Does it.\nmetadata:\n  openclaw:\n    requires:\n      bins: [sh, no-such-tool]\n      env:\n        - ALPHA_KEY\n---\n",
  '---\nname: commas\ndescription: Does it.\nmetadata: {"openclaw": {"requires": {"bins": "sh, no-such-tool", "env": "ALPHA_KEY,"}}}\n---\n',
  "---\nname: relaxed\ndescription: Does it.\nmetadata: {openclaw: {requires: {bins: ['no-such-tool',],}, /* why */}}\n---\n",
  '---\nname: below\ndescription: Does it.\nmetadata:\n  { "openclaw": { "requires": { "anyBins": ["no-such-tool"] }, "os": ["linux", "macos"] } }\n---\n',
  '---\nname: both\ndescription: Does it.\nmetadata: {"clawdbot":{"requires":{"bins":["no-such-tool"]}},"openclaw":{"emoji":"x"}}\n---\n',
  '---\nname: flag\ndescription: Does it.\nmetadata: {"openclaw":{"always":"true","requires":{"bins":["no-such-tool"]}}}\n---\n',
  '---\nname: key\ndescription: Does it.\nmetadata: {"openclaw":{"skillKey":"pdf","primaryEnv":"ALPHA_KEY","requires":{"env":["ALPHA_KEY"]}}}\n---\n',
  '---\nname: systems\ndescription: Does it.\nmetadata: {"openclaw":{"os":"Linux, windows"}}\n---\n',
  '---\nname: names\ndescription: Does it.\nmetadata: {"openclaw":{"requires":{"bins":[" sh ",5,null,""],"env":[" "]}}}\n---\n',
  '---\nname: paths\ndescription: Does it.\nmetadata: {"openclaw":{"requires":{"config":["skills.entries.pdf","browser.evaluateEnabled","a.__proto__.b",""]}}}\n---\n',
  "# Only text\n",
  "",
];

function oddSkills(dice: Dice): Files {
  const files: Files = {};
  for (const root of ["ROOT/ws/skills", "ROOT/home/.agents/skills"])
    for (const [index, text] of ODD_SKILLS.entries())
      if (dice.chance(0.12)) files[`${root}/odd-${index}/SKILL.md`] = text;
  if (dice.chance(0.3)) {
    files["ROOT/ws/skills/outer/SKILL.md"] = skillOf("outer");
    files["ROOT/ws/skills/outer/inner/SKILL.md"] = skillOf("inner");
  }
  if (dice.chance(0.3)) {
    files["ROOT/ws/skills/a/b/c/d/e/f/SKILL.md"] = skillOf("six-deep");
    files["ROOT/ws/skills/a/b/c/d/e/g/h/SKILL.md"] = skillOf("seven-deep");
  }
  if (dice.chance(0.3)) {
    files["ROOT/ws/skills/.hidden/SKILL.md"] = skillOf("hidden");
    files["ROOT/ws/skills/node_modules/m/SKILL.md"] = skillOf("module");
    files["ROOT/ws/skills/lower/skill.md"] = skillOf("lower");
  }
  if (dice.chance(0.2)) files["ROOT/extra/skills/nested/SKILL.md"] = skillOf("nested");
  if (dice.chance(0.2)) files["ROOT/extra/one/two/three/SKILL.md"] = skillOf("three-deep");
  return files;
}

function bundledSkills(dice: Dice): Files {
  return Object.fromEntries(
    dice
      .some(["pdf", "mail", "own"], 0.6)
      .map((name) => [`ROOT/none/${name}/SKILL.md`, skillOf(name)]),
  );
}

function skillSettings(dice: Dice): object {
  return {
    ...(dice.chance(0.3)
      ? { allowBundled: dice.pick([[], ["pdf"], ["own", "mail"], [" "], ["none"]]) }
      : {}),
    ...(dice.chance(0.25)
      ? {
          limits: dice.pick([
            { maxSkillsLoadedPerSource: 2 },
            { maxSkillFileBytes: 120 },
            { maxSkillsInPrompt: 0 },
          ]),
        }
      : {}),
  };
}

/** What a home has besides, from dice of its own. */
export function extrasOf(dice: Dice, state: string): Extras {
  const withPlugins = dice.chance(0.4) ? pluginsOf(dice, state) : { files: {}, environment: {} };
  return {
    ...withPlugins,
    files: {
      ...withPlugins.files,
      ...(dice.chance(0.6) ? oddSkills(dice) : {}),
      ...(dice.chance(0.3) ? bundledSkills(dice) : {}),
    },
    skills: skillSettings(dice),
    load: dice.chance(0.15) ? { allowSymlinkTargets: ["ROOT/elsewhere"] } : {},
  };
}
