import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/program.ts";
import { type EncodedLedger, emptyLedger } from "./ledger.ts";
import {
  cacheFolder,
  createFileReader,
  createPrefixReader,
  findSkills,
  isInside,
  isStable,
  openLedger,
  openStore,
  readBytes,
  readTerminal,
  readText,
  escapeInvisible,
  withoutControls,
  withoutControlsButColors,
  oneLine,
  writeFileAtomically,
} from "./index.ts";

describe("cacheFolder", () => {
  it.each([
    [{ SKILLWRIGHT_CACHE_DIR: "/own", XDG_CACHE_HOME: "/xdg" }, "linux", "/own"],
    [{ XDG_CACHE_HOME: "/xdg" }, "linux", "/xdg/skillwright"],
    [{ SKILLWRIGHT_CACHE_DIR: "", XDG_CACHE_HOME: "/xdg" }, "linux", "/xdg/skillwright"],
    [{ LOCALAPPDATA: "/local" }, "win32", "/local/skillwright/cache"],
  ] as const)("for %j on %s is %s", (environment, platform, expected) => {
    expect(cacheFolder(environment, platform)).toBe(expected);
  });

  it("[BX-14] is none that others can write, or that belongs to somebody else", () => {
    const own = temporaryFolder();
    const xdg = join(own, "xdg");
    mkdirSync(join(xdg, "skillwright"), { recursive: true });
    const usual = cacheFolder({});
    for (const [folder, environment] of [
      [own, { SKILLWRIGHT_CACHE_DIR: own }],
      [join(xdg, "skillwright"), { XDG_CACHE_HOME: xdg }],
    ] as const) {
      expect(cacheFolder(environment)).toBe(folder);
      chmodSync(folder, 0o777);
      expect(cacheFolder(environment)).toBe(usual);
      chmodSync(folder, 0o700);
      if (process.getuid?.() !== 0) continue;
      chownSync(folder, 65534, 65534);
      expect(cacheFolder(environment)).toBe(usual);
      chownSync(folder, 0, 0);
    }
    expect(cacheFolder({ SKILLWRIGHT_CACHE_DIR: join(own, "new") })).toBe(join(own, "new"));
  });

  it("[BX-14] is none in a repository, nor one to which a link of it leads", () => {
    const top = temporaryFolder();
    const usual = cacheFolder({});
    for (const mark of [".git", ".hg", ".jj", ".svn"]) {
      const [repository, outside] = [join(top, `in${mark}`), join(top, `out${mark}`)];
      mkdirSync(join(repository, "deep/caches"), { recursive: true });
      mkdirSync(outside);
      symlinkSync(outside, join(repository, "deep/link"));
      symlinkSync(join(repository, "deep"), join(outside, "link"));
      const places = ["deep/caches", "deep/new", "deep/link", ".", "deep"].map((place) =>
        join(repository, place),
      );
      const [first = ""] = places;
      expect(cacheFolder({ SKILLWRIGHT_CACHE_DIR: first })).toBe(first);
      // In submodules and worktrees it is a file.
      writeFileSync(join(repository, mark), "");
      for (const folder of [...places, join(outside, "link"), join(outside, "link/caches")]) {
        expect([folder, cacheFolder({ SKILLWRIGHT_CACHE_DIR: folder })]).toEqual([folder, usual]);
      }
      expect(cacheFolder({ XDG_CACHE_HOME: join(repository, "deep") })).toBe(usual);
      expect(cacheFolder({ SKILLWRIGHT_CACHE_DIR: outside })).toBe(outside);
    }
  });

  it("ignores a relative folder of XDG, as its specification asks", () => {
    expect(cacheFolder({ XDG_CACHE_HOME: "xdg" }, "linux")).toMatch(/\.cache\/skillwright$/u);
    expect(cacheFolder({}, "darwin")).toMatch(/Library\/Caches\/skillwright$/u);
  });
});

describe("readTerminal", () => {
  it.each([
    [{ isTTY: true }, {}, true],
    [{ isTTY: false }, {}, false],
    [{}, {}, false],
    [{ isTTY: true }, { NO_COLOR: "1" }, false],
    [{ isTTY: true }, { NO_COLOR: "" }, true],
    [{ isTTY: true }, { TERM: "dumb" }, false],
    [{}, { FORCE_COLOR: "1" }, true],
    [{}, { FORCE_COLOR: "" }, true],
    [{ isTTY: true }, { FORCE_COLOR: "0" }, false],
    [{}, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("%j with %j has colours: %s", (output, environment, expected) => {
    expect(readTerminal(output, environment).hasColors).toBe(expected);
  });

  it("takes escape sequences and controls out of text", () => {
    expect(withoutControls("a\u001b[31mb\u001b]0;t\u0007c\u0000\u009bd\ne")).toBe("abc\ne");
  });

  it("takes marks out of text that hide or turn what follows", () => {
    expect(withoutControls("a\u202eb\u2066c\u200bd\u{e0041}e\ufefff")).toBe("abcdef");
  });

  it("keeps the colours that we gave, and no sequence that hides or moves", () => {
    const text = "\u001b[31ma\u001b[39m\u001b[8mb\u001b[2K\u009b1Ac\u001b";
    expect(withoutControlsButColors(text)).toBe("\u001b[31ma\u001b[39mbc");
  });

  it("escapes in JSON what cannot be seen, and changes nothing of it", () => {
    const value = { a: "\u009b1m\u202e\u{e0041}b" };
    const text = escapeInvisible(JSON.stringify(value));
    expect(text).toMatch(/^[\u0020-\u007e]+$/u);
    expect(JSON.parse(text)).toEqual(value);
  });

  it("makes one line of text that would be several", () => {
    expect(oneLine("a\r\nb\tc\u2028d\u0085e\u001b[2Kf\u001b]0;\ng")).toBe("a b c d ef]0; g");
    expect(oneLine("\u001b\n[31mx")).not.toMatch(/[\n\u001b]/);
  });
});

describe("isInside", () => {
  it.each([
    ["/a/b", "/a", true],
    ["/a", "/a", true],
    ["/ab", "/a", false],
    ["/a/../b", "/a", false],
    ["/", "/a", false],
    ["/a/..b", "/a", true],
  ])("%s in %s: %s", (path, folder, expected) => {
    expect(isInside(path, folder)).toBe(expected);
  });
});

describe("writeFileAtomically", () => {
  it("leaves the old file and no other when it fails", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "taken"));
    expect(() => writeFileAtomically(join(folder, "taken"), "x")).toThrow(
      /EISDIR|ENOTEMPTY|EPERM/u,
    );
    expect(readdirSync(folder)).toEqual(["taken"]);
  });

  it("refuses to replace where it is told to", () => {
    const file = join(temporaryFolder(), "a");
    writeFileAtomically(file, "first", { existing: "refuse" });
    expect(() => writeFileAtomically(file, "second", { existing: "refuse" })).toThrow(/EEXIST/u);
    expect(readFileSync(file, "utf8")).toBe("first");
    expect(readdirSync(join(file, ".."))).toEqual(["a"]);
  });
});

describe("createPrefixReader", () => {
  it("reads more only when the first bytes do not suffice, and cuts at a line", () => {
    const file = join(temporaryFolder(), "a");
    writeFileSync(file, `${"line ä\n".repeat(2000)}end`);
    const short = createPrefixReader(() => true)(file);
    expect(short.text.length).toBeLessThan(4096);
    expect(short.text).toMatch(/ä\n$/u);
    expect(createPrefixReader(() => false)(file).text).toMatch(/end$/u);
  });

  it("hands over the bytes of what is no UTF-8", () => {
    const file = join(temporaryFolder(), "a");
    const bytes = Buffer.from("a\u00e4\n".repeat(3000), "latin1");
    writeFileSync(file, bytes);
    expect(createPrefixReader(() => true)(file).bytes).toEqual(bytes);
  });
});

// A link of a repository leads there as well.
describe.skipIf(process.platform === "win32")("a device", () => {
  const readers: { readonly [name: string]: (path: string) => unknown } = {
    readBytes,
    readText,
    createFileReader: createFileReader(),
    createPrefixReader: createPrefixReader(() => false),
  };
  it.each(Object.keys(readers))("[BX-14] is not read by %s, which would never end", (name) => {
    const link = join(temporaryFolder(), "SKILL.md");
    symlinkSync("/dev/zero", link);
    expect(() => readers[name]?.(link)).toThrow(expect.objectContaining({ code: "EFTYPE" }));
  });
});

const QUESTION = ["1.0.0", "what?"];

function ledgerOf(text: string): EncodedLedger {
  return { count: 1, text: Buffer.from(text), stamps: new Float64Array([1, 2, 3, 4.5, 1e300]) };
}

describe("openStore", () => {
  it("gives back what was written and nothing else", () => {
    const folder = temporaryFolder();
    const store = openStore(join(folder, "deep/cache"), Date.now());
    expect(store.read("list", QUESTION).files.count).toBe(0);
    const kept = { folders: ledgerOf("grüße\0🧩"), files: ledgerOf("x") };
    store.write("list", QUESTION, kept);
    expect(store.read("list", QUESTION)).toEqual(kept);
    expect(store.read("list", ["1.0.0", "what"]).files.count).toBe(0);
    const [name = ""] = readdirSync(join(folder, "deep/cache"));
    const file = join(folder, "deep/cache", name);
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(file, damaged);
      expect(store.read("list", QUESTION).files.count, `byte ${at}`).toBe(0);
    }
  });

  it("drops what nobody asked for in a month", () => {
    const folder = temporaryFolder();
    const kept = { folders: ledgerOf("a"), files: ledgerOf("b") };
    const store = openStore(folder, Date.now());
    store.write("list", ["old"], kept);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
    store.write("list", ["new"], kept);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe("ledgers", () => {
  const stamp = { device: 1, inode: 2, size: 3, modified: 4, changed: 5 };

  function ledger(paths: readonly string[]): EncodedLedger {
    const made = openLedger(emptyLedger, 1);
    for (const path of paths) made.add(path, stamp, [`about ${path}`]);
    return made.encode();
  }

  it("find records in any order, and only under their stamp", () => {
    const opened = openLedger(ledger(["a", "b", "c"]), 1);
    const found = ["a", "c", "b", "a", "x"].map((path) => opened.find(path, stamp));
    expect(found).toEqual([0, 2, 1, 0, undefined]);
    expect(opened.text(1, 0)).toBe("about b");
    for (const part of ["device", "inode", "size", "modified", "changed"] as const)
      expect(opened.find("b", { ...stamp, [part]: 9 })).toBeUndefined();
  });

  it("say whether the next one differs", () => {
    const same = openLedger(ledger(["a", "b"]), 1);
    same.keep(0);
    expect(same.hasChanged()).toBe(true);
    same.keep(1);
    expect(same.hasChanged()).toBe(false);
    same.add("c", { ...stamp, size: 7 }, ["about c"]);
    expect(same.hasChanged()).toBe(true);
    const next = openLedger(same.encode(), 1);
    expect(next.find("c", { ...stamp, size: 7 })).toBe(2);
    expect([0, 1, 2].map((record) => next.text(record, 0))).toEqual([
      "about a",
      "about b",
      "about c",
    ]);
  });

  it("trust only stamps older than the clock of a file system is coarse", () => {
    expect(isStable(stamp, 3000)).toBe(true);
    expect(isStable(stamp, 2000)).toBe(false);
    expect(isStable({ ...stamp, changed: 1000 }, 3000)).toBe(false);
  });
});

describe("findSkills", () => {
  it("walks into a folder above only where nothing was seen yet", () => {
    const folder = temporaryFolder();
    for (const path of ["up/tree/one", "up/other/two"]) {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, "SKILL.md"), "");
    }
    symlinkSync("..", join(folder, "up/tree/above"));
    const found = findSkills({ path: join(folder, "up/tree"), shown: "tree" });
    expect(found.files.map(({ shown }) => shown)).toEqual([
      "tree/above/other/two/SKILL.md",
      "tree/one/SKILL.md",
    ]);
  });
});
