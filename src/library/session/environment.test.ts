import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import { type LibraryConfig, readConfig } from "../config/index.ts";
import {
  type EnvironmentOptions,
  type EnvironmentSkill,
  type RunEnvironment,
  skillEnvironment,
} from "./environment.ts";
import { credentialGroup, refusedGroups } from "../../platform/index.ts";

function configOf(entry: string): LibraryConfig {
  const rules = dialectNamed("openclaw").homes?.settings;
  if (rules === undefined) throw new Error("It has no settings.");
  const { value } = readConfig(`{ skills: { entries: { tool: ${entry} } } }`, rules);
  if (value === undefined) throw new Error("Nothing was read.");
  return value;
}

const tool: EnvironmentSkill = {
  name: "tool",
  configKeys: ["tool"],
  primaryEnv: "TOOL_API_KEY",
  requiredEnv: ["TOOL_TOKEN"],
};

function environment(
  entry: string,
  base: { readonly [name: string]: string } = {},
  options: EnvironmentOptions = {},
): RunEnvironment {
  return skillEnvironment(tool, configOf(entry), base, options);
}

/** The variables that were added, and the codes of what was not. */
function show(run: RunEnvironment): readonly unknown[] {
  return [Object.fromEntries(run.revealAdded()), run.problems.map(({ code }) => code)];
}

describe("skillEnvironment", () => {
  it("[OC-14] adds `env` and fills the primary variable with the API key", () => {
    const run = environment('{ apiKey: "k", env: { TOOL_URL: "u" } }', { HOME: "/h" });
    expect(run.added).toEqual(["TOOL_URL", "TOOL_API_KEY"]);
    expect(run.reveal()).toEqual({ HOME: "/h", TOOL_URL: "u", TOOL_API_KEY: "k" });
  });

  it("[OC-14] changes nothing that is set, even to nothing", () => {
    const run = environment('{ apiKey: "k", env: { TOOL_URL: "u" } }', {
      TOOL_URL: "mine",
      TOOL_API_KEY: "",
    });
    expect(run.reveal()).toEqual({ TOOL_URL: "mine", TOOL_API_KEY: "" });
    expect(run.problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "info session/already-set",
      "info session/already-set",
    ]);
  });

  it("[OC-14] fills what counts as not set, as the gates see it", () => {
    const base = { TOOL_URL: " ", TOOL_API_KEY: "" };
    const fill = (countsAsSet: "not-empty" | "not-blank"): readonly string[] =>
      environment('{ apiKey: "k", env: { TOOL_URL: "u" } }', base, { countsAsSet }).added;
    expect(fill("not-empty")).toEqual(["TOOL_API_KEY"]);
    expect(fill("not-blank")).toEqual(["TOOL_URL", "TOOL_API_KEY"]);
  });

  it.each([
    ["é".repeat(16_385), "has 32770 bytes, more than 32768"],
    ["QUJD".repeat(20), "looks like encoded data"],
  ])("[OC-14] gives a value that is odd, and says so without it", (value, odd) => {
    const run = environment(JSON.stringify({ env: { TOOL_URL: value } }));
    expect(Object.fromEntries(run.revealAdded())).toEqual({ TOOL_URL: value });
    expect(run.problems.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      `warning The value of the variable \`TOOL_URL\` of \`tool\` ${odd}.`,
    ]);
    const fine = environment(JSON.stringify({ env: { TOOL_URL: "é".repeat(16_384) } }));
    expect(fine.problems).toEqual([]);
  });

  it("[OC-14] sees a variable on Windows whatever the case of its letters", () => {
    const run = environment(
      '{ env: { TOOL_URL: "u" } }',
      { Tool_Url: "mine" },
      { platform: "win32" },
    );
    expect(run.added).toEqual([]);
  });

  it("[OC-14] prefers what `env` says of the primary variable to the API key", () => {
    expect(show(environment('{ apiKey: "k", env: { TOOL_API_KEY: "e" } }'))).toEqual([
      { TOOL_API_KEY: "e" },
      [],
    ]);
  });

  it("[OC-13] adds nothing for a skill that is switched off, or that has no entry", () => {
    expect(show(environment('{ enabled: false, apiKey: "k" }'))).toEqual([{}, []]);
    const other = { ...tool, configKeys: ["other"] };
    expect(skillEnvironment(other, configOf('{ apiKey: "k" }'), {}).added).toEqual([]);
  });

  it("[OC-12] finds the entry by the key of the skill", () => {
    const keyed = { ...tool, name: "Another name", configKeys: ["tool"] };
    expect(skillEnvironment(keyed, configOf('{ apiKey: "k" }'), {}).added).toEqual([
      "TOOL_API_KEY",
    ]);
  });

  it.each(
    refusedGroups.flatMap(({ names, prefixes, can }) => [
      ...names.map((name) => [name, can] as const),
      ...prefixes.map((prefix) => [`${prefix}X`, can] as const),
    ]),
  )("[OC-20] refuses `%s`, which can %s", (name, can) => {
    const run = environment(`{ env: { ${name}: "x" } }`);
    expect(run.added).toEqual([]);
    expect(run.problems.map(({ message }) => message)).toEqual([
      `The variable \`${name}\` of \`tool\` is not set: it can ${can}.`,
    ]);
  });

  it("[OC-20] refuses such names in any case", () => {
    expect(environment('{ env: { node_options: "x", Path: "y" } }').added).toEqual([]);
  });

  it.each([
    "HTTPLIB2_CA_CERTS",
    "MY_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
    "GIT_SSL_CERT",
    "UV_FIND_LINKS",
    "RUSTC_BOOTSTRAP",
    "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER",
  ])("[OC-20] refuses `%s`, which is of a family of such names", (name) => {
    expect(environment(`{ env: { ${name}: "x" } }`).added).toEqual([]);
  });

  it("[OC-20] sets a name that looks like a secret only when the skill asks for it", () => {
    const entry = '{ env: { TOOL_TOKEN: "a", OTHER_TOKEN: "b", DB_PASSWORD: "c", PLAIN: "d" } }';
    expect(show(environment(entry))).toEqual([
      { TOOL_TOKEN: "a", PLAIN: "d" },
      ["session/undeclared-name", "session/undeclared-name"],
    ]);
  });

  it("[OC-20] gives credentials of other programs to skills that ask for them, and to none by the release", () => {
    const git = { ...tool, primaryEnv: "GITHUB_TOKEN" };
    const config = configOf('{ apiKey: "k" }');
    expect(credentialGroup.names).toContain("GITHUB_TOKEN");
    expect(skillEnvironment(git, config, {}, { credentials: "declared" }).added).toEqual([
      "GITHUB_TOKEN",
    ]);
    expect(show(skillEnvironment(git, config, {}, { credentials: "never" }))).toEqual([
      {},
      ["session/refused-name"],
    ]);
    expect(show(environment('{ env: { GITHUB_TOKEN: "x" } }'))).toEqual([
      {},
      ["session/undeclared-name"],
    ]);
  });

  it("refuses values that no process can be given", () => {
    expect(show(environment('{ env: { A: "x\\0y", "B=C": "z" } }'))).toEqual([
      {},
      ["session/bad-value", "session/bad-value"],
    ]);
  });

  it("[OC-12] takes a secret from where the settings point to", () => {
    const entry = '{ apiKey: { source: "env", provider: "p", id: "VAULT" } }';
    expect(show(environment(entry, { VAULT: "v" }))).toEqual([{ TOOL_API_KEY: "v" }, []]);
    expect(show(environment(entry))).toEqual([{}, ["session/secret-unresolved"]]);
    const stored = '{ apiKey: { source: "store", provider: "p", id: "K" } }';
    expect(
      show(environment(stored, {}, { resolveSecret: ({ provider, id }) => `${provider}/${id}` })),
    ).toEqual([{ TOOL_API_KEY: "p/K" }, []]);
  });

  it("[OC-14] keeps two runs at once apart, each in a process of its own", () => {
    const first = environment('{ apiKey: "first" }', { PATH: process.env["PATH"] ?? "" });
    const second = environment('{ env: { OTHER: "second" } }', { PATH: process.env["PATH"] ?? "" });
    const [one, two] = [first, second].map((run) => {
      const script = "console.log(process.env.TOOL_API_KEY, process.env.OTHER)";
      return spawnSync(process.execPath, ["-e", script], { env: run.reveal(), encoding: "utf8" })
        .stdout;
    });
    expect([one, two]).toEqual(["first undefined\n", "undefined second\n"]);
    expect(process.env["TOOL_API_KEY"]).toBeUndefined();
  });

  it("[OC-20] shows names and no values when it is printed", () => {
    const run = environment('{ apiKey: "sk-planted" }');
    expect(JSON.stringify(run)).toBe('{"added":["TOOL_API_KEY"],"problems":[]}');
  });
});
