import { describe, expect, it } from "vitest";
import { consider, dialectNamed, skillText } from "../../../test/support/library.ts";
import type { Json } from "../../skill/index.ts";
import { type HostView, formatAsSystem, type GateInput } from "./index.ts";

const gsv = dialectNamed("gsv");
const code = dialectNamed("gsv@code");

const BASELINE = ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"];

function host(id: string, more: Partial<HostView> = {}): HostView {
  return { id, role: "execution", capabilities: BASELINE, os: "linux", ...more };
}

function requiring(requires: Json, more: { readonly [key: string]: Json } = {}): string {
  return skillText({ name: "tester", ...more, metadata: { gsv: { requires } } });
}

function judge(
  text: string,
  input: Partial<GateInput> = {},
  dialect = gsv,
): { isEligible: boolean; hosts: readonly string[]; says: readonly (string | undefined)[] } {
  const { isEligible, hosts, reasons } = consider(dialect, text, input).verdict;
  const says = reasons.map((reason) => formatAsSystem(reason, dialect.gating?.words));
  return { isEligible, hosts, says };
}

describe("stage 1: what the configuration says of a skill", () => {
  const text = requiring({ bins: ["gh"] });
  const hosts = [host("a", { bins: { gh: true } })];

  it.each(["tester", "folder", "skills/folder/SKILL.md"])(
    "[GSV-12] `enabled: false` under `%s` excludes it",
    (key) => {
      const place = { path: "skills/folder/SKILL.md" };
      const entries = { [key]: { enabled: false } };
      const { verdict } = consider(gsv, text, { hosts, entries }, place);
      expect(verdict.reasons).toEqual([{ code: "disabled-by-config", names: [key] }]);
      expect(verdict.hosts).toEqual([]);
    },
  );

  it("[GSV-12] the name counts before the folder, even where its entry says nothing", () => {
    const place = { path: "skills/folder/SKILL.md" };
    const entries = { tester: null, folder: { enabled: false } };
    expect(consider(gsv, text, { hosts, entries }, place).verdict.isEligible).toBe(true);
  });

  it("[GSV-12] an entry replaces the requirements of the file", () => {
    const entries = { tester: { requires: { bins: ["jq"] } } };
    expect(judge(text, { hosts, entries })).toEqual({
      isEligible: false,
      hosts: [],
      says: ["requires bins: jq"],
    });
  });

  it("[GSV-12] the program replaces them list by list", () => {
    const both = requiring({ bins: ["gh"], env: ["TOKEN"] });
    const entries = { tester: { requires: { env: [] } } };
    expect(judge(both, { hosts, entries }, code).isEligible).toBe(true);
  });

  it("[GSV-12] an entry may make a skill always eligible", () => {
    expect(judge(text, { entries: { tester: { always: true } } }).isEligible).toBe(true);
  });
});

describe("stage 2: requirements that are no requirements", () => {
  it.each([
    ["a number", { bins: ["gh", 5] }],
    ["an empty text", { env: [""] }],
    ["an unknown capability", { capabilities: ["shell.exe"] }],
    ["an unknown role", { hostRoles: ["server"] }],
  ])("[GSV-13] %s excludes the skill", (_what, requires) => {
    expect(judge(requiring(requires), { hosts: [host("a")] })).toEqual({
      isEligible: false,
      hosts: [],
      says: ["invalid requirement identifiers"],
    });
  });

  it("[GSV-13] `always` lets it pass all the same", () => {
    expect(judge(requiring({ bins: [5] }, { always: true })).isEligible).toBe(true);
  });
});

describe("stage 3: one host must meet everything", () => {
  it("[GSV-14] a skill without requirements needs no host", () => {
    expect(judge(skillText({ name: "tester" }))).toEqual({ isEligible: true, hosts: [], says: [] });
  });

  it("[GSV-14] a skill with requirements needs one, even if it asks for configuration alone", () => {
    const config = { a: true };
    expect(judge(requiring({ config: ["a"] }), { config }).says).toEqual(["no connected hosts"]);
    expect(judge(requiring({ config: ["a"] }), { config, hosts: [host("x")] }).hosts).toEqual([
      "x",
    ]);
  });

  it("[GSV-14] a host that left does not count", () => {
    const hosts = [host("a", { bins: { gh: true }, isConnected: false })];
    expect(judge(requiring({ bins: ["gh"] }), { hosts }).says).toEqual(["no connected hosts"]);
  });

  it("[GSV-14] two hosts do not add up", () => {
    const hosts = [host("a", { bins: { gh: true } }), host("b", { bins: { jq: true } })];
    expect(judge(requiring({ bins: ["gh", "jq"] }), { hosts }).says).toEqual([
      "requires bins: gh, jq",
    ]);
  });

  it("[GSV-14] the list at which the last host drops out is named, and every one after it", () => {
    const requires = {
      hostRoles: ["specialized"],
      os: ["linux"],
      env: ["X"],
      bins: ["b"],
      config: ["z"],
    };
    expect(judge(requiring(requires), { hosts: [host("a")] }).says).toEqual([
      "requires hostRoles: specialized",
      "requires os: linux",
      "requires env: X",
      "requires bins: b",
      "requires config: z",
    ]);
  });

  it("[GSV-14] lists before that one are not named, though some host fails them", () => {
    const hosts = [host("a", { os: "darwin" }), host("b", { env: ["X"] })];
    const requires = { os: ["darwin"], env: ["X"] };
    expect(judge(requiring(requires), { hosts }).says).toEqual(["requires env: X"]);
  });

  it("[GSV-14] hosts that fit are named in the order of their ids", () => {
    const hosts = [host("z"), host("m", { os: "darwin" }), host("a")];
    const text = requiring({ os: ["LINUX"] });
    expect(judge(text, { hosts })).toEqual({ isEligible: true, hosts: ["a", "z"], says: [] });
  });

  it.each([
    ["all capabilities", { capabilities: ["shell.exec", "text.search"] }, false],
    ["one of the capabilities", { anyCapabilities: ["shell.exec", "text.search"] }, true],
    ["all variables", { env: ["A", "B"] }, false],
    ["one of the programs", { anyBins: ["b", "c"] }, true],
    ["all programs", { bins: ["b", "c"] }, false],
    ["one of the roles", { hostRoles: ["execution", "specialized"] }, true],
  ])("[GSV-10] asks for %s", (_what, requires, isEligible) => {
    const hosts = [host("a", { env: [" A "], bins: { b: true, c: false } })];
    expect(judge(requiring(requires), { hosts }).isEligible).toBe(isEligible);
  });

  it("[GSV-14] other names of a system count, in the program only other cases of letters do", () => {
    const hosts = [host("mac", { os: " MacOS " })];
    expect(judge(requiring({ os: ["Darwin"] }), { hosts }).isEligible).toBe(true);
    expect(judge(requiring({ os: ["Darwin"] }), { hosts }, code).isEligible).toBe(false);
    expect(judge(requiring({ os: ["macos"] }), { hosts }, code).isEligible).toBe(true);
  });

  it("[GSV-17] `os` beside `requires` has no effect", () => {
    const metadata = { gsv: { os: ["darwin"], requires: { bins: ["gh"] } } };
    const hosts = [host("a", { bins: { gh: true } })];
    expect(judge(skillText({ name: "tester", metadata }), { hosts }).isEligible).toBe(true);
  });

  it("[GSV-16] `always` needs no host, and gives way to `enabled: false`", () => {
    const text = requiring({ bins: ["gh"] }, { always: true });
    expect(judge(text)).toEqual({ isEligible: true, hosts: [], says: [] });
    expect(judge(text, { entries: { tester: { enabled: false } } }).says).toEqual([
      "disabled by skills.entries policy",
    ]);
  });
});

describe("configuration that is asked for", () => {
  const values: readonly (readonly [string, Json, boolean, boolean])[] = [
    ["true", true, true, true],
    ["text", "x", true, true],
    ["a list", [0], true, true],
    ["a map", { a: null }, true, true],
    ["a number", 1, true, true],
    ["zero", 0, false, true],
    ["blank text", "  ", true, false],
    ["empty text", "", false, false],
    ["null", null, false, false],
    ["false", false, false, false],
    ["an empty list", [], false, false],
    ["an empty map", {}, false, false],
  ];

  it.each(values)("[GSV-15] %s", (_what, value, byDocument, byProgram) => {
    const text = requiring({ config: ["a.b"] });
    const input = { hosts: [host("x")], config: { a: { b: value } } };
    expect(judge(text, input).isEligible).toBe(byDocument);
    expect(judge(text, input, code).isEligible).toBe(byProgram);
  });

  it.each(["a..b", ".a", "a.", "list.0", "list.length", "toString", "a.constructor"])(
    "[GSV-15] `%s` leads nowhere",
    (path) => {
      const input = { hosts: [host("x")], config: { a: { b: true }, list: [true], "a.b": true } };
      expect(judge(requiring({ config: [path] }), input).says).toEqual([
        `requires config: ${path}`,
      ]);
    },
  );

  it("[GSV-15] only the paths that are not true are named, and the hosts stay", () => {
    const input = { hosts: [host("x")], config: { a: true } };
    expect(judge(requiring({ config: ["a", "b"] }), input)).toEqual({
      isEligible: false,
      hosts: ["x"],
      says: ["requires config: b"],
    });
  });
});
