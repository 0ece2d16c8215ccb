// @starts watches of the system on 2,000 folders
import { renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import {
  skill,
  useFolder,
  writeGenerated,
  writeTree,
} from "../../../test/support/skill-folders.ts";
import { until } from "../../../test/support/wait.ts";
import { createFakeMachine } from "../../platform/machine/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { readConfig } from "../config/index.ts";
import { FolderSource } from "./folder-source.ts";
import { type Library, type LibraryOptions, openLibrary } from "./index.ts";

const folder = useFolder();
const opened: Library[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

function config(text: string): NonNullable<LibraryOptions["config"]> {
  const rules = dialectNamed("openclaw").homes?.settings;
  if (rules === undefined) throw new Error("It has no settings.");
  const { value } = readConfig(text, rules);
  if (value === undefined) throw new Error("Nothing was read.");
  return value;
}

const QUICK = "{ skills: { load: { watchDebounceMs: 20 } } }";

interface Watched {
  readonly library: Library;
  readonly reasons: string[];
  readonly names: () => readonly string[];
  readonly descriptionOf: (name: string) => string | undefined;
}

function optionsOf(): LibraryOptions {
  return {
    dialect: "openclaw",
    home: folder.path,
    roots: [join(folder.path, "skills")],
    machine: createFakeMachine(),
    config: config(QUICK),
  };
}

function open(options: Partial<LibraryOptions> = {}): Promise<Watched> {
  return openWith({ ...optionsOf(), ...options });
}

async function openWith(options: LibraryOptions): Promise<Watched> {
  const library = await openLibrary(options);
  opened.push(library);
  const session = await library.session();
  const reasons: string[] = [];
  library.subscribe(({ reason }) => reasons.push(reason));
  return {
    library,
    reasons,
    names: () => session.beginTurn().skills.map(({ name }) => name),
    descriptionOf: (name) => session.beginTurn().find(name)?.description,
  };
}

/** Writes as editors do that put a whole new file in the place of the old one. */
function replace(path: string, text: string): void {
  const temporary = join(path, "../.SKILL.md.swp");
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

function at(path: string): string {
  return join(folder.path, path);
}

describe("the watcher", () => {
  it("[OC-16] bumps the snapshot when a file is written, or another put in its place, again and again", async () => {
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a") });
    const { descriptionOf, reasons } = await open();
    for (const [index, write] of [
      writeFileSync,
      replace,
      replace,
      writeFileSync,
      replace,
    ].entries()) {
      write(at("skills/a/SKILL.md"), skill("a", `Version ${index}.`));
      await until(`version ${index} is seen`, () => descriptionOf("a") === `Version ${index}.`);
    }
    expect(new Set(reasons)).toEqual(new Set(["files"]));
  });

  it("[OC-16] sees skills come, go, move and come back", async () => {
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a"), "else/m/SKILL.md": skill("m") });
    const { names, descriptionOf } = await open();
    const seen = (...expected: readonly string[]): Promise<void> =>
      until(`there are ${expected.join()}`, () => names().join() === expected.join());
    writeTree(folder.path, { "skills/b/SKILL.md": skill("b") });
    await seen("a", "b");
    writeTree(folder.path, { "skills/group/deep/c/SKILL.md": skill("c") });
    await seen("a", "b", "c");
    renameSync(at("else/m"), at("skills/m"));
    await seen("a", "b", "c", "m");
    rmSync(at("skills/group"), { recursive: true });
    await seen("a", "b", "m");
    rmSync(at("skills/a"), { recursive: true });
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a", "Again.") });
    await until("the new one is seen", () => descriptionOf("a") === "Again.");
    replace(at("skills/a/SKILL.md"), skill("a", "And again."));
    await until("the new one is watched", () => descriptionOf("a") === "And again.");
    unlinkSync(at("skills/b/SKILL.md"));
    await seen("a", "m");
  });

  it("[OC-16] sees a root that is made, replaced or deleted while it watches", async () => {
    const { names } = await open();
    expect(names()).toEqual([]);
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a") });
    await until("the root is seen", () => names().join() === "a");
    writeTree(folder.path, { "other/b/SKILL.md": skill("b") });
    renameSync(at("skills"), at("old"));
    renameSync(at("other"), at("skills"));
    await until("the other root is seen", () => names().join() === "b");
    writeTree(folder.path, { "skills/c/SKILL.md": skill("c") });
    await until("the other root is watched", () => names().join() === "b,c");
    rmSync(at("skills"), { recursive: true });
    await until("the deletion is seen", () => names().join() === "");
  });

  it("[OC-16] sees a link that leads elsewhere, and changes behind it", async () => {
    writeTree(folder.path, {
      "one/SKILL.md": skill("one"),
      "two/SKILL.md": skill("two"),
      "skills/x": "",
    });
    symlinkSync("../one", at("skills/linked"));
    const roots = [{ path: at("skills"), source: "managed", mayLinkOut: true }];
    const { names, descriptionOf } = await open({ roots });
    replace(at("one/SKILL.md"), skill("one", "Changed."));
    await until("the change is seen", () => descriptionOf("one") === "Changed.");
    symlinkSync("../two", at("new"));
    renameSync(at("new"), at("skills/linked"));
    await until("the other target is seen", () => names().join() === "two");
    replace(at("two/SKILL.md"), skill("two", "Changed."));
    await until("the other target is watched", () => descriptionOf("two") === "Changed.");
  });

  it("[OC-16] sees changes of the file to which a linked SKILL.md leads", async () => {
    writeTree(folder.path, { "skills/a/docs/real.md": skill("a") });
    symlinkSync("docs/real.md", at("skills/a/SKILL.md"));
    const { descriptionOf } = await open();
    for (const text of ["One.", "Two."]) {
      const temporary = at("skills/a/docs/new.md");
      writeFileSync(temporary, skill("a", text));
      renameSync(temporary, at("skills/a/docs/real.md"));
      await until(`${text} is seen`, () => descriptionOf("a") === text);
    }
  });

  it("[OC-16] sees the key that an installer leaves beside a skill", async () => {
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a") });
    const { library } = await open({ dialect: "openclaw@2026.9", config: config("{}") });
    const keys = (): readonly string[] | undefined => library.snapshot().find("a")?.configKeys;
    expect(keys()).toEqual(["a"]);
    writeTree(folder.path, { "skills/a/.openclaw/source-origin.json": '{ "slug": "acme" }' });
    await until("the key is seen", () => keys()?.join() === "acme");
    replace(at("skills/a/.openclaw/source-origin.json"), '{ "slug": "other" }');
    await until("the new key is seen", () => keys()?.join() === "other");
  });

  it("[OC-16] bumps neither for equal content nor for other files", async () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a"),
      "skills/b/SKILL.md": skill("b"),
      "skills/README.md": "",
    });
    const { descriptionOf, reasons, library } = await open();
    const before = library.version;
    replace(at("skills/a/SKILL.md"), skill("a"));
    writeTree(folder.path, {
      "skills/a/notes.md": "x",
      "skills/a/scripts/run.sh": "x",
      "skills/README.md": "changed",
    });
    writeFileSync(at("skills/b/SKILL.md"), skill("b", "Changed."));
    await until("the change is seen", () => descriptionOf("b") === "Changed.");
    expect(reasons).toEqual(["files"]);
    expect(library.version).toBeGreaterThan(before);
  });

  it("[OC-16] can be switched off by the settings; then only a new session sees a change", async () => {
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a") });
    const { library, descriptionOf, reasons } = await open({
      config: config("{ skills: { load: { watch: false } } }"),
    });
    writeFileSync(at("skills/a/SKILL.md"), skill("a", "Changed."));
    expect(descriptionOf("a")).toBe("Does a.");
    expect(reasons).toEqual([]);
    const session = await library.session();
    expect(session.snapshot().find("a")?.description).toBe("Changed.");
  });

  it("[OC-16] says once that the system has no watches left, and looks for changes itself", async () => {
    writeTree(folder.path, { "skills/a/SKILL.md": skill("a"), "skills/b/SKILL.md": skill("b") });
    const problems: Diagnostic[] = [];
    const { descriptionOf, names, library } = await open({
      pollMs: 20,
      onProblem: (problem) => problems.push(problem),
      watchFunction: () => {
        throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      },
    });
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "warning session/watch-unavailable",
    ]);
    replace(at("skills/a/SKILL.md"), skill("a", "Changed."));
    await until("the change is seen", () => descriptionOf("a") === "Changed.");
    writeTree(folder.path, { "skills/c/SKILL.md": skill("c") });
    const session = await library.session();
    await session.nextTurn();
    await until("the new skill is seen", () => names().join() === "a,b,c");
    expect(problems.length).toBe(1);
  });
});

describe("a file of settings", () => {
  it("[OC-15] takes effect again when it changes, and stays as it was while it is broken", async () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a"),
      "openclaw.json": "{ skills: { entries: { a: { enabled: false } } } }",
    });
    const problems: string[] = [];
    const { library, names, reasons } = await openBySettings(({ code }) => problems.push(code));
    expect(names()).toEqual([]);
    replaceSettings("{ broken");
    await until("the fault is told", () => problems.includes("settings/syntax"));
    expect(names()).toEqual([]);
    replaceSettings("{ skills: { entries: { a: { enabled: true } } } }");
    await until("the new settings hold", () => names().join() === "a");
    expect(reasons).toEqual(["config-change"]);
    expect(library.config.file).toBe(at("openclaw.json"));
  });

  it("[OC-15] takes effect again where it is a link, and the file behind it changes", async () => {
    writeTree(folder.path, {
      "skills/a/SKILL.md": skill("a"),
      "dotfiles/own.json": "{ skills: { entries: { a: { enabled: false } } } }",
    });
    symlinkSync(at("dotfiles/own.json"), at("openclaw.json"));
    const { names } = await openBySettings(() => {});
    expect(names()).toEqual([]);
    writeFileSync(at("dotfiles/own.json"), "{}");
    await until("the new settings hold", () => names().join() === "a");
  });

  it("[OC-03] [OC-16] is not all that matters: the manifest of a plugin is watched too", async () => {
    const manifest = ".openclaw/extensions/p/openclaw.plugin.json";
    writeTree(folder.path, {
      [manifest]: '{ "id": "p", "skills": [] }',
      ".openclaw/extensions/p/more/a/SKILL.md": skill("a"),
    });
    const { roots: _, ...options } = optionsOf();
    const { names } = await openWith(options);
    expect(names()).toEqual([]);
    writeFileSync(at(manifest), '{ "id": "p", "skills": ["more"] }');
    await until("its skill is there", () => names().join() === "a");
  });

  it("[OC-12] must be one that the system takes when the library is opened", async () => {
    writeTree(folder.path, { "openclaw.json": "{ skills: { lode: {} } }" });
    const options = { dialect: "openclaw@2026.9", settingsFile: at("openclaw.json") };
    await expect(openLibrary(options)).rejects.toMatchObject({
      diagnostic: { code: "settings/unknown-key" },
    });
    await expect(openLibrary({ ...options, settingsFile: at("none.json") })).rejects.toMatchObject({
      diagnostic: { code: "settings/unreadable" },
    });
  });
});

function replaceSettings(text: string): void {
  writeFileSync(at("openclaw.json.tmp"), text);
  renameSync(at("openclaw.json.tmp"), at("openclaw.json"));
}

async function openBySettings(onProblem: (problem: Diagnostic) => void): Promise<Watched> {
  const { config: _, ...options } = optionsOf();
  return openWith({ ...options, settingsFile: at("openclaw.json"), onProblem });
}

describe("the watcher on 2,000 skills", () => {
  const COUNT = 2000;

  it("[OC-16] makes one bump of a burst, with the quiet of 250 ms", async () => {
    const names = writeGenerated(at("skills"), COUNT);
    const { library, descriptionOf, reasons } = await open({ config: config("{}") });
    expect(library.snapshot().evaluations().length).toBe(COUNT);
    for (const name of names.slice(0, 200))
      replace(at(`skills/${name}/SKILL.md`), skill(name, "One."));
    for (const name of names.slice(0, 200))
      replace(at(`skills/${name}/SKILL.md`), skill(name, "Two."));
    await until("the burst is seen", () => descriptionOf("skill-199") === "Two.");
    expect(descriptionOf("skill-0")).toBe("Two.");
    expect(reasons).toEqual(["files"]);
  });

  it("[OC-15] reads one file again after one has changed", async () => {
    writeGenerated(at("skills"), COUNT);
    const dialect = dialectNamed("openclaw");
    if (dialect.homes === undefined) throw new Error("It has no homes.");
    const source = new FolderSource({
      dialect,
      homes: dialect.homes,
      config: config("{}"),
      roots: [at("skills")],
      places: { home: folder.path, folder: folder.path, environment: {}, firstAgent: "main" },
      now: Date.now,
    });
    let changes = 0;
    await source.watch({ onChange: () => (changes += 1), onDeaf: () => {}, onProblem: () => {} });
    expect(source.look("main").skills.length).toBe(COUNT);
    expect(source.reads).toBe(COUNT);
    replace(at("skills/skill-77/SKILL.md"), skill("skill-77", "Changed."));
    await until("the change is heard of", () => changes > 0);
    const found = source.look("main").skills.find(({ folder: name }) => name === "skill-77");
    expect(found?.reading.view["description"]).toBe("Changed.");
    expect(source.reads).toBe(COUNT + 1);
    await source.close();
  });
});
