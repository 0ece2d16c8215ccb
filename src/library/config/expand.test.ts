import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import type { Diagnostic, Outcome } from "../../skill/index.ts";
import { type LibraryConfig, readConfig, toLibraryConfig } from "./index.ts";

function read(text: string, environment = {}, id = "openclaw@2026.9"): Outcome<LibraryConfig> {
  const rules = dialectNamed(id).homes?.settings;
  if (rules === undefined) throw new Error("It has no settings.");
  return readConfig(text, rules, "openclaw.json", environment);
}

function show({ severity, code, range }: Diagnostic): string {
  return `${severity} ${code} ${range?.start.line}:${range?.start.column}`;
}

describe("settings with variables in them", () => {
  it("[OC-12] have their values put in, and an escaped name as it is", () => {
    const text =
      '{ skills: { load: { extraDirs: ["${SHARE}/a", "$${SHARE}", "${lower}"] }, entries: { x: { apiKey: "${KEY}" } } } }';
    const { value, diagnostics } = read(text, { SHARE: "/srv", KEY: "planted-4711" });
    expect(diagnostics).toEqual([]);
    expect(value?.load.extraDirs).toEqual(["/srv/a", "${SHARE}", "${lower}"]);
    const { apiKey } = value?.entries.get("x") ?? {};
    expect(apiKey?.kind === "value" && apiKey.secret.reveal()).toBe("planted-4711");
    expect(JSON.stringify(value?.facts)).not.toContain("planted-4711");
  });

  it("[OC-12] lack what names a variable that is not set, as documented, and say where", () => {
    const text =
      '{\n  skills: {\n    load: { extraDirs: ["${NOWHERE}/a", "b"] },\n    entries: { x: { apiKey: "${KEY}" } } } }';
    const { value, diagnostics } = read(text, { KEY: "" }, "openclaw");
    expect(diagnostics.map(show)).toEqual([
      "warning settings/unset-variable 3:25",
      "warning settings/unset-variable 4:29",
    ]);
    expect(value?.load.extraDirs).toEqual(["b"]);
    expect(value?.entries.get("x")?.apiKey).toBeUndefined();
  });

  it("[OC-12] [BX-10] keep the text itself in the release, and say so", () => {
    const { value, diagnostics } = read('{ skills: { entries: { x: { apiKey: "${KEY}" } } } }');
    expect(diagnostics.map(show)).toEqual(["warning settings/unset-variable 1:37"]);
    const { apiKey } = value?.entries.get("x") ?? {};
    expect(apiKey?.kind === "value" && apiKey.secret.reveal()).toBe("${KEY}");
  });

  it("[OC-12] [BX-10] take those of `env.vars` where the environment has none, and show none", () => {
    const text =
      '{ env: { vars: { SHARE: "/srv", DEEP: "${SHARE}/deep", NODE_OPTIONS: "-r x", SET: "other", BLANK: " " } }, skills: { load: { extraDirs: ["${DEEP}", "${SET}"] } } }';
    const { value, diagnostics } = read(text, { SET: "/set" });
    expect(diagnostics).toEqual([]);
    expect(value?.load.extraDirs).toEqual(["/srv/deep", "/set"]);
    expect([...(value?.variables.keys() ?? [])]).toEqual(["SHARE", "DEEP"]);
    expect(JSON.stringify([...(value?.variables ?? [])])).not.toContain("/srv");
  });

  it("[OC-12] are taken to the letter where the system has no variables", () => {
    const { value } = read(
      '{ skills: { entries: { x: { requires: { env: ["${A}"] } } } } }',
      {},
      "gsv",
    );
    expect(value?.entries.get("x")?.requires).toEqual({ env: ["${A}"] });
  });
});

describe("settings with a slip of the pen", () => {
  it.each([
    ["{ skilss: {} }", "error settings/unknown-key 1:3"],
    ["{ agents: { defaults: { workspce: 'x' } } }", "error settings/unknown-key 1:25"],
  ])("[OC-12] are told the nearest key where others may stand: %s", (text, problem) => {
    expect(read(text).diagnostics.map(show)).toEqual([problem]);
  });

  it("[OC-12] may have any other key there", () => {
    const text =
      "{ tools: {}, models: {}, agents: { defaults: { model: 'x', sandbox: {} } }, browser: {} }";
    expect(read(text).diagnostics).toEqual([]);
    expect(read("{ agents: {}, agent: {} }").diagnostics).toEqual([]);
  });
});

describe("settings that bring in other files", () => {
  it.each(["openclaw", "openclaw@2026.9"])(
    "[OC-12] are told under %s not to be complete where they are no file",
    (id) => {
      const rules = dialectNamed(id).homes?.settings;
      if (rules === undefined) throw new Error("It has no settings.");
      const { value, diagnostics } = toLibraryConfig(
        { $include: "base.json5", skills: { $include: ["more.json5"], load: { watch: false } } },
        rules,
      );
      expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
        "warning settings/ignored-include",
        "warning settings/ignored-include",
      ]);
      expect(value?.load.watch).toBe(false);
    },
  );
});
