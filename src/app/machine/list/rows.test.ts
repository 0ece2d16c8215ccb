import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
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
import { readRows } from "./rows.ts";

let home = "";
let tree = "";

function skill(name: string): string {
  return join(tree, name, "SKILL.md");
}

function add(name: string, text: string = goodSkill(name)): void {
  mkdirSync(join(tree, name), { recursive: true });
  writeFileSync(skill(name), text);
}

function context(
  more: Partial<Parameters<typeof makeContext>[0]> = {},
): ReturnType<typeof makeContext> {
  return makeContext({ arguments: [], cacheFolder: join(home, "cache"), ...more });
}

/** Names and descriptions of what is listed. */
async function list(
  more: Partial<Parameters<typeof makeContext>[0]> = {},
): Promise<readonly string[]> {
  const { rows } = await readRows([tree], true, context(more));
  return rows.map(({ json }) => {
    const { name, description } = JSON.parse(json) as { name?: string; description?: string };
    return `${name}: ${description?.slice(0, 13)}`;
  });
}

function indexFile(): string {
  const [name = ""] = readdirSync(join(home, "cache"));
  return join(home, "cache", name);
}

beforeEach(() => {
  home = temporaryFolder();
  tree = join(home, "tree");
  add("a");
  add("b");
});

describe("the index of list", () => {
  it("answers for files that did not change", async () => {
    await list();
    const store = openStore(join(home, "cache"), 0);
    const question = ["1.2.3", join(home, "cache"), tree];
    const { folders, files } = store.read("list", question);
    const known = new TextDecoder().decode(files.text);
    const text = Buffer.from(known.replaceAll("Sorts letters", "FROM THE INDEX"));
    store.write("list", question, { folders, files: { ...files, text } });
    expect(await list()).toEqual(["a: FROM THE INDE", "b: FROM THE INDE"]);
  });

  it("sees bytes that changed under the same size and time", async () => {
    // Whole seconds, since a time with fractions cannot be set again exactly.
    utimesSync(skill("a"), 1, 1);
    await list();
    const before = statSync(skill("a"));
    // The file system's clock has a tick; only its next one can show a change.
    do {
      writeFileSync(skill("a"), goodSkill("a").replace("Sorts", "Burns"));
      utimesSync(skill("a"), 1, 1);
    } while (statSync(skill("a")).ctimeMs === before.ctimeMs);
    expect(statSync(skill("a"))).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
    expect(await list()).toEqual(["a: Burns letters", "b: Sorts letters"]);
  });

  it("sees skills that come, go and move, also inside of others", async () => {
    await list();
    add("a/inner");
    expect(await list()).toEqual(["a", "a/inner", "b"].map((name) => `${name}: Sorts letters`));
    renameSync(join(tree, "a"), join(tree, "c"));
    rmSync(join(tree, "b"), { recursive: true });
    const { rows } = await readRows([tree], true, context());
    expect(rows.map(({ path }) => path)).toEqual([skill("c"), skill("c/inner")]);
  });

  it("trusts no file that changed just now", async () => {
    await list({ now: Date.now });
    expect(existsSync(join(home, "cache"))).toBe(false);
  });

  it("counts for nothing after it was damaged or cut", async () => {
    const expected = await list();
    const whole = readFileSync(indexFile(), "latin1");
    for (const damaged of [
      whole.replace("Sorts", "Sorte"),
      whole.slice(0, -10),
      whole.slice(0, 5),
      "",
      "{}",
    ]) {
      writeFileSync(indexFile(), damaged, "latin1");
      expect(await list()).toEqual(expected);
    }
  });

  it("counts for nothing in another version, or for other paths", async () => {
    await list();
    await list({ version: "2.0.0" });
    await readRows([join(tree, "a")], true, context());
    expect(readdirSync(join(home, "cache"))).toHaveLength(3);
  });

  it("is neither read nor written without a cache", async () => {
    expect((await readRows([tree], false, context())).rows).toHaveLength(2);
    expect(existsSync(join(home, "cache"))).toBe(false);
  });

  it("does not stand in the way where it cannot be written", async () => {
    writeFileSync(join(home, "cache"), "a file, not a folder");
    expect(await list()).toHaveLength(2);
    expect(await list()).toHaveLength(2);
  });
});
