import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { type Change, changeFolder, isHalfChanged, recoverFolder } from "./index.ts";
import { readIdentity } from "./transaction.ts";

const INNER = ".own";

function folder(path: string, text: string): Change {
  const files = [{ parts: ["a", "run.sh"], bytes: Buffer.from(text), isExecutable: true }];
  return { path, content: { kind: "folder", files } };
}

function file(path: string, text: string): Change {
  return { path, content: { kind: "file", bytes: text } };
}

function start(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "one/a"), { recursive: true });
  mkdirSync(join(root, "two"));
  writeFileSync(join(root, "one/a/run.sh"), "old");
  writeFileSync(join(root, "two/x"), "two");
  writeFileSync(join(root, "lock"), "old lock");
  return root;
}

const changes: readonly Change[] = [
  folder("one", "new"),
  folder("three", "three"),
  { path: "two", content: { kind: "nothing" } },
  file("deep/er/record", "record"),
  file("lock", "new lock"),
];

function state(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path.slice(root.length + 1)}=${readFileSync(path, "utf8")}`)
    .toSorted();
}

const AFTER = [
  "deep/er/record=record",
  "lock=new lock",
  "one/a/run.sh=new",
  "three/a/run.sh=three",
];
const BEFORE = ["lock=old lock", "one/a/run.sh=old", "two/x=two"];

describe("changes of a folder", () => {
  it("are all made", async () => {
    const root = start();
    await changeFolder(root, INNER, changes);
    expect(state(root)).toEqual(AFTER);
    expect(await isHalfChanged(root, INNER)).toBe(false);
  });

  it("are all taken back where one cannot be made", async () => {
    const root = start();
    // A file cannot take the place of a folder that is not empty.
    const failing = changeFolder(root, INNER, [...changes, file("one", "no")]);
    await expect(failing).rejects.toThrow(/EISDIR|ENOTDIR|EEXIST|ENOTEMPTY|EPERM/u);
    expect(state(root)).toEqual(BEFORE);
    expect(await isHalfChanged(root, INNER)).toBe(false);
  });

  it("are finished later, wherever they were broken off", async () => {
    for (let taken = 0; taken <= changes.length * 2; taken++) {
      const root = start();
      const journal = await brokenOff(root, taken);
      expect(await isHalfChanged(root, INNER)).toBe(true);
      await recoverFolder(root, INNER);
      expect(state(root), `after ${taken} of ${journal}`).toEqual(AFTER);
      expect(readdirSync(join(root, INNER))).toEqual([]);
    }
  });

  it("leave nothing where they never began", async () => {
    const root = start();
    mkdirSync(join(root, INNER, "stage-0123456789abcdef/new/0"), { recursive: true });
    await recoverFolder(root, INNER);
    expect(state(root)).toEqual(BEFORE);
    expect(readdirSync(join(root, INNER))).toEqual([]);
  });

  it("refuse a journal that leads out of the folder", async () => {
    const root = start();
    mkdirSync(join(root, INNER));
    const steps = [{ path: "../x", kind: "nothing" }];
    const journal = { version: 1, stage: "stage-0123456789abcdef", steps };
    writeFileSync(join(root, INNER, "journal.json"), JSON.stringify(journal));
    await expect(recoverFolder(root, INNER)).rejects.toThrow("is no journal");
  });

  it("[BX-14] of a stranger's journal are not made by whoever reads the folder", async () => {
    const root = start();
    const outside = temporaryFolder();
    writeFileSync(join(outside, "config"), "mine");
    symlinkSync(outside, join(root, "link"));
    const stage = join(root, INNER, "stage-0123456789abcdef");
    mkdirSync(join(stage, "new"), { recursive: true });
    mkdirSync(join(stage, "old"));
    writeFileSync(join(stage, "new/0"), "theirs");
    const steps = [
      { path: "link/config", kind: "file" },
      { path: "two", kind: "nothing" },
    ];
    for (const identity of [undefined, "1:2:3"]) {
      const journal = { version: 1, stage: "stage-0123456789abcdef", identity, steps };
      writeFileSync(join(root, INNER, "journal.json"), JSON.stringify(journal));
      expect(await isHalfChanged(root, INNER)).toBe(false);
      await recoverFolder(root, INNER);
      expect(readFileSync(join(outside, "config"), "utf8")).toBe("mine");
      expect(existsSync(join(root, "two/x"))).toBe(true);
    }
  });

  it("[BX-14] follow no link on the way to a place, nor to what is unfinished elsewhere", async () => {
    const root = start();
    const outside = temporaryFolder();
    symlinkSync(outside, join(root, "link"));
    for (const change of [file("link/config", "x"), folder("link/more", "x")])
      await expect(changeFolder(root, INNER, [change])).rejects.toThrow("is a link");
    expect(readdirSync(outside)).toEqual([]);
    const other = start();
    symlinkSync(join(root, INNER), join(other, INNER));
    const stage = join(root, INNER, "stage-0123456789abcdef");
    mkdirSync(stage, { recursive: true });
    await recoverFolder(other, INNER);
    expect(existsSync(stage)).toBe(true);
  });
});

/** The state after some of the renames that the changes consist of, as a process that died leaves it. */
async function brokenOff(root: string, taken: number): Promise<string> {
  const stage = join(root, INNER, "stage-0123456789abcdef");
  const moves: (readonly [string, string])[] = [];
  mkdirSync(join(stage, "old"), { recursive: true });
  mkdirSync(join(stage, "new"));
  for (const [index, { path, content }] of changes.entries()) {
    const ready = join(stage, "new", String(index));
    if (content.kind === "folder") {
      mkdirSync(join(ready, "a"), { recursive: true });
      for (const { bytes } of content.files) writeFileSync(join(ready, "a/run.sh"), bytes);
    }
    if (content.kind === "file") writeFileSync(ready, content.bytes);
    if (content.kind !== "file" && existsSync(join(root, path)))
      moves.push([join(root, path), join(stage, "old", String(index))]);
    if (content.kind !== "nothing") moves.push([ready, join(root, path)]);
  }
  const steps = changes.map(({ path, content }) => ({ path, kind: content.kind }));
  const journal = JSON.stringify({
    version: 1,
    stage: "stage-0123456789abcdef",
    identity: readIdentity(stage),
    steps,
  });
  writeFileSync(join(root, INNER, "journal.json"), journal);
  for (const [from, to] of moves.slice(0, taken)) {
    mkdirSync(join(to, ".."), { recursive: true });
    renameSync(from, to);
  }
  return journal;
}
