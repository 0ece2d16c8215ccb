import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeContext } from "../../../test/support/context.ts";
import { goodSkill, temporaryFolder } from "../../../test/support/program.ts";
import { type Basis, storeOutput, openStore, findOutput } from "../../platform/index.ts";
import { openLinting } from "./lint/run.ts";
import { readRows } from "./list/rows.ts";

const QUESTION = ["1.2.3", "the words"];
let home = "";
let tree = "";

function put(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

/** What a command says that its answer was made from. */
async function basisOf(command: "list" | "lint", now?: () => number): Promise<Basis | undefined> {
  let told: Basis | undefined;
  const context = makeContext({
    arguments: [],
    cacheFolder: join(home, "cache"),
    ...(now && { now }),
    madeFrom: (basis) => {
      told = basis;
    },
  });
  if (command === "list") await readRows([tree], true, context);
  else {
    const linting = openLinting({ ...context, folder: tree });
    await linting.lint([tree], linting.settings(undefined), { isCached: true });
  }
  return told;
}

/** Whether an answer that is kept now is given again once the change is made. */
async function isGivenAfter(command: "list" | "lint", change: () => void): Promise<boolean> {
  const basis = await basisOf(command);
  if (basis === undefined) throw new Error("It is not known what the answer was made from.");
  const store = openStore(join(home, "answers"), 0);
  storeOutput(
    store,
    QUESTION,
    { chunks: [{ isError: false, text: Buffer.from("grüße") }], exitCode: 1 },
    basis,
  );
  change();
  return findOutput(store, QUESTION) !== undefined;
}

beforeEach(() => {
  home = temporaryFolder();
  tree = join(home, "tree");
  put("a/SKILL.md", `${goodSkill("a")}\nSee [the notes](notes.md).\n`);
  put("a/scripts/run.sh", "");
  put("b/SKILL.md", goodSkill("b"));
});

const changes: { readonly [title: string]: () => void } = {
  "the text of a skill": () => put("b/SKILL.md", goodSkill("c")),
  "the time of a skill": () => utimesSync(join(tree, "b/SKILL.md"), 1, 1),
  "a new skill": () => put("c/SKILL.md", goodSkill("c")),
  "a new skill deep in another": () => put("a/scripts/deep/SKILL.md", goodSkill("deep")),
  "a skill that is gone": () => rmSync(join(tree, "b"), { recursive: true }),
};

describe("an answer that is kept", () => {
  it.each(["list", "lint"] as const)("by %s is given while nothing changes", async (command) => {
    expect(await isGivenAfter(command, () => {})).toBe(true);
    const store = openStore(join(home, "answers"), 0);
    const [first] = findOutput(store, QUESTION)?.chunks ?? [];
    expect(new TextDecoder().decode(first?.text)).toBe("grüße");
    expect(findOutput(store, QUESTION)?.exitCode).toBe(1);
    expect(findOutput(store, ["1.2.4", "the words"])).toBeUndefined();
  });

  it.each(Object.keys(changes))("ends with %s", async (title) => {
    const change = changes[title] as () => void;
    expect(await isGivenAfter("list", change)).toBe(false);
    rmSync(home, { recursive: true });
    put("a/SKILL.md", goodSkill("a"));
    put("b/SKILL.md", goodSkill("b"));
    expect(await isGivenAfter("lint", change)).toBe(false);
  });

  const places = ["a/notes.md", "skillwright.config.json"];
  it.each(places)("by lint ends where %s comes or goes", async (path) => {
    expect(await isGivenAfter("lint", () => put(path, "{}"))).toBe(false);
    expect(await isGivenAfter("lint", () => rmSync(join(tree, path)))).toBe(false);
  });

  it("by lint ends with another configuration", async () => {
    put("skillwright.config.json", "{}");
    const change = (): void => put("skillwright.config.json", '{"rules":{}}');
    expect(await isGivenAfter("lint", change)).toBe(false);
  });

  it.runIf(process.platform !== "win32")("is none where a link leads elsewhere", async () => {
    mkdirSync(join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), join(tree, "link"));
    expect([await basisOf("list"), await basisOf("lint")]).toEqual([undefined, undefined]);
  });

  it("is none where something changed just now", async () => {
    expect(await basisOf("list", Date.now)).toBeUndefined();
    expect(await basisOf("lint", Date.now)).toBeUndefined();
  });

  it("is none where files were fixed", async () => {
    const told: (Basis | undefined)[] = [];
    const context = makeContext({
      arguments: [],
      cacheFolder: join(home, "cache"),
      madeFrom: (basis) => told.push(basis),
    });
    const linting = openLinting({ ...context, folder: tree });
    const run = await linting.lint([tree], {}, { isCached: true });
    await linting.fix(run, {}, { isUnsafe: false, isDryRun: true, trees: [tree] });
    expect(told.map((basis) => basis !== undefined)).toEqual([true, false]);
  });
});
