import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useFolder, writeTree } from "../../../test/support/skill-folders.ts";
import { FileTree } from "./tree.ts";

const folder = useFolder();
const LATER = 60_000;

function textOf(tree: FileTree<string>, path: string): string | undefined {
  return tree.read(
    path,
    () => true,
    ({ bytes }) => new TextDecoder().decode(bytes),
  );
}

describe("FileTree", () => {
  it("reads a file once, until it is told that the file has changed", () => {
    const tree = new FileTree<string>(Date.now);
    const file = join(folder.path, "a");
    writeFileSync(file, "one");
    expect([textOf(tree, file), textOf(tree, file), tree.reads]).toEqual(["one", "one", 1]);
    writeFileSync(file, "two");
    expect(textOf(tree, file)).toBe("one");
    tree.forget(file);
    expect([textOf(tree, file), tree.reads]).toEqual(["two", 2]);
  });

  it("forgets a folder with everything in it", () => {
    const tree = new FileTree<string>(Date.now);
    writeTree(folder.path, { "a/b/c": "1" });
    const names = (): readonly string[] =>
      tree.list(join(folder.path, "a/b")).map(({ name }) => name);
    expect(names()).toEqual(["c"]);
    expect(tree.list(join(folder.path, "a"))).toEqual([{ name: "b", kind: "folder" }]);
    rmSync(join(folder.path, "a/b/c"));
    tree.forget(join(folder.path, "a"));
    expect(names()).toEqual([]);
  });

  it("reads again, when it compares, what changed and what had changed just before it was read", () => {
    const [old, fresh] = [join(folder.path, "old"), join(folder.path, "fresh")];
    let now = Date.now() + LATER;
    const tree = new FileTree<string>(() => now);
    writeTree(folder.path, { old: "1", fresh: "1" });
    textOf(tree, old);
    now = Date.now();
    textOf(tree, fresh);
    tree.recheck();
    textOf(tree, old);
    textOf(tree, fresh);
    expect(tree.reads).toBe(3);
    writeFileSync(old, "changed");
    tree.recheck();
    expect(textOf(tree, old)).toBe("changed");
  });

  it("compares nothing that is gone", () => {
    const tree = new FileTree<string>(() => Date.now() + LATER);
    const file = join(folder.path, "a");
    writeFileSync(file, "one");
    textOf(tree, file);
    rmSync(file);
    tree.recheck();
    expect(() => textOf(tree, file)).toThrow("ENOENT");
  });
});
