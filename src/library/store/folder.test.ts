import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testScopes } from "../../../test/contract/scopes.ts";
import { testStore } from "../../../test/contract/store.ts";
import {
  bytesOf,
  collect,
  conflictOf,
  createInbox,
  keysOf,
  problemOf,
  textOf,
} from "../../../test/support/store.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { openFolderStore, type Store } from "./index.ts";

let root = "";
let count = 0;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "skillwright-store-"));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function newFolder(): string {
  return join(root, `store-${(count += 1)}`);
}

async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

testStore("in a folder", () => openFolderStore(newFolder()));

testScopes("a store in a folder", () => openFolderStore(newFolder()));

describe("files of a folder store", () => {
  it("lie under their keys, and nothing else is left", async () => {
    const folder = newFolder();
    await using(await openFolderStore(folder), async (store) => {
      await store.put("skills/a/SKILL.md", bytesOf("one"));
      await store.put("skills/a/SKILL.md", bytesOf("two"));
    });
    expect(readFileSync(join(folder, "skills/a/SKILL.md"), "utf8")).toBe("two");
    expect(readdirSync(folder)).toEqual(["skills"]);
    expect(readdirSync(join(folder, "skills/a"))).toEqual(["SKILL.md"]);
  });

  it("go with the folders that are empty afterwards", async () => {
    const folder = newFolder();
    await using(await openFolderStore(folder), async (store) => {
      await store.put("a/b/c/d", bytesOf(""));
      await store.put("a/x", bytesOf(""));
      await store.delete("a/b/c/d");
      expect(readdirSync(join(folder, "a"))).toEqual(["x"]);
      await store.delete("a/x");
      expect(existsSync(join(folder, "a"))).toBe(false);
    });
    expect(existsSync(folder)).toBe(true);
  });

  it("keep their mode when they are replaced", async () => {
    const folder = newFolder();
    await using(await openFolderStore(folder), async (store) => {
      await store.put("run.sh", bytesOf("one"));
      chmodSync(join(folder, "run.sh"), 0o750);
      await store.put("run.sh", bytesOf("two"));
    });
    expect(statSync(join(folder, "run.sh")).mode & 0o777).toBe(0o750);
  });

  it("can be changed by others, which no version hides", async () => {
    const folder = newFolder();
    await using(await openFolderStore(folder), async (store) => {
      const version = await store.put("a", bytesOf("one"));
      const file = join(folder, "a");
      const { atime, mtime } = statSync(file);
      writeFileSync(file, "two");
      utimesSync(file, atime, mtime);
      const [entry] = await collect(store.list());
      expect(entry?.version).not.toBe(version);
      const conflict = await conflictOf(store.put("a", bytesOf("three"), { expect: version }));
      expect(textOf(conflict.current)).toBe("two");
    });
  });

  it("are watched whoever changes them", async () => {
    const folder = newFolder();
    await using(await openFolderStore(folder), async (store) => {
      const seen = createInbox();
      await store.watch?.("", seen.listener);
      mkdirSync(join(folder, "skills/new"), { recursive: true });
      writeFileSync(join(folder, "skills/new/SKILL.md"), "new");
      const version = "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437";
      await seen.until({ kind: "put", key: "skills/new/SKILL.md", version });
      rmSync(join(folder, "skills"), { recursive: true });
      await seen.until({ kind: "delete", key: "skills/new/SKILL.md" });
    });
  });

  it("of writes that were cut off are removed after an hour", async () => {
    const folder = newFolder();
    const hidden = join(folder, ".skillwright");
    mkdirSync(hidden, { recursive: true });
    writeFileSync(join(hidden, "old.tmp"), "half");
    writeFileSync(join(hidden, "new.tmp"), "half");
    utimesSync(join(hidden, "old.tmp"), 0, 0);
    await using(await openFolderStore(folder), async (store) => {
      expect(await keysOf(store)).toEqual([]);
      expect(readdirSync(hidden)).toEqual(["new.tmp"]);
    });
  });
});

interface Linked {
  readonly folder: string;
  readonly store: Store;
  readonly problems: Diagnostic[];
}

async function openLinked(): Promise<Linked> {
  const folder = newFolder();
  const outside = newFolder();
  mkdirSync(join(outside, "sub"), { recursive: true });
  writeFileSync(join(outside, "secret"), "secret");
  writeFileSync(join(outside, "sub/secret"), "secret");
  mkdirSync(join(folder, "real"), { recursive: true });
  writeFileSync(join(folder, "real/file"), "inside");
  symlinkSync(join(outside, "secret"), join(folder, "out"));
  symlinkSync(join(outside, "sub"), join(folder, "outdir"));
  symlinkSync("../../etc", join(folder, "real/up"));
  symlinkSync("real", join(folder, "indir"));
  symlinkSync("real/file", join(folder, "in"));
  symlinkSync("nowhere", join(folder, "broken"));
  symlinkSync("circle", join(folder, "circle"));
  const problems: Diagnostic[] = [];
  const store = await openFolderStore(folder, { onProblem: (problem) => problems.push(problem) });
  return { folder, store, problems };
}

describe("links in a folder store", () => {
  it.each([
    "out",
    "outdir/secret",
    "outdir/new",
    "real/up/passwd",
    "indir/file",
    "broken",
    "circle",
  ])("refuse the way to %s", async (key) => {
    const { store } = await openLinked();
    await using(store, async () => {
      const works = [store.get(key), store.put(key, bytesOf("x")), store.delete(key)];
      for (const problem of await Promise.all(works.map(problemOf))) {
        expect(problem.code).toBe("store/link-refused");
        expect(problem.message).toContain(`\`${key}\` in `);
      }
    });
  });

  it("to a file of the store are read, and replaced by a write", async () => {
    const { folder, store } = await openLinked();
    await using(store, async () => {
      const object = await store.get("in");
      expect(textOf(object)).toBe("inside");
      await store.put("in", bytesOf("own"), { expect: object?.version ?? null });
      expect(readFileSync(join(folder, "in"), "utf8")).toBe("own");
      expect(readFileSync(join(folder, "real/file"), "utf8")).toBe("inside");
    });
  });

  it("that are refused are left out of listings, with a word for each", async () => {
    const { store, problems } = await openLinked();
    await using(store, async () => {
      expect(await collect(store.keys())).toEqual(["in", "real/file"]);
      expect(problems.map(({ code }) => code)).toEqual(Array(6).fill("store/link-refused"));
      const named = problems.map(({ message }) => /`([^`]+)`/u.exec(message)?.[1]);
      expect(named).toEqual(["broken", "circle", "indir", "out", "outdir", "real/up"]);
      expect(await collect(store.list("outdir/"))).toEqual([]);
      expect(problems).toHaveLength(7);
    });
  });
});

async function outputOf(child: ChildProcess): Promise<string> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  return output;
}

describe("processes that share a folder store", () => {
  const library = resolve(import.meta.dirname, "index.ts");

  function start(script: string, ...parameters: readonly string[]): ChildProcess {
    const code = `import { openFolderStore, readConflict } from ${JSON.stringify(library)};
      const [folder, value] = process.argv.slice(1);
      const store = await openFolderStore(folder);
      const text = (bytes) => new TextDecoder().decode(bytes);
      const bytes = (text) => new TextEncoder().encode(text);
      ${script}`;
    return spawn(process.execPath, ["--input-type=module", "-e", code, ...parameters], {
      stdio: ["ignore", "pipe", "inherit"],
    });
  }

  it("lose no change, and one of them makes a new object", async () => {
    const folder = newFolder();
    const script = `
      let made = "";
      try { await store.put("made", bytes(value), { expect: null }); made = value; }
      catch (error) { if (!readConflict(error)) throw error; }
      for (let done = 0; done < 25;) {
        const object = await store.get("count");
        const next = bytes(String(Number(object ? text(object.bytes) : 0) + 1));
        try { await store.put("count", next, { expect: object?.version ?? null }); done += 1; }
        catch (error) { if (!readConflict(error)) throw error; }
      }
      await store.close();
      console.log(made);`;
    const outputs = await Promise.all(
      ["a", "b", "c", "d"].map((name) => outputOf(start(script, folder, name))),
    );
    const winners = outputs.map((output) => output.trim()).filter((name) => name !== "");
    expect(winners).toHaveLength(1);
    expect(readFileSync(join(folder, "made"), "utf8")).toBe(winners[0]);
    expect(readFileSync(join(folder, "count"), "utf8")).toBe("100");
    expect(readdirSync(folder).sort()).toEqual(["count", "made"]);
  });

  const lockOfA = "ca978112ca1bbdcafac231b39a23dc4d.lock";

  it("do not wait for one that died", async () => {
    const folder = newFolder();
    const holder = start(
      `const { openFilesFolder } = await import(${JSON.stringify(resolve(import.meta.dirname, "../../platform/folder/index.ts"))});
       const inner = await openFilesFolder({ path: folder, hidden: ".skillwright", lockTimeoutMs: 1000 });
       await inner.exclusively("${lockOfA.slice(0, -5)}", async () => {
         console.log("held");
         await new Promise((resolve) => setTimeout(resolve, 60_000));
       });`,
      folder,
    );
    await once(holder.stdout ?? holder, "data");
    await using(await openFolderStore(folder, { lockTimeoutMs: 100 }), async (store) => {
      const problem = await problemOf(store.put("a", bytesOf("one")));
      expect(problem).toMatchObject({
        code: "store/locked",
        file: join(folder, ".skillwright", lockOfA),
      });
      expect(problem.message).toContain(`is locked by process ${holder.pid} on ${hostname()}`);
      const closed = once(holder, "close");
      holder.kill("SIGKILL");
      await closed;
      await store.put("a", bytesOf("two"));
      expect(textOf(await store.get("a"))).toBe("two");
    });
  });

  it("take a lock that is left behind even where the time to wait is over", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, ".skillwright"), { recursive: true });
    const lock = join(folder, ".skillwright", lockOfA);
    writeFileSync(lock, "");
    utimesSync(lock, 0, 0);
    await using(await openFolderStore(folder, { lockTimeoutMs: 0 }), async (store) => {
      expect(typeof (await store.put("a", bytesOf("one")))).toBe("string");
    });
  });

  it.each([
    ["of another machine", { host: "elsewhere", boot: "b", pid: 1, start: "1" }, 0, "store/locked"],
    ["without a name that was just made", "", 0, "store/locked"],
    ["without a name after a crash", "", 61_000, undefined],
  ])("find a lock %s", async (_, owner, age, code) => {
    const folder = newFolder();
    const lock = join(folder, ".skillwright", lockOfA);
    mkdirSync(join(folder, ".skillwright"), { recursive: true });
    writeFileSync(lock, owner === "" ? "" : JSON.stringify(owner));
    const then = (Date.now() - age) / 1000;
    utimesSync(lock, then, then);
    await using(await openFolderStore(folder, { lockTimeoutMs: 50 }), async (store) => {
      const put = store.put("a", bytesOf("one"));
      if (code === undefined) expect(typeof (await put)).toBe("string");
      else expect((await problemOf(put)).code).toBe(code);
    });
  });
});

describe("openFolderStore", () => {
  it("says why a folder cannot be used", async () => {
    const file = newFolder();
    writeFileSync(file, "");
    const problem = await problemOf(openFolderStore(join(file, "store")));
    expect(problem.code).toBe("store/failed");
    expect(problem.message).toMatch(/failed: a part of the path is no folder\.$/u);
  });
});
