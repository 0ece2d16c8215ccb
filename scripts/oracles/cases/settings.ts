/** Homes of one agent: its settings, variables, arguments and extensions. */
import type { AgentId, CaseInput } from "../types.ts";
import { GOOSE_HOMES } from "./goose-homes.ts";
import type { Home } from "./homes.ts";
import { plainSkill, prose, skillText } from "./text.ts";

type Files = CaseInput["files"];

function at(folder: string, ...names: readonly string[]): Files {
  return Object.fromEntries(
    names.map((name) => [`${folder}/${name}/SKILL.md`, plainSkill(name, `Lies in ${folder}.`)]),
  );
}

function numbered(folder: string, count: number, length: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => {
      const name = `many-${String(number).padStart(3, "0")}`;
      return [`${folder}/${name}/SKILL.md`, plainSkill(name, prose(length, number))];
    }),
  );
}

const CLAUDE = "PROJECT/.claude/skills";

const CLAUDE_HOMES: readonly Home[] = [
  {
    id: "overrides-scopes",
    note: "one skill switched in the user's, the project's and the local settings",
    in: {
      files: at(CLAUDE, "one", "two", "three"),
      settings: {
        "HOME/.claude/settings.json": { skillOverrides: { one: "off", two: "off" } },
        "PROJECT/.claude/settings.json": { skillOverrides: { one: "on", three: "off" } },
        "PROJECT/.claude/settings.local.json": { skillOverrides: { three: "name-only" } },
      },
    },
  },
  {
    id: "deny-all",
    note: "the Skill tool denied",
    in: {
      files: at(CLAUDE, "one"),
      settings: { "PROJECT/.claude/settings.json": { permissions: { deny: ["Skill"] } } },
    },
  },
  {
    id: "no-slash",
    note: "",
    in: { files: at(CLAUDE, "one"), args: ["--disable-slash-commands"] },
  },
  {
    id: "sources-user",
    note: "settings of the user only",
    in: {
      files: { ...at(CLAUDE, "one"), ...at("HOME/.claude/skills", "two") },
      args: ["--setting-sources", "user"],
    },
  },
  {
    id: "add-dir",
    note: "",
    in: {
      files: { ...at(CLAUDE, "one"), ...at("HOME/more/.claude/skills", "two") },
      args: ["--add-dir", "HOME/more"],
    },
  },
  {
    id: "budget-variable",
    note: "10 descriptions of 300 characters, 1000 characters allowed",
    in: { files: numbered(CLAUDE, 10, 300), env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "1000" } },
  },
  {
    id: "max-description",
    note: "",
    in: {
      files: numbered(CLAUDE, 3, 300),
      settings: { "PROJECT/.claude/settings.json": { skillListingMaxDescChars: 100 } },
    },
  },
  {
    id: "budget-fraction",
    note: "",
    in: {
      files: numbered(CLAUDE, 40, 600),
      settings: { "PROJECT/.claude/settings.json": { skillListingBudgetFraction: 0.001 } },
    },
  },
  {
    id: "plugin",
    note: "a plugin from a folder, with a skill of the project's name",
    in: {
      files: {
        ...at(CLAUDE, "one"),
        ...at("HOME/plug/skills", "one", "two"),
        "HOME/plug/.claude-plugin/plugin.json":
          '{"name":"plug","version":"1.0.0","description":"x"}\n',
      },
      args: ["--plugin-dir", "HOME/plug"],
    },
  },
  {
    id: "commands",
    note: "a legacy command beside a skill of its name",
    in: {
      files: {
        ...at(CLAUDE, "one"),
        "PROJECT/.claude/commands/one.md": "---\ndescription: The command one.\n---\nDo it.\n",
        "PROJECT/.claude/commands/two.md": "---\ndescription: The command two.\n---\nDo it.\n",
      },
    },
  },
  {
    id: "config-dir",
    note: "",
    in: {
      files: { ...at("HOME/.claude/skills", "one"), ...at("HOME/conf/skills", "two") },
      env: { CLAUDE_CONFIG_DIR: "HOME/conf" },
    },
  },
];

const AGENTS = "PROJECT/.agents/skills";

const CODEX_HOMES: readonly Home[] = [
  {
    id: "no-instructions",
    note: "",
    in: {
      files: at(AGENTS, "one"),
      settings: { "HOME/.codex/config.toml": "[skills]\ninclude_instructions = false\n" },
    },
  },
  {
    id: "no-bundled",
    note: "",
    in: {
      files: at(AGENTS, "one"),
      settings: { "HOME/.codex/config.toml": "[skills.bundled]\nenabled = false\n" },
    },
  },
  {
    id: "project-config",
    note: "switched off in the project's own settings",
    in: {
      files: at(AGENTS, "one", "two"),
      settings: {
        "PROJECT/.codex/config.toml": '[[skills.config]]\nname = "one"\nenabled = false\n',
      },
    },
  },
  {
    id: "off-and-on",
    note: "the same skill by name off, by path on",
    in: {
      files: at(AGENTS, "one"),
      settings: {
        "HOME/.codex/config.toml": `[[skills.config]]\nname = "one"\nenabled = false\n\n[[skills.config]]\npath = "${AGENTS}/one/SKILL.md"\nenabled = true\n`,
      },
    },
  },
  {
    id: "implicit",
    note: "agents/openai.yaml forbids use without being named, and gives another face",
    in: {
      files: {
        ...at(AGENTS, "one", "two"),
        [`${AGENTS}/one/agents/openai.yaml`]: "policy:\n  allow_implicit_invocation: false\n",
        [`${AGENTS}/two/agents/openai.yaml`]:
          'interface:\n  display_name: "Two"\n  short_description: "Shorter."\n',
      },
    },
  },
  {
    id: "short-description",
    note: "metadata.short-description",
    in: {
      files: {
        [`${AGENTS}/one/SKILL.md`]: skillText([
          "name: one",
          "description: The long description.",
          "metadata:",
          "  short-description: Short.",
        ]),
      },
    },
  },
  {
    id: "codex-home",
    note: "",
    in: {
      files: { ...at("HOME/.codex/skills", "one"), ...at("HOME/conf/skills", "two") },
      dirs: ["HOME/conf"],
      env: { CODEX_HOME: "HOME/conf" },
    },
  },
];

const GEMINI_HOMES: readonly Home[] = [
  {
    id: "skills-off",
    note: "",
    in: {
      files: at(AGENTS, "one"),
      settings: { "HOME/.gemini/settings.json": { skills: { enabled: false } } },
    },
  },
  {
    id: "admin-off",
    note: "",
    in: {
      files: at(AGENTS, "one"),
      settings: { "HOME/.gemini/settings.json": { admin: { skills: { enabled: false } } } },
    },
  },
  {
    id: "extension",
    note: "an extension with a skill, and one of the user's with the same name",
    in: {
      files: {
        ...at("HOME/.gemini/extensions/ext/skills", "one", "two"),
        "HOME/.gemini/extensions/ext/gemini-extension.json": '{"name":"ext","version":"1.0.0"}\n',
        ...at("HOME/.gemini/skills", "one"),
      },
    },
  },
  {
    id: "disabled-case",
    note: "disabled by the user, enabled nowhere; another spelling",
    in: {
      files: at(AGENTS, "one", "Two"),
      settings: { "HOME/.gemini/settings.json": { skills: { disabled: ["ONE", "two"] } } },
    },
  },
];

const OPENCODE_HOMES: readonly Home[] = [
  {
    id: "no-claude",
    note: "",
    in: {
      files: {
        ...at(AGENTS, "one"),
        ...at(CLAUDE, "two"),
        ...at("PROJECT/.opencode/skills", "three"),
      },
      env: { OPENCODE_DISABLE_CLAUDE_CODE_SKILLS: "1" },
    },
  },
  {
    id: "no-external",
    note: "",
    in: {
      files: {
        ...at(AGENTS, "one"),
        ...at(CLAUDE, "two"),
        ...at("PROJECT/.opencode/skills", "three"),
      },
      env: { OPENCODE_DISABLE_EXTERNAL_SKILLS: "1" },
    },
  },
  {
    id: "tool-off",
    note: "",
    in: {
      files: at(AGENTS, "one"),
      settings: { "PROJECT/opencode.json": { tools: { skill: false } } },
    },
  },
  {
    id: "deny-all",
    note: "",
    in: {
      files: at(AGENTS, "one"),
      settings: { "PROJECT/opencode.json": { permission: { skill: "deny" } } },
    },
  },
  {
    id: "paths",
    note: "further folders in the settings",
    in: {
      files: { ...at(AGENTS, "one"), ...at("PROJECT/more", "two"), ...at("HOME/else", "three") },
      settings: { "PROJECT/opencode.json": { skills: { paths: ["more", "HOME/else"] } } },
    },
  },
  {
    id: "last-rule",
    note: "of two rules that match, which holds",
    in: {
      files: at(AGENTS, "one", "two"),
      settings: {
        "PROJECT/opencode.json": {
          permission: { skill: { one: "allow", "*": "deny", two: "allow" } },
        },
      },
    },
  },
];

const COPILOT_HOMES: readonly Home[] = [
  {
    id: "project-off",
    note: "switched off in the project's settings",
    in: {
      files: at(AGENTS, "one", "two"),
      settings: { "PROJECT/.github/copilot/settings.json": { disabledSkills: ["one"] } },
    },
  },
  {
    id: "local-off",
    note: "switched off in the local settings of the project",
    in: {
      files: at(AGENTS, "one", "two"),
      settings: { "PROJECT/.github/copilot/settings.local.json": { disabledSkills: ["one"] } },
    },
  },
  {
    id: "directories",
    note: "further folders in the settings",
    in: {
      files: { ...at(AGENTS, "one"), ...at("HOME/more", "two") },
      settings: { "HOME/.copilot/settings.json": { skillDirectories: ["HOME/more"] } },
    },
  },
  {
    id: "add-dir",
    note: "",
    in: {
      files: {
        ...at(AGENTS, "one"),
        ...at("HOME/more/.github/skills", "two"),
        ...at("HOME/more/.agents/skills", "three"),
      },
      args: ["--add-dir", "HOME/more"],
    },
  },
  {
    id: "plugin",
    note: "a plugin from a folder",
    in: {
      files: {
        ...at(AGENTS, "one"),
        ...at("HOME/plug/skills", "one", "two"),
        "HOME/plug/plugin.json":
          '{"name":"plug","version":"1.0.0","description":"x","skills":"skills/"}\n',
      },
      args: ["--plugin-dir", "HOME/plug"],
    },
  },
  {
    id: "copilot-home",
    note: "",
    in: {
      files: { ...at("HOME/.copilot/skills", "one"), ...at("HOME/conf/skills", "two") },
      env: { COPILOT_HOME: "HOME/conf" },
    },
  },
];

export const AGENT_HOMES: { readonly [id in AgentId]: readonly Home[] } = {
  claude: CLAUDE_HOMES,
  codex: CODEX_HOMES,
  gemini: GEMINI_HOMES,
  opencode: OPENCODE_HOMES,
  copilot: COPILOT_HOMES,
  goose: GOOSE_HOMES,
};
