/** What stands around the skills: described hosts, agents, and systems that say little. */
import { describe, expect, it } from "vitest";
import { goodSkill, playground } from "../support/program.ts";
import { skillText } from "../support/library.ts";

const WORKSPACE = ".home/.openclaw/workspace/skills";
const SETTINGS = ".home/.openclaw/openclaw.json";

describe("a file that describes a host", () => {
  it("[BX-03] is refused with line and column where it is no JSON", () => {
    const ground = playground({ "host.json": '{\n  "os": "darwin",\n  "bins": ["gh"\n}\n' });
    expect(ground.run(["explain", "a", "--as", "openclaw@seed", "--host", "host.json"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: host.json:4:1: The file is not valid JSON.\n" +
        "  Check the quotes, commas and braces around this place.\n",
    });
  });

  it("[BX-03] is refused at the place of a key that means nothing", () => {
    const ground = playground({ "host.json": '{\n  "os": "darwin",\n  "binz": ["gh"]\n}\n' });
    const { code, stderr } = ground.run(["doctor", "--as", "openclaw@seed", "--host", "host.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain("error: host.json:3:3: Unknown key `binz`");
    expect(stderr).toContain("Did you mean `bins`?");
  });

  it.each(["explain", "doctor", "list", "prompt"])(
    "[BX-03] [OC-10] tells in %s what is assumed where it names no system",
    (command) => {
      const ground = playground({
        [`${WORKSPACE}/a/SKILL.md`]: goodSkill("a"),
        "host.json": '{"bins": ["gh"]}',
      });
      const name = command === "explain" ? ["a"] : [];
      const { stdout, stderr } = ground.run([
        command,
        ...name,
        "--as",
        "openclaw",
        "--host",
        "host.json",
      ]);
      expect(stdout + stderr).toContain(
        "warning host.json: The host `simulated` has no `os`, so `linux` is assumed.\n",
      );
    },
  );

  it("[GSV-14] needs no system where hosts serve skills; no skill that asks for one runs there", () => {
    const ground = playground({
      "skills/any/SKILL.md": skillText({
        name: "any",
        description: "Does it.",
        metadata: { gsv: { requires: { bins: ["gh"] } } },
      }),
      "skills/mac/SKILL.md": skillText({
        name: "mac",
        description: "Does it.",
        metadata: { gsv: { requires: { os: ["darwin"] } } },
      }),
      "host.json": '{"id": "box", "bins": ["gh"]}',
    });
    const words = ["--as", "gsv", "--host", "host.json"];
    expect(ground.run(["explain", "any", ...words])).toMatchObject({ code: 0, stderr: "" });
    const mac = ground.run(["explain", "mac", ...words]);
    expect(mac.code).toBe(1);
    expect(mac.stdout).toContain("✗ os           box: wanted darwin, found unknown\n");
  });
});

describe("an agent that the settings do not list", () => {
  const files = {
    [`${WORKSPACE}/a/SKILL.md`]: goodSkill("a"),
    [SETTINGS]: `{ agents: { list: [{ id: "main" }, { id: "work" }] } }`,
  };

  it.each([
    ["explain", ["a"]],
    ["explain", ["nowhere"]],
    ["doctor", []],
    ["list", []],
    ["prompt", []],
    ["deps", ["a"]],
  ])("[OC-02] is told in %s %j", (command, words) => {
    const ground = playground({
      ...files,
      ".home/.openclaw/workspace-wrok/skills/a/SKILL.md": goodSkill("a"),
    });
    const ran = ground.run([command, ...words, "--as", "openclaw@seed", "--agent", "wrok"]);
    expect(ran.stdout + ran.stderr).toContain(
      "warning .home/.openclaw/openclaw.json: No agent `wrok` in the settings; they list `main`, `work`.\n" +
        (ran.stderr.includes("wrok") ? "    Did" : "      Did") +
        " you mean `work`?\n",
    );
  });
});

describe("a system that says nothing of machines", () => {
  const gaia = {
    name: "web",
    version: "1.0.0",
    description: "Searches the web.",
    author: "A",
    license: "MIT",
    permissions: ["network:read"],
    tools: [{ name: "search", description: "Searches." }],
    security_tier: "experimental",
  };
  const files = {
    "tools/web/SKILL.md": skillText(gaia),
    "tools/bad/SKILL.md": skillText({ ...gaia, name: "Bad Name" }),
  };

  it("[BX-03] loads what reads and is valid, and says that these are the rules", () => {
    const ground = playground(files);
    expect(ground.run(["explain", "web", "--as", "gaia", "--root", "tools"])).toEqual({
      code: 0,
      stderr: "",
      stdout: `web in GAIA: loaded
  GAIA says nothing of machines and settings: a file that it reads and finds valid is loaded.

  tools/web/SKILL.md
    ✓ found        among the given skills (tools)
    ✓ read         a skill
`,
    });
    const bad = ground.run(["explain", "bad", "--as", "gaia", "--root", "tools"]);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain("✗ read         `Bad Name` is not a valid `name`");
    expect(ground.run(["list", "tools", "--as", "gaia"]).stdout).toContain("2 files, 1 loaded\n");
    expect(ground.run(["doctor", "--as", "gaia", "--root", "tools"]).stdout).toContain(
      "2 found, 1 loaded, 0 not eligible, 0 shadowed, 1 unreadable\n",
    );
  });

  it.each(["gaia", "gaia-nested", "agent-flow", "personal-mcp"])(
    "[BX-03] says for %s which systems can be asked without a folder, and which for a prompt",
    (id) => {
      const ground = playground(files);
      const none = ground.run(["doctor", "--as", id]);
      expect(none.code).toBe(2);
      expect(none.stderr).toContain(
        "Systems with usual folders: gsv, openclaw, agentskills, claude.",
      );
      const prompt = ground.run(["prompt", "--as", id, "--root", "tools"]);
      expect(prompt.code).toBe(2);
      expect(prompt.stderr).toContain("Systems that do: gsv, openclaw, agentskills, claude.");
    },
  );
});

describe("remedies for hosts", () => {
  const gh = skillText({
    name: "gh",
    description: "Does it.",
    metadata: {
      gsv: { requires: { capabilities: ["text.search"], bins: ["gh"], env: ["TOKEN"] } },
    },
  });

  it("[BX-03] [GSV-14] propose nothing that the host has already", () => {
    const ground = playground({
      "skills/gh/SKILL.md": gh,
      "box.json": '{"id": "box", "os": "linux", "bins": ["gh"], "env": ["TOKEN"]}',
    });
    const { stdout } = ground.run(["explain", "gh", "--as", "gsv", "--host", "box.json"]);
    expect(stdout.split("\n").filter((line) => line.includes("→"))).toEqual([
      "    → Connect a host that offers `text.search`.",
    ]);
  });

  it("[BX-03] [GSV-13] name what is malformed in the file, or the key in the settings", () => {
    const ground = playground({
      "skills/bad/SKILL.md": gh
        .replace("text.search", "text.serach")
        .replace('name: "gh"', 'name: "bad"'),
      "skills/fine/SKILL.md": goodSkill("fine"),
      "own.json": '{"skills": {"entries": {"fine": {"requires": {"bins": [""]}}}}}',
    });
    const words = ["--as", "gsv", "--config", "own.json"];
    expect(ground.run(["explain", "bad", ...words]).stdout).toContain(
      "    ✗ requires     Unknown `text.serach` in `capabilities`",
    );
    expect(ground.run(["explain", "fine", ...words]).stdout).toContain(
      "    → Correct `skills.entries.fine.requires` in the configuration.\n",
    );
  });
});

describe("what else stands in the way", () => {
  it("[BX-03] [OC-12] is the refusal of the settings, under which nothing is loaded", () => {
    const ground = playground({
      [`${WORKSPACE}/a/SKILL.md`]: goodSkill("a"),
      [SETTINGS]: "{ skills: ",
    });
    const { code, stdout } = ground.run(["explain", "a"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^a in OpenClaw 2026\.9: not loaded, since the settings are refused\n {2}Confirmed by .*\n {2}The steps below leave these settings out\.\n/u,
    );
    expect(stdout).toContain(
      "error .home/.openclaw/openclaw.json:1:11: The settings are not valid JSON5",
    );
    const doctor = ground.run(["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain("openclaw.json, refused: the rest is without them\n");
    const named = ground.run(["explain", "a", "--as", "openclaw@seed"]);
    expect(named.code).toBe(2);
    expect(named.stderr).toContain("openclaw.json:1:11: The settings are not valid JSON5");
  });

  it("[BX-03] [OC-02] is that another agent has it", () => {
    const ground = playground({
      ".home/.openclaw/workspace-work/skills/a/SKILL.md": goodSkill("a"),
      [SETTINGS]: `{ agents: { list: [{ id: "main" }, { id: "work" }] } }`,
    });
    expect(ground.run(["explain", "a", "--as", "openclaw@seed"])).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error: No agent on this machine has a skill `a`.\n" +
        "  The agent `work` has it; add `--agent work`.\n",
    });
    expect(ground.run(["explain", "a", "--as", "openclaw@seed", "--agent", "work"]).code).toBe(0);
  });

  it("[BX-03] [OC-14] is that a run never gets what the settings give", () => {
    const metadata = {
      openclaw: { primaryEnv: "GITHUB_TOKEN", requires: { env: ["GITHUB_TOKEN"] } },
    };
    const ground = playground({
      [`${WORKSPACE}/gh/SKILL.md`]: skillText({ name: "gh", description: "Does it.", metadata }),
      [SETTINGS]: `{ skills: { entries: { gh: { apiKey: "planted-4711" } } } }`,
    });
    const release = ground.run(["explain", "gh", "--as", "openclaw@2026.9"]);
    expect(release.code).toBe(0);
    expect(release.stdout).toContain(
      "  warning The variable `GITHUB_TOKEN` of `gh` is not set: it can act for the user in other programs.\n",
    );
    // The document refuses it to skills alone that do not ask for it.
    const document = ground.run(["explain", "gh", "--as", "openclaw@seed"]);
    expect(document.stdout).not.toContain("warning");
    expect(release.stdout + document.stdout).not.toContain("4711");
  });

  it("[BX-03] is a folder on the command line that is not there", () => {
    const { code, stderr } = playground().run([
      "doctor",
      "--as",
      "openclaw@seed",
      "--root",
      "none",
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("No such folder of skills: `none`.");
  });
});
