/** Changes in the frontmatter of an installed skill, joined with those of a new version. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { playground, type Playground } from "../support/program.ts";

interface Fields {
  readonly version?: string;
  readonly about?: string;
  readonly more?: string;
}

const ABOUT = "Writes letters. Use when asked to write one.";

function text({ version = "1.0.0", about = ABOUT, more = "" }: Fields): string {
  return `---\nname: letters\nversion: ${version}\ndescription: ${about}\n${more}---\n\nOne.\n`;
}

function nested({ version = "1.0.0", about = ABOUT, more = "Acme" }: Fields): string {
  return `---\nname: letters\ndescription: ${about}\nmetadata:\n  author: ${more}\n  version: "${version}"\n---\n\nOne.\n`;
}

function ground(write: (fields: Fields) => string, local: Fields, next: Fields): Playground {
  const at = playground({ "source/letters/SKILL.md": write({}) });
  at.run(["install", "./source", "--allow-experimental"]);
  writeFileSync(at.path("skills/letters/SKILL.md"), write(local));
  writeFileSync(at.path("source/letters/SKILL.md"), write(next));
  return at;
}

function update(at: Playground, ...more: readonly string[]): ReturnType<Playground["run"]> {
  return at.run(["update", "letters", "--allow-experimental", ...more]);
}

function installedText(at: Playground): string {
  return readFileSync(at.path("skills/letters/SKILL.md"), "utf8");
}

describe("an update of a skill whose frontmatter was changed here", () => {
  it.each<readonly [string, (fields: Fields) => string, Fields, Fields, Fields]>([
    [
      "a line beside that of the version",
      text,
      { about: "Mine." },
      { version: "1.1.0" },
      { version: "1.1.0", about: "Mine." },
    ],
    [
      "a field, beside one that is new",
      text,
      { about: "Mine." },
      { version: "1.1.0", more: "license: MIT\n" },
      { version: "1.1.0", about: "Mine.", more: "license: MIT\n" },
    ],
    [
      "a field of its own",
      text,
      { more: "license: MIT\n" },
      { version: "1.1.0", about: "Theirs." },
      { version: "1.1.0", about: "Theirs.", more: "license: MIT\n" },
    ],
    [
      "a field below another",
      nested,
      { more: "Me" },
      { version: "1.1.0" },
      { version: "1.1.0", more: "Me" },
    ],
  ])("[GA-12] joins %s", (_what, write, local, next, merged) => {
    const at = ground(write, local, next);
    expect(update(at)).toMatchObject({ code: 0, stderr: "" });
    expect(installedText(at)).toBe(write(merged));
    expect(at.run(["outdated"])).toMatchObject({ code: 0 });
  });

  it("[GA-12] takes the new version also where the rest is preferred as it is here", () => {
    const local = { version: "1.0.0-mine", about: "Mine." };
    const at = ground(text, local, { version: "1.1.0", about: "Theirs." });
    const stopped = update(at);
    expect(stopped.code).toBe(1);
    expect(stopped.stdout).toContain(
      "version: 1.1.0\n<<<<<<< here\ndescription: Mine.\n=======\ndescription: Theirs.\n>>>>>>> new version\n",
    );
    expect(update(at, "--prefer", "local")).toMatchObject({ code: 0 });
    expect(installedText(at)).toBe(text({ version: "1.1.0", about: "Mine." }));
    expect(at.run(["installed"]).stdout).toMatch(/^letters {2}1\.1\.0 /u);
    expect(at.run(["outdated"]).stdout).toBe("Everything is up to date.\n");
    expect(update(at).stdout).toBe("Everything is up to date.\n");
  });
});
