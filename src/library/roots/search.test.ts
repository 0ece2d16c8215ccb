import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import { skill, useFolder, writeTree } from "../../../test/support/skill-folders.ts";
import type { Diagnostic } from "../../skill/index.ts";
import {
  FileTree,
  findPassedOver,
  type CachedFile,
  scanRoots,
  type RootScan,
  type SkillRoot,
} from "./index.ts";

const folder = useFolder();

function root(more: Partial<SkillRoot> = {}): SkillRoot {
  return {
    source: "workspace",
    path: join(folder.path, "skills"),
    mayLinkOut: false,
    linkTargets: [],
    ...more,
  };
}

function seenBy(id: string, roots: readonly SkillRoot[] = [root()]): RootScan {
  const dialect = dialectNamed(id);
  if (dialect.homes === undefined) throw new Error(`${id} has no homes.`);
  return scanRoots(roots, {
    dialect,
    homes: dialect.homes,
    tree: new FileTree<CachedFile>(Date.now),
    facts: {},
    locate: (path) => path,
    onFolder: () => {},
  });
}

/** Paths and codes alone. */
function look(
  id: string,
  roots?: readonly SkillRoot[],
): { readonly skills: readonly string[]; readonly problems: readonly string[] } {
  const { skills, problems } = seenBy(id, roots);
  return {
    skills: skills.map(({ path }) => relative(folder.path, path)).sort(),
    problems: problems.map(show),
  };
}

function show({ code, file = "" }: Diagnostic): string {
  return `${code} ${relative(folder.path, file)}`;
}

describe("a look at a root", () => {
  it("finds only files named exactly SKILL.md, and says so of others", () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a"),
      "skills/b/skill.md": skill("b"),
      "skills/c/README.md": "",
      "skills/d.md": skill("d"),
    });
    expect(look("openclaw")).toEqual({
      skills: ["skills/a/SKILL.md"],
      problems: ["roots/file-name skills/b/skill.md"],
    });
  });

  it("enters no hidden folder and no package, and nothing below a skill", () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a"),
      "skills/a/inner/SKILL.md": skill("inner"),
      "skills/.hidden/SKILL.md": skill("hidden"),
      "skills/node_modules/p/SKILL.md": skill("p"),
    });
    expect(look("openclaw").skills).toEqual(["skills/a/SKILL.md"]);
  });

  it("[GSV-03] finds every SKILL.md below the folder by GSV's rules", () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a"),
      "skills/a/inner/SKILL.md": skill("inner"),
      "skills/.hidden/SKILL.md": skill("hidden"),
    });
    expect(look("gsv").skills).toEqual([
      "skills/.hidden/SKILL.md",
      "skills/a/SKILL.md",
      "skills/a/inner/SKILL.md",
    ]);
  });

  it("finds a leaf six folders down and none seven folders down", () => {
    writeTree(folder.path, {
      "skills/1/2/3/4/5/6/SKILL.md": skill("six"),
      "skills/a/b/c/d/e/f/g/SKILL.md": skill("seven"),
    });
    expect(look("openclaw").skills).toEqual(["skills/1/2/3/4/5/6/SKILL.md"]);
  });

  it("takes a root that is a skill itself as one", () => {
    writeTree(folder.path, { "skills/SKILL.md": skill("all"), "skills/a/SKILL.md": skill("a") });
    expect(look("openclaw").skills).toEqual(["skills/SKILL.md"]);
  });

  it("has nothing to say of a root that is not there, and something of one that is no folder", () => {
    expect(look("openclaw")).toEqual({ skills: [], problems: [] });
    writeTree(folder.path, { skills: "" });
    expect(look("openclaw").problems).toEqual(["roots/file-kind skills"]);
  });

  it("follows links inside the root, and refuses those that lead out of it", () => {
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a"), "other/b/SKILL.md": skill("b") });
    symlinkSync("a", join(folder.path, "skills/again"));
    symlinkSync("../other/b", join(folder.path, "skills/b"));
    expect(look("openclaw")).toEqual({
      skills: ["skills/a/SKILL.md", "skills/again/SKILL.md"],
      problems: ["roots/link-out skills/b"],
    });
  });

  it("follows links out of managed roots, shown by their real path, and into allowed folders", () => {
    writeTree(folder.path, { "skills/x": "", "other/b/SKILL.md": skill("b") });
    symlinkSync("../other/b", join(folder.path, "skills/b"));
    expect(look("openclaw", [root({ mayLinkOut: true })])).toEqual({
      skills: ["other/b/SKILL.md"],
      problems: [],
    });
    const linkTargets = [join(folder.path, "other")];
    expect(look("openclaw", [root({ linkTargets })]).skills).toEqual(["other/b/SKILL.md"]);
  });

  it("stops at links that lead in a circle or to nothing", () => {
    writeTree(folder.path, { "skills/a/b/x": "" });
    symlinkSync("../..", join(folder.path, "skills/a/b/up"));
    symlinkSync("nowhere", join(folder.path, "skills/lost"));
    expect(look("openclaw", [root({ mayLinkOut: true })]).problems).toEqual([
      "roots/link-circle skills/a/b/up",
      "roots/link-broken skills/lost",
    ]);
  });

  it("takes a linked SKILL.md only from inside its own folder", () => {
    writeTree(folder.path, { "skills/a/docs/real.md": skill("a"), "secret.md": skill("s") });
    mkdirSync(join(folder.path, "skills/b"));
    mkdirSync(join(folder.path, "skills/c"));
    symlinkSync("docs/real.md", join(folder.path, "skills/a/SKILL.md"));
    symlinkSync("../../secret.md", join(folder.path, "skills/b/SKILL.md"));
    symlinkSync("none", join(folder.path, "skills/c/SKILL.md"));
    expect(look("openclaw", [root({ mayLinkOut: true })])).toEqual({
      skills: ["skills/a/SKILL.md"],
      problems: ["roots/link-out skills/b/SKILL.md", "roots/link-broken skills/c/SKILL.md"],
    });
  });

  it("refuses a file that has another name elsewhere", () => {
    writeTree(folder.path, { "other.md": skill("a"), "skills/x": "" });
    mkdirSync(join(folder.path, "skills/a"));
    linkSync(join(folder.path, "other.md"), join(folder.path, "skills/a/SKILL.md"));
    expect(look("openclaw")).toEqual({
      skills: [],
      problems: ["roots/hard-link skills/a/SKILL.md"],
    });
    expect(look("gsv").skills).toEqual(["skills/a/SKILL.md"]);
  });

  it("leaves a folder named SKILL.md, and tells", () => {
    writeTree(folder.path, { "skills/a/SKILL.md/x": "" });
    expect(look("openclaw").problems).toEqual(["roots/file-kind skills/a/SKILL.md"]);
  });

  it("says what cannot be read, and goes on", () => {
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a") });
    symlinkSync("self", join(folder.path, "skills/self"));
    expect(look("openclaw")).toEqual({
      skills: ["skills/a/SKILL.md"],
      problems: ["roots/unreadable skills/self"],
    });
  });

  it("reads no file over the limit, and leaves it to the gate by its size", () => {
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a", "x".repeat(300_000)) });
    const { skills } = seenBy("openclaw@2026.9", [root({ source: "openclaw-workspace" })]);
    expect(skills.map(({ bytes, reading }) => [bytes, reading.document.text])).toEqual([
      [300_038, ""],
    ]);
  });

  it("[OC-12] takes the key of a skill from the file that its installer left, for the release", () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a"),
      "skills/a/.openclaw/source-origin.json": '{ "slug": "acme-a" }',
      "skills/b/SKILL.md": skill("b"),
      "skills/b/.openclaw/source-origin.json": "broken",
    });
    const [a, b] = seenBy("openclaw@2026.9").skills;
    expect([a?.configKey, b?.configKey]).toEqual(["acme-a", undefined]);
    expect(seenBy("openclaw").skills[0]?.configKey).toBeUndefined();
  });
});

describe("findPassedOver", () => {
  it("names every skill file that a search never comes by, with the reason", () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a"),
      "skills/a/inner/SKILL.md": skill("inner"),
      "skills/.hidden/b/SKILL.md": skill("b"),
      "skills/1/2/3/4/5/6/7/SKILL.md": skill("deep"),
      "skills/.git/SKILL.md": skill("git"),
    });
    const { homes } = dialectNamed("openclaw");
    if (homes === undefined) throw new Error("It has no homes.");
    expect(
      findPassedOver(root(), { search: homes.search }).map(({ problem }) => show(problem)),
    ).toEqual([
      "roots/hidden-folder skills/.hidden/b/SKILL.md",
      "roots/too-deep skills/1/2/3/4/5/6/7/SKILL.md",
      "roots/inside-skill skills/a/inner/SKILL.md",
    ]);
  });
});
