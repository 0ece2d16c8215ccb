import { appendFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { goodSkill, type Playground, playground } from "../support/program.ts";

/** Two skills that were installed; one of them was changed since. */
function ground(): Playground {
  const made = playground({
    "shop/letters/SKILL.md": goodSkill("letters"),
    "shop/papers/SKILL.md": goodSkill("papers"),
  });
  for (const name of ["letters", "papers"]) {
    const ran = made.run(["install", `./shop/${name}`, "--to", "skills", "--allow-experimental"]);
    expect(ran.code, ran.stderr).toBe(0);
  }
  appendFileSync(made.path("skills/letters/SKILL.md"), "3. Tell nobody.\n");
  return made;
}

describe("an installed skill that was changed", () => {
  it.each([[[]], [["--as", "claude"]]])("[GA-15] is not served by mcp %j", (more) => {
    const { run } = ground();
    const { code, stdout } = run(["mcp", "skills", "--check", "--json", ...more]);
    expect(code).toBe(1);
    const { skills } = JSON.parse(stdout);
    expect(skills.map(({ name }: { name: string }) => name)).toEqual(["papers"]);
    expect(stdout).toContain("not those that `skill-lock.json` records");
  });

  it("[GA-15] is not run", () => {
    const { run, path } = ground();
    expect(run(["run", "skills/papers", "--dry-run"]).code).toBe(0);
    const changed = run(["run", "skills/letters", "--dry-run"]);
    expect(changed).toMatchObject({ code: 1, stdout: "" });
    expect(changed.stderr).toContain(
      "The installed skill `letters` does not match `skill-lock.json`: content",
    );
    writeFileSync(path("skills/skill-lock.json"), "{}");
    const unknown = run(["run", "skills/papers", "--dry-run"]);
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
    expect(unknown.stderr).toContain("version 1 is supported");
  });
});
