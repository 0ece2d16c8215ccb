/** Set-ups of coding agents that are broken as people break them: `explain` alone names the cause and what to do. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { explainSkill } from "../src/app/library/explain-skill.ts";
import { discoverAgents } from "../src/app/library/agents.ts";
import type { SystemSelection } from "../src/app/library/selection.ts";

interface SetUp {
  /** What is wrong. */
  readonly title: string;
  readonly as: string;
  /** Paths begin with PROJECT or HOME, which stand for new folders, also in texts and variables. */
  readonly files: { readonly [path: string]: string };
  readonly links?: { readonly [path: string]: string };
  readonly environment?: { readonly [name: string]: string };
  readonly isLoaded?: true;
  readonly cause: string;
  readonly remedy: string;
}

const skill = "---\nname: one\ndescription: Does one.\n---\n\nDo it.\n";

const setUps: readonly SetUp[] = [
  {
    title: "a file in small letters",
    as: "claude-code",
    files: { "PROJECT/.claude/skills/one/skill.md": skill },
    cause: "The file is not named `SKILL.md`.",
    remedy: "Rename the file to `SKILL.md`.",
  },
  {
    title: "a switch that nobody remembers",
    as: "claude-code",
    files: {
      "PROJECT/.claude/skills/one/SKILL.md": skill,
      "PROJECT/.claude/settings.local.json": '{"skillOverrides": {"one": "off"}}',
    },
    cause: "`skillOverrides` in the settings switches it off.",
    remedy: "Set `skillOverrides.one` to `on`, or remove the entry.",
  },
  {
    title: "a folder of other agents",
    as: "claude-code",
    files: { "PROJECT/.agents/skills/one/SKILL.md": skill },
    cause: "Claude Code does not look in PROJECT/.agents/skills.",
    remedy: "Copy the folder to PROJECT/.claude/skills/one, or make a link there.",
  },
  {
    title: "a variable that leads elsewhere",
    as: "claude-code",
    files: { "HOME/.claude/skills/one/SKILL.md": skill },
    environment: { CLAUDE_CONFIG_DIR: "HOME/work" },
    cause:
      "`CLAUDE_CONFIG_DIR` is set to HOME/work, so Claude Code does not look in HOME/.claude/skills.",
    remedy: "Unset `CLAUDE_CONFIG_DIR`, or move the folder to where it leads.",
  },
  {
    title: "a tool that is denied",
    as: "claude-code",
    files: {
      "PROJECT/.claude/skills/one/SKILL.md": skill,
      "PROJECT/.claude/settings.json": '{"permissions": {"deny": ["Skill"]}}',
    },
    isLoaded: true,
    cause: "The settings deny the tool that runs skills.",
    remedy: "Remove `Skill` from `permissions.deny`.",
  },
  {
    title: "a quote that does not end where the value does",
    as: "codex",
    files: { "PROJECT/.agents/skills/one/SKILL.md": '---\nname: one\ndescription: "a" b\n---\n' },
    cause: "The YAML cannot be read: ",
    remedy: "Put values with a colon or a special character in quotes",
  },
  {
    title: "a switch in the settings",
    as: "codex",
    files: {
      "PROJECT/.agents/skills/one/SKILL.md": skill,
      "HOME/.codex/config.toml": '[[skills.config]]\nname = "one"\nenabled = false\n',
    },
    cause: "It is switched off in HOME/.codex/config.toml.",
    remedy: "Set `enabled = true` for it under `[[skills.config]]`",
  },
  {
    title: "settings that are no TOML",
    as: "codex",
    files: {
      "PROJECT/.agents/skills/one/SKILL.md": skill,
      "HOME/.codex/config.toml": "[[skills.config]\n",
    },
    cause: "Codex does not start: HOME/.codex/config.toml is not TOML.",
    remedy: "Correct that file; `codex` itself names the place.",
  },
  {
    title: "a switch that is text",
    as: "codex",
    files: {
      "PROJECT/.agents/skills/one/SKILL.md": skill,
      "HOME/.codex/config.toml": '[[skills.config]]\nname = "one"\nenabled = "no"\n',
    },
    cause:
      "Codex does not start: `skills.config.enabled` in HOME/.codex/config.toml is not true or false.",
    remedy: "Correct that file; `codex` itself names the place.",
  },
  {
    title: "a file behind a link",
    as: "codex",
    files: { "PROJECT/shared/SKILL.md": skill },
    links: { "PROJECT/.agents/skills/one/SKILL.md": "PROJECT/shared/SKILL.md" },
    cause: "SKILL.md is a link, and Codex reads no file through a link.",
    remedy: "Put the file itself in the place of the link, or link the whole folder.",
  },
  {
    title: "a folder that begins with a dot",
    as: "codex",
    files: { "PROJECT/.agents/skills/.drafts/one/SKILL.md": skill },
    cause: "Codex does not look into `.drafts`, whose name begins with a dot.",
    remedy: "Give the folder a name without the dot, or move the skill out of it.",
  },
  {
    title: "a project that is not trusted",
    as: "gemini-cli",
    files: {
      "PROJECT/.gemini/skills/one/SKILL.md": skill,
      "HOME/.gemini/trustedFolders.json": '{"PROJECT": "DO_NOT_TRUST"}',
    },
    cause: "The folder is not trusted, so skills of the project are not loaded.",
    remedy: "Start `gemini` in the folder and choose to trust it.",
  },
  {
    title: "a name in the list of those that are off",
    as: "gemini-cli",
    files: {
      "PROJECT/.gemini/skills/one/SKILL.md": skill,
      "HOME/.gemini/settings.json": '{"skills": {"disabled": ["One"]}}',
    },
    cause: "`skills.disabled` in the settings names it.",
    remedy: "Run `gemini skills enable one`",
  },
  {
    title: "settings that are no JSON",
    as: "gemini-cli",
    files: {
      "PROJECT/.gemini/skills/one/SKILL.md": skill,
      "PROJECT/.gemini/settings.json": '{"skills": ',
    },
    cause: "Gemini CLI does not start: PROJECT/.gemini/settings.json is not JSON.",
    remedy: "Correct that file; `gemini` itself names the place.",
  },
  {
    title: "a skill inside a group",
    as: "gemini-cli",
    files: { "PROJECT/.gemini/skills/group/one/SKILL.md": skill },
    cause: "It lies 2 folders below PROJECT/.gemini/skills, where Gemini CLI does not look.",
    remedy: "Move the folder of the skill to PROJECT/.gemini/skills/one.",
  },
  {
    title: "a permission",
    as: "opencode",
    files: {
      "PROJECT/.opencode/skills/one/SKILL.md": skill,
      "PROJECT/opencode.json": '{"permission": {"skill": {"o*": "deny"}}}',
    },
    cause: "`permission.skill` in the settings denies it.",
    remedy: "Set `permission.skill.one` to `allow` in opencode.json.",
  },
  {
    title: "settings that are no JSON",
    as: "opencode",
    files: {
      "PROJECT/.opencode/skills/one/SKILL.md": skill,
      "PROJECT/opencode.json": '{"permission": ',
    },
    cause: "OpenCode does not start: PROJECT/opencode.json is not a JSON object.",
    remedy: "Correct that file; `opencode` itself names the place.",
  },
  {
    title: "a permission that is none",
    as: "opencode",
    files: {
      "PROJECT/.opencode/skills/one/SKILL.md": skill,
      "PROJECT/opencode.json": '{"permission": {"skill": {"one": "off"}}}',
    },
    cause:
      "OpenCode does not start: `permission.skill.one` is not `allow`, `ask` or `deny` in PROJECT/opencode.json.",
    remedy: "Correct that file; `opencode` itself names the place.",
  },
  {
    title: "a list of those that are off",
    as: "copilot-cli",
    files: {
      "PROJECT/.github/skills/one/SKILL.md": skill,
      "HOME/.copilot/settings.json": '{"disabledSkills": ["one"]}',
    },
    cause: "`disabledSkills` in HOME/.copilot/settings.json names it.",
    remedy: "Remove `one` from `disabledSkills` in HOME/.copilot/settings.json.",
  },
  {
    title: "a file without a folder",
    as: "copilot-cli",
    files: { "PROJECT/.github/skills/one.md": skill },
    cause: "A skill is a folder with a SKILL.md in it.",
    remedy: "Make a folder for it, and move the file there as `SKILL.md`.",
  },
  {
    title: "an extension that is off",
    as: "goose",
    files: {
      "PROJECT/.goose/skills/one/SKILL.md": skill,
      "HOME/.config/goose/config.yaml": "extensions:\n  skills:\n    enabled: false\n",
    },
    isLoaded: true,
    cause: "`extensions.skills.enabled` is false in HOME/.config/goose/config.yaml.",
    remedy: "Switch the extension on: `goose configure`",
  },
  {
    title: "a link that leads nowhere",
    as: "goose",
    files: {},
    links: { "HOME/.agents/skills/one": "HOME/moved/one" },
    cause: "The link leads to HOME/moved/one, which is not there.",
    remedy: "Let the link lead to the folder of the skill",
  },
  {
    title: "a file that does not say what the skill is for",
    as: "cursor",
    files: { "PROJECT/.cursor/skills/one/SKILL.md": "---\nname: one\n---\nDo it.\n" },
    cause: "The frontmatter has no `description`.",
    remedy: "Add `description` to the frontmatter.",
  },
  {
    title: "a folder without the file",
    as: "cursor",
    files: { "PROJECT/.cursor/skills/one/README.md": "# One\n" },
    cause: "The folder has no SKILL.md.",
    remedy: "Write SKILL.md in it, with `name` and `description`",
  },
  {
    title: "a setting that switches skills off",
    as: "vscode",
    files: {
      "PROJECT/.github/skills/one/SKILL.md": skill,
      "PROJECT/.vscode/settings.json": '{"chat.useAgentSkills": false}',
    },
    cause: "`chat.useAgentSkills` is false in PROJECT/.vscode/settings.json.",
    remedy: "Set `chat.useAgentSkills` to true in PROJECT/.vscode/settings.json.",
  },
  {
    title: "a folder that the settings leave out",
    as: "vscode",
    files: {
      "PROJECT/.github/skills/one/SKILL.md": skill,
      "PROJECT/.vscode/settings.json": '{"chat.agentSkillsLocations": {".github/skills": false}}',
    },
    cause: "VS Code does not look in PROJECT/.github/skills.",
    remedy: "Copy the folder to PROJECT/.agents/skills/one, or make a link there.",
  },
  {
    title: "a folder for rules",
    as: "cursor",
    files: { "HOME/.cursor/rules/one/SKILL.md": skill },
    cause: "Cursor does not look in HOME/.cursor/rules.",
    remedy: "Copy the folder to HOME/.cursor/skills/one, or make a link there.",
  },
  {
    title: "a folder of the project, in the home",
    as: "goose",
    files: { "HOME/.goose/skills/one/SKILL.md": skill },
    cause: "does not look in HOME/.goose/skills.",
    remedy: "Copy the folder to HOME/.agents/skills/one, or make a link there.",
  },
  {
    title: "a group of skills",
    as: "claude-code",
    files: { "HOME/.claude/skills/office/one/SKILL.md": skill },
    cause: "Claude Code looks one folder deep only.",
    remedy: "Move the folder of the skill to HOME/.claude/skills/one.",
  },
];

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function explain({ as, files, links = {}, environment = {} }: SetUp) {
  const base = mkdtempSync(join(tmpdir(), "skillwright-broken-"));
  folders.push(base);
  const project = join(base, "project");
  const home = join(base, "home");
  const place = (text: string): string =>
    text.replaceAll("PROJECT", project).replaceAll("HOME", home);
  for (const folder of [join(project, ".git"), home]) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(place(path)), { recursive: true });
    writeFileSync(place(path), place(text));
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(place(path)), { recursive: true });
    symlinkSync(place(target), place(path));
  }
  const variables = Object.entries(environment).map(([name, value]) => [name, place(value)]);
  const computer = {
    environment: { HOME: home, ...Object.fromEntries(variables) },
    folder: project,
    tuneGc: () => {},
    notify: () => {},
  };
  const selection: SystemSelection = { as, host: [], root: [], fresh: false, plainText: false };
  const answer = await explainSkill(
    {
      folder: project,
      computer,
      agents: async (chosen) => discoverAgents(chosen, computer),
      each: async () => [],
      one: () => Promise.reject(new Error("No system is asked.")),
    },
    "one",
    selection,
  );
  const text = JSON.stringify(answer).replaceAll(project, "PROJECT").replaceAll(home, "HOME");
  return JSON.parse(text) as typeof answer;
}

describe("explain for a set-up with", () => {
  it.each([
    ["claude-code", "PROJECT/.claude", "HOME/.claude/settings.json", "{", "which is not JSON"],
    [
      "claude-code",
      "PROJECT/.claude",
      "PROJECT/.claude/settings.json",
      '{"skillOverrides": {"one": "disabled"}}',
      "passes over `skillOverrides`",
    ],
    ["copilot-cli", "PROJECT/.github", "HOME/.copilot/settings.json", "{", "which is not JSON"],
    ["goose", "PROJECT/.goose", "HOME/.config/goose/config.yaml", "a: [", "which is not YAML"],
  ])(
    "[BX-03] [BX-10] settings that %s passes over, in %s by %s",
    async (as, folder, file, text, reason) => {
      const files = { [`${folder}/skills/one/SKILL.md`]: skill, [file]: text };
      const { systems } = await explain({ title: "", as, files, cause: "", remedy: "" });
      expect(systems[0]?.isLoaded).toBe(true);
      expect(systems[0]?.problems).toMatchObject([{ code: "agents/settings-ignored", file }]);
      expect(systems[0]?.problems[0]?.message).toContain(reason);
    },
  );

  it.each(["Skill(one)", "Skill(one *)"])(
    "[BX-03] [BX-10] a skill that the model sees and %s keeps it from using",
    async (rule) => {
      const file = "PROJECT/.claude/settings.local.json";
      const files = {
        "PROJECT/.claude/skills/one/SKILL.md": skill,
        [file]: JSON.stringify({ permissions: { deny: [rule] } }),
      };
      const { systems } = await explain({
        title: "",
        as: "claude-code",
        files,
        cause: "",
        remedy: "",
      });
      expect(systems[0]?.isListed).toBe(true);
      expect(systems[0]?.problems).toMatchObject([{ code: "agents/use-denied", file }]);
      expect(systems[0]?.problems[0]?.hint).toContain(`Remove \`${rule}\``);
    },
  );

  it.each(setUps)("[BX-03] [BX-10] $title, $as", async (setUp) => {
    const { systems } = await explain(setUp);
    expect(systems).toHaveLength(1);
    const [system] = systems;
    expect(system?.isLoaded).toBe(setUp.isLoaded ?? false);
    expect(system?.isListed).toBe(false);
    const [reason] = system?.files.flatMap(({ reasons }) => reasons) ?? [];
    expect(reason?.say).toContain(setUp.cause);
    expect(reason?.remedies[0]?.say).toContain(setUp.remedy);
  });
});
