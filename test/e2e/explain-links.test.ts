/** `skillwright explain` of files that a system comes by and does not take. */
import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { goodSkill, type Playground, playground } from "../support/program.ts";

const WORKSPACE = ".home/.openclaw/workspace/skills";
const SETTINGS = ".home/.openclaw/openclaw.json";

/** A skill that lies elsewhere under another folder name, and a link to it in the workspace. */
function linked(files: Readonly<Record<string, string>> = {}): Playground {
  const ground = playground({ "shared/pdf-v2/SKILL.md": goodSkill("nano-pdf"), ...files });
  mkdirSync(ground.path(WORKSPACE), { recursive: true });
  symlinkSync(ground.path("shared/pdf-v2"), ground.path(WORKSPACE, "pdf"));
  return ground;
}

describe("explain of a link", () => {
  it.each(["pdf", "nano-pdf"])(
    "[BX-03] [OC-01] shows the way of a linked folder called %s",
    (name) => {
      const ground = linked();
      expect(ground.run(["explain", name, "--as", "openclaw@seed"])).toEqual({
        code: 1,
        stderr: "",
        stdout: `${name} in OpenClaw: not loaded

  .home/.openclaw/workspace/skills/pdf
    ✓ found        among the workspace skills (.home/.openclaw/workspace/skills)
    ✗ link         The link points to \`shared/pdf-v2\`, outside of the root.
    → Put a copy of the folder in the place of the link.
`,
      });
    },
  );

  it("[BX-03] names the setting that allows it under the release that has it, and finds it after", () => {
    const ground = linked();
    const target = ground.path("shared/pdf-v2");
    const words = ["explain", "pdf", "--as", "openclaw@2026.9"];
    const line = `{ skills: { load: { allowSymlinkTargets: ["${target}"] } } }`;
    const before = ground.run(words);
    expect(before.stdout).toContain(
      `    → Or allow links to lead there, in ~/.openclaw/openclaw.json:\n        ${line}\n`,
    );
    ground.write(SETTINGS, line);
    const after = ground.run(words);
    expect(after.code).toBe(0);
    expect(after.stdout).toContain("pdf in OpenClaw 2026.9: loaded, and visible to the model\n");
    // The document knows no such key, so that it changes nothing there.
    expect(ground.run(["explain", "pdf", "--as", "openclaw@seed"]).code).toBe(1);
  });

  it("[BX-03] allows the same targets for links in a root that is given", () => {
    const ground = linked();
    ground.write(
      "own.json",
      `{ skills: { load: { allowSymlinkTargets: ["${ground.path("shared")}"] } } }`,
    );
    const words = ["explain", "pdf", "--as", "openclaw@2026.9", "--root", WORKSPACE];
    expect(ground.run(words).code).toBe(1);
    expect(ground.run([...words, "--config", "own.json"]).code).toBe(0);
  });

  it("[BX-03] shows the way of a file with a second name", () => {
    const ground = playground({ "elsewhere/SKILL.md": goodSkill("hard") });
    const file = ground.path(WORKSPACE, "hard/SKILL.md");
    mkdirSync(dirname(file), { recursive: true });
    linkSync(ground.path("elsewhere/SKILL.md"), file);
    const { code, stdout } = ground.run(["explain", "hard", "--as", "openclaw@seed", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      systems: [
        {
          isLoaded: false,
          files: [
            {
              file,
              root: ground.path(WORKSPACE),
              problem: { code: "roots/hard-link" },
              reasons: [{ code: "hard-link", remedies: [{}] }],
              steps: [{ stage: "find", check: "link", isPassed: false }],
            },
          ],
          problems: [],
        },
      ],
    });
    expect(ground.run(["list", "--as", "openclaw@seed", "--json"]).stdout).toContain(
      `"code": "hard-link"`,
    );
  });
});

describe("explain of a skill of a plugin", () => {
  const extension = ".home/.openclaw/extensions/papers";
  const files = {
    [`${extension}/openclaw.plugin.json`]: `{ "id": "papers", "skills": ["skills"] }`,
    [`${extension}/skills/pdf/SKILL.md`]: goodSkill("pdf"),
  };
  const words = ["explain", "pdf", "--as", "openclaw@seed"];

  it("[BX-03] [OC-03] finds it while the plugin is on", () => {
    expect(playground(files).run(words).code).toBe(0);
  });

  it.each([
    ["{ plugins: { enabled: false } }", "{ plugins: { enabled: true } }"],
    [`{ plugins: { deny: ["papers", "x"] } }`, `{ plugins: { deny: ["x"] } }`],
    [`{ plugins: { allow: ["x"] } }`, `{ plugins: { allow: ["x", "papers"] } }`],
    [
      "{ plugins: { entries: { papers: { enabled: false } } } }",
      "{ plugins: { entries: { papers: { enabled: true } } } }",
    ],
  ])("[BX-03] [OC-03] says for %s which line switches it on", (settings, remedy) => {
    const ground = playground({ ...files, [SETTINGS]: settings });
    const { code, stdout } = ground.run(words);
    expect(code).toBe(1);
    expect(stdout).toContain("    ✗ plugin       The skills of the plugin `papers` are not loaded");
    expect(stdout).toContain(`        ${remedy}\n`);
    ground.write(SETTINGS, remedy);
    expect(ground.run(words).code).toBe(0);
  });
});

describe("explain of what is no skill", () => {
  it.each([
    ["notes", "notes.md", "The file `notes.md` is not in a skill folder."],
    ["plain", "plain", "The file `plain` is not in a skill folder."],
    ["bare", "bare/README.md", "The folder has no `SKILL.md`."],
    ["lower", "lower/skill.md", "The file is called `skill.md`, not `SKILL.md`."],
    ["odd", "odd/SKILL.md/x", "`SKILL.md` is a folder, not a file."],
    [
      "deep",
      "1/2/3/4/5/6/deep/SKILL.md",
      "The skill is 7 folders below the root; at most 6 are searched.",
    ],
  ])("[BX-03] says for %s what lies there in place of a skill", (name, path, message) => {
    const ground = playground({ [`${WORKSPACE}/${path}`]: goodSkill("other") });
    const { code, stdout } = ground.run(["explain", name, "--as", "openclaw@seed"]);
    expect(code).toBe(1);
    expect(stdout).toContain(message);
  });

  it("[BX-03] [GSV-03] speaks of no other folder of a skill where skills may lie in skills", () => {
    const ground = playground({
      "skills/gh/SKILL.md": goodSkill("gh"),
      "skills/gh/scripts/run.sh": "",
      "own.json": '{"skills": {"entries": {"gh": {"enabled": false}}}}',
    });
    const words = ["explain", "gh", "--as", "gsv", "--config", "own.json", "--json"];
    const answer = JSON.parse(ground.run(words).stdout) as {
      readonly systems: readonly { readonly files: readonly { readonly path: string }[] }[];
    };
    expect(answer.systems[0]?.files.map(({ path }) => path)).toEqual(["skills/gh/SKILL.md"]);
  });

  it("[BX-03] [OC-08] says of a skill for users alone why the model is not told of it", () => {
    const text = goodSkill("quiet").replace("---\n\n", "disable-model-invocation: true\n---\n\n");
    const ground = playground({ [`${WORKSPACE}/quiet/SKILL.md`]: text });
    const { code, stdout } = ground.run(["explain", "quiet", "--as", "openclaw@seed"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "    – prompt       It is left out of the prompt and runs as a command only.\n",
    );
  });

  it("[BX-03] names the file of settings that was read", () => {
    const ground = playground({
      [`${WORKSPACE}/off/SKILL.md`]: goodSkill("off"),
      "own.json5": "{ skills: { entries: { off: { enabled: false } } } }",
    });
    const { stdout } = ground.run([
      "explain",
      "off",
      "--as",
      "openclaw@seed",
      "--config",
      "own.json5",
    ]);
    expect(stdout).toContain("    → Switch it on, in own.json5:\n");
  });

  it("[BX-03] [OC-02] refuses under the release a list of agents that it cannot take over", () => {
    const ground = playground({ [SETTINGS]: "{ agents: { list: [{ name: 'main' }] } }" });
    const { code, stderr } = ground.run(["doctor", "--as", "openclaw@2026.9"]);
    expect(code).toBe(2);
    expect(stderr).toContain(":1:13: The key `agents.list` is no longer read.\n");
  });
});
