/** Homes that are broken as people break them: settings that cannot be read, or say what the agent does not know. */
import type { AgentId, CaseInput } from "../types.ts";
import type { Home } from "./homes.ts";
import { plainSkill } from "./text.ts";

function one(folder: string): CaseInput["files"] {
  return { [`${folder}/one/SKILL.md`]: plainSkill("one", `Lies in ${folder}.`) };
}

function withSettings(
  id: string,
  note: string,
  folder: string,
  settings: NonNullable<CaseInput["settings"]>,
): Home {
  return { id: `broken-${id}`, note, in: { files: one(folder), settings } };
}

const CLAUDE = "PROJECT/.claude/skills";
const AGENTS = "PROJECT/.agents/skills";

export const BROKEN_HOMES: { readonly [id in AgentId]: readonly Home[] } = {
  claude: [
    withSettings("user-settings", "settings that are no JSON", CLAUDE, {
      "HOME/.claude/settings.json": '{"skillOverrides": {"one": "off"}',
    }),
    withSettings("project-settings", "settings of the project that are no JSON", CLAUDE, {
      "PROJECT/.claude/settings.json": '{"skillOverrides": {"one": "off"},}',
    }),
    withSettings("override", "a word that no override is", CLAUDE, {
      "PROJECT/.claude/settings.json": { skillOverrides: { one: "disabled" } },
    }),
  ],
  codex: [
    withSettings("settings", "settings that are no TOML", AGENTS, {
      "HOME/.codex/config.toml": '[[skills.config]\nname = "one"\nenabled = false\n',
    }),
    withSettings("switch", "a switch that is text", AGENTS, {
      "HOME/.codex/config.toml": '[[skills.config]]\nname = "one"\nenabled = "no"\n',
    }),
  ],
  gemini: [
    withSettings("project-settings", "settings of the project that are no JSON", AGENTS, {
      "PROJECT/.gemini/settings.json": '{"skills": {"disabled": ["one"]}',
    }),
    withSettings("disabled-text", "a list that is text", AGENTS, {
      "PROJECT/.gemini/settings.json": { skills: { disabled: "one" } },
    }),
  ],
  opencode: [
    withSettings("project-settings", "settings of the project that are no JSON", AGENTS, {
      "PROJECT/opencode.json": '{"permission": {"skill": {"one": "deny"}}',
    }),
    withSettings("permission", "a word that no permission is", AGENTS, {
      "PROJECT/opencode.json": { permission: { skill: { one: "off" } } },
    }),
  ],
  copilot: [
    withSettings("settings", "settings that are no JSON", AGENTS, {
      "HOME/.copilot/settings.json": '{"disabledSkills": ["one"]',
    }),
    withSettings("disabled-text", "a list that is text", AGENTS, {
      "HOME/.copilot/settings.json": { disabledSkills: "one" },
    }),
  ],
  goose: [
    withSettings("settings", "settings that are no YAML", AGENTS, {
      "HOME/.config/goose/config.yaml": "extensions:\n  skills:\n    enabled: false\n  - x\n",
    }),
  ],
};
