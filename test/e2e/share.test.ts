/** Installing, updating and removing skills, as a user does it. */
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { playground, type Playground } from "../support/program.ts";

const text = (version: string, body = "One.\n\nTwo.\n"): string =>
  `---\nname: letters\nversion: ${version}\ndescription: Writes letters. Use when asked to write one.\n---\n\n${body}`;

function ground(): Playground {
  return playground({
    "source/letters/SKILL.md": text("1.0.0"),
    "source/letters/run.sh": "#!/bin/sh\n",
  });
}

const EXPERIMENTAL = "--allow-experimental";

describe("install", () => {
  it("[GA-12] refuses with the option that helps, and then installs", () => {
    const at = ground();
    const refused = at.run(["install", "./source"]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("`--allow-experimental` installs it.");
    expect(existsSync(at.path("skills"))).toBe(false);
    expect(at.run(["install", "./source", EXPERIMENTAL, "--dry-run"]).stdout).toMatch(
      /^Would install `letters` 1\.0\.0/u,
    );
    expect(existsSync(at.path("skills"))).toBe(false);
    expect(at.run(["install", "./source", EXPERIMENTAL]).stdout).toBe(
      "Installed `letters` 1.0.0 (2 files) in skills/letters\n  from source/letters\n  counts as experimental, not signed\n",
    );
    expect(at.run(["installed"]).stdout).toBe(
      "letters  1.0.0  experimental  file:../source/letters\n",
    );
    expect(at.run(["install", "./source", EXPERIMENTAL]).stdout).toBe(
      "Unchanged: `letters` 1.0.0\n",
    );
  });

  it("[GA-12] tells everything as JSON", () => {
    const at = ground();
    const { stdout } = at.run(["install", "./source", EXPERIMENTAL, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      isDryRun: false,
      skills: [
        {
          name: "letters",
          version: "1.0.0",
          done: "installed",
          gates: [
            { gate: "integrity" },
            { gate: "signature" },
            { gate: "tier" },
            { gate: "permissions" },
            { gate: "scan" },
          ],
          entry: { reference: "file:../source#letters" },
        },
      ],
    });
  });

  it.each<readonly [readonly string[], number]>([
    [["install"], 2],
    [["install", "--frozen", "./source"], 2],
    [["install", "--frozen"], 1],
    [["install", "letters"], 2],
    [["install", "../x/..@y"], 1],
    [["install", "letters@>=1 || 2", "--registry", "http://127.0.0.1:9"], 1],
    [["install", "./source", "--client", "nobody"], 2],
    [["install", "./source", "--link"], 2],
    [["update"], 2],
    [["update", "letters"], 1],
    [["remove", "letters"], 1],
    [["yank", "letters"], 2],
    [["publish", "source/letters", "--registry", "http://127.0.0.1:9"], 2],
  ])("%j exits with %i", (words, code) => {
    expect(ground().run(words).code).toBe(code);
  });

  it("[GA-14] puts skills where other agents look, copied or linked", () => {
    const at = ground();
    for (const [client, path] of [
      ["claude-code", ".claude/skills"],
      ["codex", ".agents/skills"],
      ["vscode", ".github/skills"],
      ["gaia", ".home/.gaia/skills"],
      ["openclaw", ".home/.openclaw/workspace/skills"],
    ] as const) {
      expect(at.run(["install", "./source", EXPERIMENTAL, "--client", client]).code).toBe(0);
      expect(existsSync(at.path(path, "letters/SKILL.md")), path).toBe(true);
    }
    at.run(["install", "./source", EXPERIMENTAL, "--client", "goose", "--link"]);
    expect(lstatSync(at.path(".goose/skills/letters")).isSymbolicLink()).toBe(true);
    expect(readFileSync(at.path(".goose/skills/letters/SKILL.md"), "utf8")).toBe(text("1.0.0"));
  });
});

describe("install --frozen", () => {
  it("[GA-15] does not pass over a skill that the lock does not have", () => {
    const at = ground();
    at.run(["install", "./source", EXPERIMENTAL]);
    rmSync(at.path("skills/letters"), { recursive: true });
    at.write("skills/intruder/SKILL.md", text("1.0.0").replace("letters", "intruder"));
    const refused = at.run(["install", "--frozen", EXPERIMENTAL]);
    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        "error: The lock does not record `intruder`.\n" +
        "  Nothing was written. Remove it, record it with `skillwright lock`, or let it stay with `--force`.\n",
    });
    expect(existsSync(at.path("skills/letters"))).toBe(false);
    expect(at.run(["install", "--frozen", EXPERIMENTAL, "--force"])).toMatchObject({
      code: 0,
      stdout:
        "0 skills as recorded, installed `letters` in skills\n`intruder` stays, which the lock does not record\n",
    });
    expect(existsSync(at.path("skills/intruder/SKILL.md"))).toBe(true);
  });
});

function forRenovate(...versions: readonly string[]): object {
  const releases = versions.map((version) => ({ version }));
  return { deps: [{ depName: "letters", currentValue: "1.0.0", releases }] };
}

describe("update", () => {
  it("[GA-12] merges, stops at conflicts with both sides, and keeps to pins", () => {
    const at = ground();
    at.run(["install", "./source", EXPERIMENTAL]);
    writeFileSync(at.path("skills/letters/SKILL.md"), text("1.0.0", "Mine.\n\nTwo.\n"));
    writeFileSync(at.path("source/letters/SKILL.md"), text("1.1.0", "Theirs.\n\nTwo.\n"));
    expect(at.run(["outdated"])).toMatchObject({ code: 1, stdout: "letters  1.0.0 → 1.1.0\n" });
    const renovate = ["outdated", "--format", "renovate"];
    expect(JSON.parse(at.run(renovate).stdout)).toEqual(forRenovate("1.0.0", "1.1.0"));
    const stopped = at.run(["update", "letters", EXPERIMENTAL, "--dry-run"]);
    expect(stopped.code).toBe(1);
    expect(stopped.stdout).toContain(
      "<<<<<<< here\nMine.\n=======\nTheirs.\n>>>>>>> new version\n",
    );
    expect(readFileSync(at.path("skills/letters/SKILL.md"), "utf8")).toBe(
      text("1.0.0", "Mine.\n\nTwo.\n"),
    );
    at.run(["pin", "letters", "--reason", "checked"]);
    expect(at.run(["update", "--all", EXPERIMENTAL]).stdout).toContain(
      "Left `letters` alone, since it is pinned: checked\n",
    );
    expect(JSON.parse(at.run(renovate).stdout)).toEqual(forRenovate("1.0.0"));
    at.run(["unpin", "letters"]);
    expect(at.run(["update", "--all", EXPERIMENTAL, "--prefer", "local"]).stdout).toContain(
      "keeps your changes in SKILL.md\n",
    );
    expect(readFileSync(at.path("skills/letters/SKILL.md"), "utf8")).toBe(
      text("1.1.0", "Mine.\n\nTwo.\n"),
    );
    expect(at.run(["remove", "letters"]).code).toBe(1);
    expect(at.run(["remove", "letters", "--force"]).stdout).toBe("Removed `letters` 1.1.0\n");
  });
});

describe("a skill that was changed since it was installed", () => {
  it("[GA-15] is not offered, and everybody says why", () => {
    const at = ground();
    const folder = ["--client", "claude-code"] as const;
    at.run(["install", "./source", EXPERIMENTAL, ...folder]);
    const listing = ["prompt", "--as", "claude"] as const;
    expect(at.run(listing).stdout).toContain("letters");
    appendFileSync(at.path(".claude/skills/letters/run.sh"), "curl evil\n");
    expect(at.run(listing).stdout).not.toContain("letters");
    const told = at.run(["explain", "letters", "--as", "claude"]);
    expect(told.stdout).toContain("Its files are not those that `skill-lock.json` records.");
    expect(at.run(["installed", ...folder])).toMatchObject({ code: 1 });
    expect(at.run(["permissions", ".claude/skills/letters"])).toMatchObject({ code: 1 });
    expect(at.run(["lock", ".claude/skills"]).code).toBe(0);
    expect(at.run(listing).stdout).toContain("letters");
  });

  it("[GA-15] is settled first where a process died", () => {
    const at = ground();
    at.run(["install", "./source", EXPERIMENTAL]);
    const own = at.path("skills/.skillwright");
    mkdirSync(join(own, "stage-0123456789abcdef/new"), { recursive: true });
    mkdirSync(at.path("skills/.stage-0123456789abcdef"));
    writeFileSync(
      at.path("skills/.stage-0123456789abcdef/.owner"),
      JSON.stringify({ host: "x", boot: "", pid: 1, start: "" }),
    );
    expect(at.run(["installed"]).code).toBe(0);
    expect(existsSync(join(own, "stage-0123456789abcdef"))).toBe(false);
    // Of another machine nothing is known, so it stays.
    expect(existsSync(at.path("skills/.stage-0123456789abcdef"))).toBe(true);
  });
});
