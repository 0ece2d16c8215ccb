/** Coding agents on a machine, asked about through the command line. */
import { describe, expect, it } from "vitest";
import { goodSkill, playground } from "../support/program.ts";

describe("--as vscode", () => {
  const ground = playground({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".github/skills/hello/SKILL.md": goodSkill("hello"),
    "skills/stray/SKILL.md": goodSkill("stray"),
    ".home/.config/Code/User/settings.json": '{ "chat.useAgentSkills": false }',
  });

  it("[BX-10] [BX-03] says what switches a skill off, and where one lies that it never comes by", () => {
    const off = ground.run(["explain", "hello", "--as", "vscode"]).stdout;
    expect(off).toMatch(/✗ switch +`chat\.useAgentSkills` is false in/u);
    const { stdout } = ground.run(["explain", "stray", "--as", "vscode"]);
    expect(stdout).toMatch(/✓ found +outside of the folders in which VS Code looks\n/u);
  });
});

describe("--as codex", () => {
  const ground = playground({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".agents/skills/hello/SKILL.md": goodSkill("hello"),
    ".agents/skills/colon/SKILL.md": "---\nname: colon\ndescription: Reads: letters\n---\nRead.\n",
    ".agents/skills/quoted/SKILL.md": '---\nname: quoted\ndescription: "a" b\n---\nRead.\n',
    ".agents/skills/quiet/SKILL.md": goodSkill("quiet"),
    ".home/.codex/config.toml": '[[skills.config]]\nname = "quiet"\nenabled = false\n',
  });

  it("[BX-10] [BX-03] names the release that is modelled, and why a file is not loaded", () => {
    const { code, stdout } = ground.run(["explain", "quoted", "--as", "codex"]);
    expect(code).toBe(1);
    expect(stdout).toContain("quoted in Codex 0.166.0: not loaded");
    expect(stdout).toMatch(/Confirmed by codex 0\.166\.0 \(\d+ cases\)\./u);
    expect(stdout).toContain("→ Put values with a colon or a special character in quotes");
    expect(stdout).toMatch(/✗ read +The YAML cannot be read: .* \(line 3, column \d+\)/u);
  });

  it("[BX-10] [BX-03] names the settings that switch a skill off", () => {
    const { code, stdout } = ground.run(["explain", "quiet", "--as", "codex"]);
    expect(code).toBe(1);
    expect(stdout).toContain("It is switched off in .home/.codex/config.toml.");
    expect(stdout).toContain("→ Set `enabled = true` for it under `[[skills.config]]`");
  });

  it("[BX-10] lists what the program loads, as data too", () => {
    const { stdout } = ground.run(["list", "--as", "codex", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      dialect: "codex",
      version: "0.166.0",
      skills: [
        { name: "colon", description: "Reads: letters", isEligible: true, reasons: [] },
        { name: "hello", isEligible: true },
        { name: "quiet", isEligible: false, reasons: [{ code: "disabled-by-config" }] },
        { isEligible: false, reasons: [{ code: "unreadable" }] },
      ],
    });
  });

  it("[BX-10] prints the entries as the model sees them", () => {
    const { stdout } = ground.run(["prompt", "--as", "codex"]);
    expect(stdout.split("\n")[0]).toBe("- colon: Reads: letters (file: r1/colon/SKILL.md)");
    const cost = ground.run(["prompt", "--as", "codex", "--explain", "--json"]);
    expect(JSON.parse(cost.stdout)).toMatchObject({
      skills: [{ state: "whole" }, { state: "whole" }, { name: "quiet", state: "cut" }],
    });
  });

  it("[BX-10] [BX-03] sums up the set-up of the agent", () => {
    const { code, stdout } = ground.run(["doctor", "--as", "codex"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Codex 0.166.0 (codex)\n");
    expect(stdout).toContain("4 found, 2 loaded, 1 not eligible, 0 shadowed, 1 unreadable\n");
    expect(stdout).toContain("The YAML cannot be read");
  });

  it("names the agent that was probably meant", () => {
    const { code, stderr } = ground.run(["explain", "hello", "--as", "codx"]);
    expect(code).toBe(2);
    expect(stderr).toContain("There is no format or agent `codx`.\n  Did you mean `codex`?\n");
  });

  it("refuses folders of others, and names the nearest skill", () => {
    const refused = ground.run(["explain", "hello", "--as", "codex", "--root", ".agents"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("Codex has folders and settings of its own.");
    const unknown = ground.run(["explain", "helo", "--as", "codex"]);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain("Did you mean `hello`?");
  });
});

describe("agents of editors", () => {
  const ground = playground({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".agents/skills/shared/SKILL.md": goodSkill("shared"),
    ".claude/skills/both/SKILL.md": goodSkill("both"),
    ".cursor/skills/both/SKILL.md": goodSkill("both"),
    ".cursor/skills/silent/SKILL.md": "---\nname: silent\n---\nText.\n",
    ".github/skills/other-folder/SKILL.md": goodSkill("named-otherwise"),
    ".github/skills/group/deep/SKILL.md": goodSkill("deep"),
    ".goose/skills/colon/SKILL.md": "---\nname: colon\ndescription: Reads: letters\n---\nRead.\n",
    "packages/app/.cursor/skills/nested/SKILL.md": goodSkill("nested"),
    ".home/.copilot/skills/shared/SKILL.md": goodSkill("shared"),
  });
  const explain = (name: string, as: string): string =>
    ground.run(["explain", name, "--as", as]).stdout;

  it("[BX-10] [BX-03] Cursor takes the folders of others first, and looks below the project", () => {
    expect(explain("both", "cursor")).toContain(
      ".claude/skills/both/SKILL.md lies at the same place in another folder of skills, and comes first.",
    );
    expect(explain("nested", "cursor")).toContain("loaded, and visible to the model");
    const silent = explain("silent", "cursor");
    expect(silent).toContain("The frontmatter has no `description`.");
    expect(silent).toContain("→ Add `description` to the frontmatter.");
    expect(silent).toContain("Not confirmed by a program; the rules are from its documentation");
  });

  it("[BX-10] [BX-03] VS Code calls a skill by its folder, one folder deep, the project's first", () => {
    const { stdout } = ground.run(["list", "--as", "vscode", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      dialect: "vscode",
      confirmedBy: null,
      skills: [
        { name: "other-folder" },
        { name: "shared", source: "workspace" },
        { name: "both" },
        {},
        {},
      ],
    });
    expect(explain("deep", "vscode")).toContain("VS Code looks one folder deep only.");
    const shadowed = ground.run(["explain", "shared", "--as", "vscode", "--json"]).stdout;
    expect(JSON.parse(shadowed)).toMatchObject({
      systems: [{ files: [{}, { reasons: [{ code: "shadowed", remedies: [{}] }] }] }],
    });
  });

  it("[BX-10] [BX-03] VS Code has no skills where its settings switch them off or leave a folder out", () => {
    const other = playground({
      ".github/skills/one/SKILL.md": goodSkill("one"),
      ".agents/skills/two/SKILL.md": goodSkill("two"),
      ".more/skills/three/SKILL.md": goodSkill("three"),
      ".vscode/settings.json":
        '{"chat.agentSkillsLocations": {".github/skills": false, ".more/skills": true}} // mine',
    });
    const { stdout } = other.run(["prompt", "--as", "vscode"]);
    expect([...stdout.matchAll(/<name>(\w+)<\/name>/gu)].map(([, name]) => name)).toEqual([
      "two",
      "three",
    ]);
    const off = playground({
      ".github/skills/one/SKILL.md": goodSkill("one"),
      ".home/.config/Code/User/settings.json": '{"chat.useAgentSkills": false}',
    }).run(["explain", "one", "--as", "vscode"]);
    expect(off.stdout).toContain("`chat.useAgentSkills` is false in");
    expect(off.stdout).toContain("→ Set `chat.useAgentSkills` to true");
  });

  it("[BX-10] [BX-03] Goose drops a colon that is not quoted, and says how to mend it", () => {
    const said = explain("colon", "goose");
    expect(said).toMatch(/✗ read +The YAML cannot be read: .* \(line 3, column \d+\)/u);
    expect(said).toContain("→ Put values with a colon");
    expect(said).toContain("Confirmed by goose ");
  });
});
