import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../test/support/wait.ts";
import { FolderWatch, type WatchFunction } from "./watch.ts";

let folder = "";
let changes: string[] = [];
let watch: FolderWatch;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-watch-"));
  changes = [];
  watch = new FolderWatch({
    onChange: (path) => changes.push(path),
    onExhausted: () => changes.push("exhausted"),
  });
});

afterEach(() => {
  watch.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What an editor does that never writes into the file itself. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text);
  renameSync(`${path}.tmp`, path);
}

describe("FolderWatch on real folders", () => {
  it("hears of a file every time that another takes its place", async () => {
    const file = join(folder, "a");
    writeFileSync(file, "0");
    watch.add(folder, "tree");
    for (const text of ["1", "2", "3", "4"]) {
      changes = [];
      replace(file, text);
      await until(`replacement ${text} is heard of`, () => changes.includes(file));
    }
  });

  it("hears of a folder that is deleted and made again, when it is added after each change", async () => {
    const inner = join(folder, "inner");
    mkdirSync(inner);
    watch.add(folder, "tree");
    watch.add(inner, "entries");
    rmSync(inner, { recursive: true });
    await until("the old watch is gone", () => watch.size === 1);
    mkdirSync(inner);
    let count = 0;
    await until("the new folder is heard of", () => {
      watch.add(inner, "entries");
      writeFileSync(join(inner, "b"), String(count++));
      return changes.includes(join(inner, "b"));
    });
  });

  it("leaves a folder alone that is not there", () => {
    watch.add(join(folder, "none"), "tree");
    expect(watch.size).toBe(0);
    expect(changes).toEqual([]);
  });

  it("ends the watch of what is not kept", () => {
    const inner = join(folder, "inner");
    mkdirSync(inner);
    watch.add(folder, "tree");
    watch.add(inner, "entries");
    watch.keep(new Set([inner]));
    expect(watch.size).toBe(1);
  });
});

/** A system of which the tests hold the strings. */
function fakeSystem(limit: number): {
  readonly watch: WatchFunction;
  readonly started: string[];
  readonly emitters: Map<string, EventEmitter & { close(): void }>;
} {
  const started: string[] = [];
  const emitters = new Map<string, EventEmitter & { close(): void }>();
  return {
    started,
    emitters,
    watch: (path, { recursive }) => {
      if (started.length >= limit)
        throw Object.assign(new Error("System limit for number of file watchers reached"), {
          code: "ENOSPC",
        });
      started.push(recursive ? `${path} and below` : path);
      const emitter = Object.assign(new EventEmitter(), { close: () => emitters.delete(path) });
      emitters.set(path, emitter);
      // The watch hands out the emitter itself, of which only these two methods are used.
      return emitter as unknown as ReturnType<WatchFunction>;
    },
  };
}

describe("FolderWatch", () => {
  it("gives up once, and watches nothing more, when the system has no watch left", () => {
    const system = fakeSystem(2);
    const failures: string[] = [];
    const limited = new FolderWatch({
      onChange: () => {},
      onExhausted: (error) => failures.push(error.message),
      watch: system.watch,
      platform: "linux",
    });
    for (const path of ["/a", "/b", "/c", "/d"]) limited.add(path, "tree");
    expect(failures).toEqual(["System limit for number of file watchers reached"]);
    expect(limited.size).toBe(0);
    expect(system.emitters.size).toBe(0);
  });

  it("watches a tree in one go where the system can, and the folders above it by themselves", () => {
    const system = fakeSystem(10);
    const watched = new FolderWatch({
      onChange: () => {},
      onExhausted: () => {},
      watch: system.watch,
      platform: "darwin",
    });
    for (const path of ["/srv", "/srv/a", "/srv/a/b"]) watched.add(path, "tree");
    watched.add("/home", "entries");
    expect(system.started).toEqual(["/srv and below", "/home"]);
  });

  it("takes a failing watch for a change of its folder", () => {
    const system = fakeSystem(10);
    const heard: string[] = [];
    const watched = new FolderWatch({
      onChange: (path) => heard.push(path),
      onExhausted: () => {},
      watch: system.watch,
      platform: "linux",
    });
    watched.add("/a", "tree");
    system.emitters.get("/a")?.emit("error", Object.assign(new Error("gone"), { code: "EPERM" }));
    expect(heard).toEqual(["/a"]);
    expect(watched.size).toBe(0);
  });
});
