/** Older skills of OpenClaw: taken over, or run as they are. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adaptSkill, loadSkill } from "../../src/run/tools/index.ts";
import { needs } from "../support/needs.ts";
import { playground } from "../support/program.ts";
import { loadOptions, writeTree } from "../support/tool-skills.ts";

const LEGACY = `---
name: Old_Greeter
claw_version: 2.1
description: Greets people.
author: me
license: MIT
network: false
pip_requires: []
security_tier: verified
actions:
  - name: say-hello
    description: Says hello.
    handler: handlers/hello.py:run
    parameters:
      name: string
      loud: { type: boolean, required: false, default: false }
---
# Greeter
`;

const HANDLER = `def run(name, loud=False):
    return {"hello": name.upper() if loud else name}
`;

const REAL = `---
name: linear
description: Talks to Linear.
metadata: {"openclaw": {"requires": {"env": ["LINEAR_API_KEY"]}, "install": [{"kind": "uv", "package": "linear-sdk"}]}}
---
# Linear
`;

const files = {
  "old/greeter/SKILL.md": LEGACY,
  "old/greeter/handlers/hello.py": HANDLER,
  "old/linear/SKILL.md": REAL,
};

describe("skillwright migrate", () => {
  it("[GA-16] writes the skill, the wrapper and a report, for both shapes of OpenClaw", () => {
    const ground = playground(files);
    const ran = ground.run([
      "migrate",
      "old",
      "--batch",
      "--validate",
      "--output",
      "new",
      "--json",
    ]);
    expect(ran.stderr).toBe("");
    expect(ran.code).toBe(0);
    const { skills: rows } = JSON.parse(ran.stdout) as {
      skills: { name: string; files: string[]; review: string[] }[];
    };
    expect(rows.map(({ name, files: written }) => [name, written])).toEqual([
      ["old-greeter", ["SKILL.md", "tools.py", "MIGRATION.md"]],
      ["linear", ["SKILL.md", "MIGRATION.md"]],
    ]);
    expect(rows[0]?.review).toContain(
      "The claimed `security_tier` was dropped: trust is established anew.",
    );
    const check = ground.run(["tools", "check", "new/old-greeter"]);
    expect(check.stdout).toBe("1 skill, 1 tool, 0 errors\n");
    const validated = ground.run(["validate", "new/old-greeter", "--dialect", "gaia"]);
    expect(validated.code).toBe(0);
  });

  it("[GA-16] goes on past refusals with --batch, and exits with 1", () => {
    const ground = playground({ ...files, "old/plain/SKILL.md": "# No frontmatter\n" });
    const ran = ground.run(["migrate", "old", "--batch"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("2 skills migrated, 1 not\n");
    expect(ran.stderr).toContain("old/plain/SKILL.md");
  });

  it("[GA-16] writes nothing with --dry-run, and nothing over files without --force", () => {
    const ground = playground(files);
    expect(ground.run(["migrate", "old/greeter", "--dry-run"]).stdout).toContain(
      "would write migrated/old-greeter",
    );
    expect(ground.run(["tools", "check", "migrated/old-greeter"]).code).toBe(1);
    expect(ground.run(["migrate", "old/greeter"]).code).toBe(0);
    expect(ground.run(["migrate", "old/greeter"]).code).toBe(1);
    expect(ground.run(["migrate", "old/greeter", "--force"]).code).toBe(0);
  });

  it("asks for --batch where there are several skills", () => {
    const ran = playground(files).run(["migrate", "old"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("`--batch` migrates all of them.");
  });
});

needs.command("bwrap").describe("a migrated skill", () => {
  it("[GA-16] calls the original handler through the wrapper", async () => {
    const ground = playground(files);
    ground.run(["migrate", "old/greeter", "--output", "skills"]);
    const skill = await loadSkill("old-greeter", loadOptions(ground.folder));
    const result = await skill.call("say_hello", { name: "ada", loud: true });
    expect(result).toMatchObject({ ok: true, result: { hello: "ADA" } });
    await skill.close();
  });
});

needs.command("bwrap").describe("adaptSkill", () => {
  it("[GA-17] runs the actions of a skill that was not migrated, always as experimental", async () => {
    const folder = writeTree(files);
    const skill = await adaptSkill("./old/greeter", loadOptions(folder));
    expect(skill.policy).toMatchObject({ tier: "experimental", isExperimental: true });
    const result = await skill.call("say_hello", { name: "ada" });
    expect(result).toMatchObject({
      ok: true,
      result: { hello: "ada" },
      tool: "old-greeter/say_hello",
    });
    await skill.close();
  });

  it("[GA-17] keeps the actions in the sandbox", async () => {
    const folder = writeTree({
      ...files,
      "secret.txt": "out of reach",
      "old/greeter/handlers/hello.py":
        "def run(name, loud=False):\n    return {'text': open(name).read()}\n",
    });
    const skill = await adaptSkill("./old/greeter", loadOptions(folder));
    const result = await skill.call("say_hello", { name: join(folder, "secret.txt") });
    expect(result).toMatchObject({ ok: false, error: { message: /FileNotFoundError/ } });
    await skill.close();
  });

  it("[GA-17] refuses it without a yes, and where there are no actions", async () => {
    const folder = writeTree(files);
    await expect(
      adaptSkill("./old/greeter", loadOptions(folder, { allowsExperimental: false })),
    ).rejects.toThrow("is experimental");
    await expect(adaptSkill("./old/linear", loadOptions(folder))).rejects.toThrow("has no actions");
  });
});

const SCRIPTED = `---
name: scripted
claw_version: 1.0.0
description: Handlers in other languages.
author: me
license: MIT
actions:
  - { name: go, handler: handlers/go.js, parameters: { word: string } }
  - { name: import, handler: handlers/go.js:other, parameters: { word: string } }
---
# Scripted
`;
const SCRIPT = `export function run({ word }) {
  return { said: word };
}
export const other = async ({ word }) => ({ other: word });
`;

describe("handlers in other languages", () => {
  const scripted = {
    "old/scripted/SKILL.md": SCRIPTED,
    "old/scripted/handlers/go.js": SCRIPT,
    "old/scripted/package.json": '{"type":"module"}',
  };

  needs.command("bwrap").it("[GA-17] calls a module in JavaScript, in the sandbox", async () => {
    const folder = writeTree(scripted);
    const options = loadOptions(folder, { grants: ["shell:execute:node"] });
    const skill = await adaptSkill(join(folder, "old/scripted"), options);
    try {
      expect(await skill.call("go", { word: "x" })).toMatchObject({ result: { said: "x" } });
      expect(await skill.call("import_", { word: "y" })).toMatchObject({ result: { other: "y" } });
    } finally {
      await skill.close();
    }
  });

  it("[GA-16] validates as loading would: handlers, packages, coarse permissions", () => {
    const bad = SCRIPTED.replace("handlers/go.js:other", "handlers/gone.py")
      .replace("handlers/go.js", "../outside.py")
      .replace(
        "author: me",
        'author: me\nfilesystem: true\nshell: false\npip_requires: ["git+https://example.org/x"]',
      );
    const ground = playground({ ...scripted, "old/scripted/SKILL.md": bad });
    const ran = ground.run(["migrate", "old/scripted", "--validate", "-o", "new", "--json"]);
    expect(ran.code).toBe(1);
    const {
      skills: [row],
    } = JSON.parse(ran.stdout) as {
      skills: [{ review: string[]; problems: { message: string }[] }];
    };
    expect(row.problems.map(({ message }) => message)).toEqual([
      "The tool `go` has no handler in the skill.",
      "The handler `handlers/gone.py` of `import_` is not a file of the skill.",
      expect.stringContaining("git+https://example.org/x"),
    ]);
    expect(row.review).toContain(
      "`filesystem: true` grants all of `filesystem`; narrow it with a scope.",
    );
    const text = readFileSync(ground.path("new/scripted/SKILL.md"), "utf8");
    expect(text).toContain("shell:none");
    expect(text).not.toContain("filesystem: true");
  });

  it("[GA-16] validates permissions: what no skill can have is found before loading", () => {
    const asking = LEGACY.replace(
      "network: false",
      'network: false\npermissions: ["desktop:control", "network:read"]',
    );
    const ground = playground({ ...files, "old/greeter/SKILL.md": asking });
    const ran = ground.run(["migrate", "old/greeter", "--validate", "-o", "new", "--json"]);
    expect(ran.code).toBe(1);
    const {
      skills: [row],
    } = JSON.parse(ran.stdout) as { skills: [{ problems: { message: string; hint: string }[] }] };
    expect(row.problems).toMatchObject([
      {
        message: "No skill can have the permission `desktop:control` that `old-greeter` asks for.",
        hint: "No screen can be reached from inside the sandbox.",
      },
    ]);
    const called = ground.run([
      "tools",
      "call",
      "./new/old-greeter/say_hello",
      "--arg",
      "name=x",
      "--allow-experimental",
    ]);
    expect(called.code).toBe(1);
    expect(called.stderr).toContain(row.problems[0]?.message);
  });
});
