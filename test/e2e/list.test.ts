/** `skillwright list` on trees as they are found: everything is accounted for, whatever state it is in. */
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { goodSkill, type Playground, playground } from "../support/program.ts";

interface Listing {
  readonly skills: readonly {
    readonly path: string;
    readonly name?: string;
    readonly dialect?: string;
    readonly reason?: string;
    readonly errors: number;
    readonly codes: readonly string[];
    readonly failure?: string;
  }[];
  readonly duplicates: readonly { readonly name: string; readonly paths: readonly string[] }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

function list(ground: Playground, ...words: readonly string[]): Listing {
  return JSON.parse(ground.run(["list", "--json", ...words]).stdout) as Listing;
}

function paths(listing: Listing): readonly string[] {
  return listing.skills.map(({ path }) => path);
}

describe("list", () => {
  it("[BX-01] tells name, dialect and problems of every skill", () => {
    const ground = playground({
      "one/SKILL.md": goodSkill("one"),
      "two/SKILL.md": `---\nname: Two\nmetadata: {"openclaw": {"requires": {"bins": ["git"]}}}\n---\n`,
    });
    expect(list(ground)).toEqual({
      skills: [
        {
          path: "one/SKILL.md",
          name: "one",
          description: "Sorts letters by their date. Use when the user asks to sort letters.",
          dialect: "agentskills",
          reason: "it has only fields of the open specification",
          errors: 0,
          warnings: 0,
          codes: [],
        },
        {
          path: "two/SKILL.md",
          name: "Two",
          dialect: "openclaw",
          reason: "it has a `openclaw` block in `metadata`",
          errors: 1,
          warnings: 0,
          codes: ["lint/field-missing"],
        },
      ],
      duplicates: [],
      skipped: [],
    });
    expect(ground.run(["list"]).stdout).toBe(
      [
        "one agentskills one/SKILL.md",
        "  Sorts letters by their date. Use when the user asks to sort letters.",
        "Two openclaw two/SKILL.md",
        "  1 problem: lint/field-missing",
        "",
        "2 skills, 1 with problems",
        "",
      ].join("\n"),
    );
  });

  it("drops no folder for its name, and finds skills inside of skills", () => {
    const ground = playground({
      "build/SKILL.md": goodSkill("build"),
      "dist/SKILL.md": goodSkill("dist"),
      ".claude/skills/hidden/SKILL.md": goodSkill("hidden"),
      "outer/SKILL.md": goodSkill("outer"),
      "outer/parts/inner/SKILL.md": goodSkill("inner"),
      "lower/skill.md": goodSkill("lower"),
      "node_modules/package/SKILL.md": goodSkill("package"),
      ".git/skills/SKILL.md": goodSkill("skills"),
      "text/NOT-SKILL.md": goodSkill("text"),
    });
    expect(paths(list(ground))).toEqual([
      ".claude/skills/hidden/SKILL.md",
      "build/SKILL.md",
      "dist/SKILL.md",
      "lower/skill.md",
      "outer/SKILL.md",
      "outer/parts/inner/SKILL.md",
    ]);
    expect(paths(list(ground, "node_modules"))).toEqual(["node_modules/package/SKILL.md"]);
  });

  it("shows paths as they were given, each file once", () => {
    const ground = playground({ "a/one/SKILL.md": goodSkill("one") });
    expect(paths(list(ground, "a"))).toEqual(["a/one/SKILL.md"]);
    expect(paths(list(ground, "./a/"))).toEqual(["a/one/SKILL.md"]);
    expect(paths(list(ground, "a/one/SKILL.md"))).toEqual(["a/one/SKILL.md"]);
    expect(paths(list(ground, "a", "a/one", "."))).toEqual(["a/one/SKILL.md"]);
    expect(paths(list(ground, ground.path("a")))).toEqual([ground.path("a/one/SKILL.md")]);
  });

  it("follows links once, and never in a circle", () => {
    const ground = playground({
      "tree/one/SKILL.md": goodSkill("one"),
      "other/two/SKILL.md": goodSkill("two"),
    });
    symlinkSync("../one", ground.path("tree/one/self"));
    symlinkSync("..", ground.path("tree/up"));
    symlinkSync("../other", ground.path("tree/linked"));
    symlinkSync("../other", ground.path("tree/linked-again"));
    symlinkSync("loop", ground.path("tree/loop"));
    const listing = list(ground, "tree");
    expect(paths(listing)).toEqual(["tree/linked/two/SKILL.md", "tree/one/SKILL.md"]);
    expect(listing.skipped.map(({ path }) => path).sort()).toEqual([
      "tree/linked-again",
      "tree/loop",
      "tree/one/self",
    ]);
  });

  it("lists what cannot be read with the reason", () => {
    const ground = playground({ "one/SKILL.md": goodSkill("one") });
    mkdirSync(ground.path("broken"));
    symlinkSync("nowhere.md", ground.path("broken/SKILL.md"));
    mkdirSync(ground.path("circle"));
    symlinkSync("SKILL.md", ground.path("circle/SKILL.md"));
    expect(list(ground).skills).toMatchObject([
      { path: "broken/SKILL.md", failure: "it does not exist", codes: ["read/unreadable"] },
      { path: "circle/SKILL.md", failure: "its links lead in a circle" },
      { path: "one/SKILL.md", errors: 0 },
    ]);
    expect(ground.run(["list"]).stdout).toContain("  not read: it does not exist\n");
    expect(ground.run(["lint"]).code).toBe(1);
  });

  it("tells of folders and files without permission", (context) => {
    if (process.getuid?.() === 0) context.skip("root may read everything");
    const ground = playground({
      "closed/inner/SKILL.md": goodSkill("inner"),
      "one/SKILL.md": goodSkill("one"),
    });
    chmodSync(ground.path("closed"), 0o000);
    chmodSync(ground.path("one/SKILL.md"), 0o000);
    const listing = list(ground);
    chmodSync(ground.path("closed"), 0o755);
    expect(listing.skipped).toEqual([
      { path: "closed", reason: "permission denied", isFailure: true },
    ]);
    expect(listing.skills).toMatchObject([{ path: "one/SKILL.md", failure: "permission denied" }]);
  });

  it("reports names that more than one skill bears", () => {
    const ground = playground({
      "a/one/SKILL.md": goodSkill("one"),
      "b/one/SKILL.md": goodSkill("one"),
      "b/two/SKILL.md": goodSkill("two"),
    });
    expect(list(ground).duplicates).toEqual([
      { name: "one", paths: ["a/one/SKILL.md", "b/one/SKILL.md"] },
    ]);
    expect(ground.run(["list"]).stdout).toContain("  one: a/one/SKILL.md, b/one/SKILL.md\n");
  });

  it("reads files that are no UTF-8, empty, huge, or end in the middle of a character", () => {
    const ground = playground();
    ground.write(
      "latin/SKILL.md",
      Buffer.from(goodSkill("latin").replace("L", "\u00e4"), "latin1"),
    );
    ground.write("wide/SKILL.md", Buffer.from(`\ufeff${goodSkill("wide")}`, "utf16le"));
    ground.write("empty/SKILL.md", "");
    ground.write("long/SKILL.md", goodSkill("long") + "\u00e4".repeat(5000));
    ground.write("late/SKILL.md", goodSkill("late").replace("Sorts", `${"x ".repeat(3000)}Sorts`));
    const codes = Object.fromEntries(
      list(ground).skills.map(({ path, codes: all }) => [path, all]),
    );
    expect(codes).toEqual({
      "empty/SKILL.md": expect.arrayContaining(["parse/empty-file"]) as unknown,
      "late/SKILL.md": ["lint/field-length"],
      "latin/SKILL.md": ["parse/not-utf8"],
      "long/SKILL.md": [],
      "wide/SKILL.md": expect.arrayContaining(["parse/not-utf8"]) as unknown,
    });
  });

  it("lets no name move the cursor of the terminal", () => {
    const ground = playground({
      "one/SKILL.md": goodSkill("one").replace("name: one", 'name: "a\\e[31mb\\a"'),
    });
    expect(ground.run(["list"]).stdout).toMatch(/^ab /u);
  });
});
