import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeContext } from "../../../../test/support/context.ts";
import { goodSkill, temporaryFolder } from "../../../../test/support/program.ts";
import { openStore } from "../../../platform/index.ts";
import { lintTree } from "./run.ts";
import type { LintSettings } from "../../check/lint-run.ts";

let home = "";
let tree = "";

function add(name: string, text: string): void {
  mkdirSync(join(tree, name), { recursive: true });
  writeFileSync(join(tree, name, "SKILL.md"), text);
}

function context(now?: () => number): ReturnType<typeof makeContext> {
  const given = { arguments: [], cacheFolder: join(home, "cache") };
  return makeContext(now === undefined ? given : { ...given, now });
}

const CACHED = { isCached: true };

/** The codes that are found, by the folders of the skills. */
async function codes(settings: LintSettings = {}): Promise<Readonly<Record<string, string>>> {
  const { report } = await lintTree([tree], settings, CACHED, context());
  const rows = report.files.map(({ path, diagnostics }) => [
    path.split("/").at(-2) ?? "",
    diagnostics.map(({ code }) => code).join(),
  ]);
  return Object.fromEntries(rows) as Readonly<Record<string, string>>;
}

function cacheFile(): string {
  const [name = ""] = readdirSync(join(home, "cache"));
  return join(home, "cache", name);
}

beforeEach(() => {
  home = temporaryFolder();
  tree = join(home, "tree");
  add("a", `${goodSkill("a")}\nSee [the notes](notes.md).\n`);
  add("b", goodSkill("b"));
});

describe("the cache of lint", () => {
  it("answers for files that did not change", async () => {
    expect(await codes()).toEqual({ a: "lint/link-broken", b: "" });
    const store = openStore(join(home, "cache"), 0);
    const question = ["1.2.3", join(home, "cache"), "{}", tree];
    const { folders, files } = store.read("lint", question);
    const known = new TextDecoder().decode(files.text);
    const text = Buffer.from(known.replaceAll("lint/link-broken", "from/the-cache"));
    store.write("lint", question, { folders, files: { ...files, text } });
    expect(await codes()).toEqual({ a: "from/the-cache", b: "" });
    // The same bytes under another time are the same result.
    utimesSync(join(tree, "a/SKILL.md"), 1, 1);
    expect(await codes()).toEqual({ a: "from/the-cache", b: "" });
  });

  it("sees bytes that changed under the same size and time", async () => {
    const file = join(tree, "b/SKILL.md");
    // Whole seconds, since a time with fractions cannot be set again exactly.
    utimesSync(file, 1, 1);
    await codes();
    const before = statSync(file);
    do {
      writeFileSync(file, goodSkill("x"));
      utimesSync(file, 1, 1);
    } while (statSync(file).ctimeMs === before.ctimeMs);
    expect(statSync(file)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
    expect(await codes()).toEqual({ a: "lint/link-broken", b: "lint/name-directory" });
  });

  it("asks again for the neighbours that the rules asked for", async () => {
    await codes();
    writeFileSync(join(tree, "a/notes.md"), "");
    expect(await codes()).toEqual({ a: "", b: "" });
    rmSync(join(tree, "a/notes.md"));
    expect(await codes()).toEqual({ a: "lint/link-broken", b: "" });
  });

  it("runs the rules over all skills together anew", async () => {
    await codes();
    add("c/a", goodSkill("a"));
    expect((await codes())["a"]).toContain("lint/name-duplicate");
    rmSync(join(tree, "c"), { recursive: true });
    expect(await codes()).toEqual({ a: "lint/link-broken", b: "" });
  });

  it("keeps configurations and dialects apart", async () => {
    await codes();
    expect(await codes({ config: { rules: { "lint/link-broken": "off" } } })).toEqual({
      a: "",
      b: "",
    });
    expect((await codes({ dialect: "gaia" }))["b"]).toContain("lint/field-missing");
    expect(await codes()).toEqual({ a: "lint/link-broken", b: "" });
  });

  it("counts for nothing after it was damaged or cut", async () => {
    const expected = await codes();
    const whole = readFileSync(cacheFile(), "latin1");
    for (const damaged of [whole.replace("broken", "broker"), whole.slice(0, -3), "", "null"]) {
      writeFileSync(cacheFile(), damaged, "latin1");
      expect(await codes()).toEqual(expected);
    }
  });

  it("trusts no file that changed just now", async () => {
    await lintTree([tree], {}, CACHED, context(Date.now));
    expect(existsSync(join(home, "cache"))).toBe(false);
  });
});
