import { describe, expect, it } from "vitest";
import { createFakeMachine } from "../../platform/machine/index.ts";
import { binsToProbe, createBinFinder, toBinName } from "./bins.ts";

function skill(bins: string[], anyBins: string[], more = {}) {
  return { isEnabled: true, isAlways: false, requires: { bins, anyBins }, ...more };
}

describe("names of programs", () => {
  it.each(["gh", "g++", "python3.12", "a_b", "7z", "apt-get"])(
    "[GSV-20] %s may be asked for",
    (name) => {
      expect(toBinName(` ${name} `)).toBe(name);
    },
  );

  it.each(["", " ", "a b", "a/b", "a\\b", "a;b", "../x", "$(x)", "größe", "a\nb"])(
    "[GSV-20] %j may not",
    (name) => {
      expect(toBinName(name)).toBeUndefined();
    },
  );

  it("[GSV-20] are gathered from skills that are on and not always on", () => {
    expect(
      binsToProbe([
        skill(["jq", "gh"], ["rg"]),
        skill(["gh", "a;b"], []),
        skill(["off"], [], { isEnabled: false }),
        skill(["always"], [], { isAlways: true }),
        { isEnabled: true, isAlways: false, requires: null },
      ]),
    ).toEqual(["gh", "jq", "rg"]);
  });
});

describe("the finder on POSIX", () => {
  it("[OC-10] looks through the folders of PATH in their order and skips empty ones", () => {
    const machine = createFakeMachine({
      environment: { PATH: "/a::/b/:/c" },
      programs: ["/b/gh"],
    });
    expect(createBinFinder(machine).has("gh")).toBe(true);
    expect(machine.lookups).toEqual(["/a/gh", "/b/gh"]);
  });

  it("[OC-10] remembers what it found while PATH stays, and looks again for what it did not", () => {
    const machine = createFakeMachine({ environment: { PATH: "/a" }, programs: ["/a/gh"] });
    const finder = createBinFinder(machine);
    expect([finder.has("gh"), finder.has("gh"), finder.has("jq")]).toEqual([true, true, false]);
    machine.install("/a/jq");
    expect(finder.has("jq")).toBe(true);
    expect(machine.lookups).toEqual(["/a/gh", "/a/jq", "/a/jq"]);
    machine.set("PATH", "/b");
    expect(finder.has("gh")).toBe(false);
  });

  it("[OC-10] finds nothing without PATH, and no name that could leave its folder", () => {
    const machine = createFakeMachine({ programs: ["/a/gh"] });
    const finder = createBinFinder(machine);
    expect(finder.has("gh")).toBe(false);
    expect(finder.has("../a/gh", "/a")).toBe(false);
    expect(finder.has("gh", "/a")).toBe(true);
  });

  it("gives endings of Windows no meaning", () => {
    const machine = createFakeMachine({
      environment: { PATH: "/a", PATHEXT: ".EXE" },
      programs: ["/a/gh.EXE"],
    });
    expect(createBinFinder(machine).has("gh")).toBe(false);
  });
});

describe("the finder on Windows", () => {
  it("[OC-10] tries the bare name first, then each ending", () => {
    const machine = createFakeMachine({
      platform: "win32",
      environment: { Path: "C:\\bin;C:\\tools\\" },
      programs: ["c:\\tools\\gh.cmd"],
    });
    expect(createBinFinder(machine).has("gh")).toBe(true);
    expect(machine.lookups).toEqual([
      "C:\\bin\\gh",
      "C:\\bin\\gh.EXE",
      "C:\\bin\\gh.CMD",
      "C:\\bin\\gh.BAT",
      "C:\\bin\\gh.COM",
      "C:\\tools\\gh",
      "C:\\tools\\gh.EXE",
      "C:\\tools\\gh.CMD",
    ]);
  });

  it("[OC-10] takes the endings from PATHEXT, and forgets what it found when they change", () => {
    const machine = createFakeMachine({
      platform: "win32",
      environment: { PATH: "C:\\bin", PathExt: ".PY; .EXE" },
      programs: ["C:\\bin\\tool.py", "C:\\bin\\whole.exe"],
    });
    const finder = createBinFinder(machine);
    expect(["tool", "whole", "whole.exe", "none"].map((name) => finder.has(name))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    machine.set("PathExt", ".EXE");
    expect(finder.has("tool")).toBe(false);
  });
});
