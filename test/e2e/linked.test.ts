/** Skills that several clients share: one copy, and links to it. */
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { writeTrust } from "../../src/registry/index.ts";
import { playground, type Playground } from "../support/program.ts";
import { trusting, writeShared } from "../support/shared-skills.ts";

const CLAUDE = ["--client", "claude-code"] as const;
const LINKS = ".claude/skills";

async function ground(): Promise<Playground> {
  const at = playground({ ".home/.skillwright/trusted-keys.json": writeTrust(trusting) });
  await writeShared(at.path("source"), { name: "app", needs: { base: "^1.0.0" } });
  await writeShared(at.path("source"), { name: "base" });
  return at;
}

function install(at: Playground, ...more: readonly string[]): ReturnType<Playground["run"]> {
  return at.run(["install", "./source#app", ...CLAUDE, "--link", ...more]);
}

function entriesIn(at: Playground, folder: string): readonly string[] {
  return readdirSync(at.path(folder)).filter((name) => !name.startsWith("."));
}

describe("a skill that is linked from the folder of a client", () => {
  it("[GA-14] is told of there, with where it is installed", async () => {
    const at = await ground();
    expect(install(at)).toMatchObject({ code: 0, stderr: "" });
    expect(at.run(["installed", ...CLAUDE])).toMatchObject({
      code: 0,
      stdout: [
        "app   1.0.0  community  file:../source/app; linked from skills",
        "base  1.0.0  community  file:../source/base; a dependency; linked from skills",
        "",
      ].join("\n"),
    });
    expect(at.run(["update", "app", ...CLAUDE]).stderr).toContain(
      `It is linked from \`${at.path("skills")}\`, which \`--to\` names.`,
    );
  });

  it("[GA-14] is gone with its links, and with those of what only it needed", async () => {
    const at = await ground();
    install(at);
    install(at, "--client", "goose");
    const would = at.run(["remove", "app", "--dry-run"]).stdout;
    expect(would).toContain("Would remove the link .claude/skills/app\n");
    expect(entriesIn(at, LINKS)).toEqual(["app", "base"]);
    const removed = at.run(["remove", "app"]);
    expect(removed).toMatchObject({ code: 0, stderr: "" });
    expect(removed.stdout.split("\n").toSorted()).toEqual([
      "",
      "Removed `app` 1.0.0",
      "Removed `base` 1.0.0, no longer needed",
      "Removed the link .claude/skills/app",
      "Removed the link .claude/skills/base",
      "Removed the link .goose/skills/app",
      "Removed the link .goose/skills/base",
    ]);
    for (const folder of [LINKS, ".goose/skills"]) expect(entriesIn(at, folder)).toEqual([]);
  });

  it("[GA-14] loses its link alone where it is removed there", async () => {
    const at = await ground();
    install(at);
    expect(at.run(["remove", "app", ...CLAUDE])).toMatchObject({
      code: 0,
      stdout: "Removed the link .claude/skills/app\n`app` 1.0.0 stays installed in skills\n",
    });
    expect(entriesIn(at, LINKS)).toEqual(["base"]);
    expect(existsSync(at.path("skills/app/SKILL.md"))).toBe(true);
    expect(at.run(["remove", "app", ...CLAUDE])).toMatchObject({ code: 1 });
    symlinkSync("../../source", at.path(LINKS, "own"));
    expect(at.run(["remove", "own", ...CLAUDE])).toMatchObject({ code: 1 });
    expect(lstatSync(at.path(LINKS, "own")).isSymbolicLink()).toBe(true);
  });

  it("[GA-14] does not hide that a name is taken there", async () => {
    const at = await ground();
    mkdirSync(at.path(LINKS, "base"), { recursive: true });
    const installed = install(at);
    expect(installed.code).toBe(1);
    expect(installed.stdout).toContain("Linked .claude/skills/app\n");
    expect(installed.stderr).toBe(
      "Not linked: .claude/skills/base is there already, and is not `base` of skills\n",
    );
    expect(JSON.parse(install(at, "--json").stdout)).toMatchObject({
      links: [],
      notLinked: [at.path(LINKS, "base")],
    });
  });
});
