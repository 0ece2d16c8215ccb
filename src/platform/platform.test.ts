import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/program.ts";
import { sumOf } from "./hash.ts";
import {
  cacheFolder,
  createPrefixReader,
  findSkills,
  isInside,
  openStore,
  readTerminal,
  withoutControls,
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
    expect(withoutControls("a\u001b[31mb\u001b]0;t\u0007c\u0000\u009bd\ne")).toBe("abcd\ne");
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

describe("openStore", () => {
  it("gives back what was written and nothing else", () => {
    const folder = temporaryFolder();
    const store = openStore(join(folder, "deep/cache"), Date.now());
    expect(store.read("a.json")).toBeUndefined();
    store.write("a.json", "grüße 🧩");
    expect(store.read("a.json")).toBe("grüße 🧩");
    const file = join(folder, "deep/cache/a.json");
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(file, damaged);
      expect(store.read("a.json"), `byte ${at}`).toBeUndefined();
    }
  });

  it("drops what nobody asked for in a month", () => {
    const folder = temporaryFolder();
    openStore(folder, Date.now()).write("old.json", "x");
    openStore(folder, Date.now() + 40 * 24 * 3600 * 1000).write("new.json", "x");
    expect(existsSync(join(folder, "old.json"))).toBe(false);
  });

  it("sums bytes of any length and alignment alike", () => {
    const bytes = Buffer.from("0123456789abcdef");
    const shifted = Buffer.concat([Buffer.from("x"), bytes]).subarray(1);
    expect(sumOf(shifted)).toBe(sumOf(bytes));
    expect(sumOf(bytes.subarray(0, 15))).not.toBe(sumOf(bytes));
    expect(sumOf(Buffer.alloc(3))).not.toBe(sumOf(Buffer.alloc(4)));
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
