/** Homes made from a seed: skills as strangers write them, in the folders of one agent. The same seed gives the same home. */
import { Dice } from "../../differential/dice.ts";
import type { AgentId, Case, CaseInput, Json } from "../types.ts";
import { oddSkill } from "./odd-skill.ts";

/** Folders that the agent reads, each with what else may lie there. */
const ROOTS: { readonly [id in AgentId]: readonly string[] } = {
  claude: ["PROJECT/.claude/skills", "HOME/.claude/skills"],
  codex: ["PROJECT/.agents/skills", "HOME/.agents/skills", "HOME/.codex/skills"],
  gemini: [
    "PROJECT/.gemini/skills",
    "PROJECT/.agents/skills",
    "HOME/.gemini/skills",
    "HOME/.agents/skills",
  ],
  opencode: [
    "PROJECT/.opencode/skills",
    "PROJECT/.agents/skills",
    "PROJECT/.claude/skills",
    "HOME/.config/opencode/skills",
  ],
  copilot: [
    "PROJECT/.github/skills",
    "PROJECT/.agents/skills",
    "PROJECT/.claude/skills",
    "HOME/.copilot/skills",
  ],
  goose: [
    "PROJECT/.goose/skills",
    "PROJECT/.agents/skills",
    "HOME/.config/goose/skills",
    "HOME/.agents/skills",
  ],
};

function settingsOf(dice: Dice, agent: AgentId, names: readonly string[]): CaseInput["settings"] {
  const some = dice.some(names, 0.2);
  const asKeys = (values: readonly Json[]): Json =>
    Object.fromEntries(some.map((name) => [name, dice.pick(values)]));
  const project = dice.chance(0.5);
  switch (agent) {
    case "claude": {
      const file = project ? "PROJECT/.claude/settings.json" : "HOME/.claude/settings.json";
      return {
        [file]: dice.pick<Json>([
          { skillOverrides: asKeys(["off", "on", "name-only", "user-invocable-only"]) },
          { permissions: { deny: some.map((name) => `Skill(${name})`) } },
          { skillListingMaxDescChars: dice.pick([40, 100, 5000]) },
          { skillListingBudgetFraction: dice.pick([0.0005, 0.002]) },
        ]),
      };
    }
    case "codex":
      return {
        "HOME/.codex/config.toml": some
          .map((name) => `[[skills.config]]\nname = "${name}"\nenabled = ${dice.chance(0.3)}\n`)
          .join("\n"),
      };
    case "gemini": {
      const file = project ? "PROJECT/.gemini/settings.json" : "HOME/.gemini/settings.json";
      return { [file]: { skills: { disabled: [...some] } } };
    }
    case "opencode":
      return {
        [project ? "PROJECT/opencode.json" : "HOME/.config/opencode/opencode.json"]: {
          permission: { skill: asKeys(["allow", "deny", "ask"]) },
        },
      };
    case "copilot":
      return {
        [project ? "PROJECT/.github/copilot/settings.json" : "HOME/.copilot/settings.json"]: {
          disabledSkills: [...some],
        },
      };
    case "goose":
      return undefined;
  }
}

/** A word of its own for each skill: programs that tell no path are asked which text they show. */
function folderName(dice: Dice, index: number): string {
  const word = dice.pick(["pdf", "git-log", "Weather", "note_s", "deploy2", "m.ail", "chart"]);
  return `${word}-${index}`;
}

export function seededCase(agent: AgentId, seed: number): Case {
  const dice = new Dice(seed * 7 + 1);
  const files: { [path: string]: string | { readonly base64: string } } = {};
  const links: { [path: string]: string } = {};
  const roots = ROOTS[agent];
  const count = dice.pick([8, 14, 20, 30]);
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const root = dice.chance(0.6) ? (roots[0] ?? "") : dice.pick(roots);
    const folder = folderName(dice, index);
    names.push(folder);
    const deeper = dice.chance(0.08)
      ? dice.pick(["group/", "a/b/", ".hidden/", "node_modules/"])
      : "";
    const file = dice.chance(0.96) ? "SKILL.md" : dice.pick(["skill.md", "Skill.md", "README.md"]);
    files[`${root}/${deeper}${folder}/${file}`] = oddSkill(dice, folder);
    if (dice.chance(0.05)) files[`${dice.pick(roots)}/${folder}/SKILL.md`] = oddSkill(dice, folder);
  }
  if (dice.chance(0.3)) {
    const name = "behind-link";
    files[`HOME/elsewhere/${name}/SKILL.md`] = oddSkill(dice, name);
    links[`${dice.pick(roots)}/${name}`] = `HOME/elsewhere/${name}`;
  }
  const settings = dice.chance(0.4) ? settingsOf(dice, agent, names) : undefined;
  const cwd = dice.chance(0.2) ? "PROJECT/packages/app" : "PROJECT";
  return {
    id: `${agent}-home-seed-${seed}`,
    note: "from a seed",
    in: {
      files,
      ...(Object.keys(links).length > 0 && { links }),
      ...(settings !== undefined && { settings }),
      cwd,
      git: ["PROJECT"],
    },
  };
}
