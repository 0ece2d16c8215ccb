import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import type { Diagnostic, SettingsRules } from "../../skill/index.ts";
import { ownSettings } from "./own.ts";
import { readConfig } from "./read.ts";
import type { LibraryConfig } from "./settings.ts";

function rulesOf(id: string): SettingsRules {
  const rules = dialectNamed(id).homes?.settings;
  if (rules === undefined) throw new Error(`${id} has no settings.`);
  return rules;
}

const documented = rulesOf("openclaw");
const release = rulesOf("openclaw@2026.9");

function read(text: string, rules: SettingsRules = documented): LibraryConfig {
  const { value, diagnostics } = readConfig(text, rules);
  expect(diagnostics).toEqual([]);
  if (value === undefined) throw new Error("Nothing was read.");
  return value;
}

/** The code, the place and the words of each problem. */
function show(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, severity, range, message, hint }) => {
    const { line = 0, column = 0 } = range?.start ?? {};
    return `${severity} ${code} ${line}:${column} ${message}${hint === undefined ? "" : ` ${hint}`}`;
  });
}

const example = `{
  // Keys with hyphens need quotes.
  skills: {
    entries: {
      "nano-banana-pro": {
        enabled: true,
        apiKey: "GEMINI_KEY_HERE",
        env: { GEMINI_API_KEY: 'GEMINI_KEY_HERE', },
        config: { endpoint: "https://example.invalid", model: "nano-pro" },
      },
      peekaboo: { enabled: true },
      sag: { enabled: false },
    },
    load: { extraDirs: ["~/packs"], watch: true, watchDebounceMs: 100 },
    install: { nodeManager: "pnpm" },
    allowBundled: ["gemini"],
  },
}`;

describe("readConfig", () => {
  it("[OC-12] reads JSON5 with comments, trailing commas and bare keys", () => {
    const config = read(example);
    expect([...config.entries.keys()]).toEqual(["nano-banana-pro", "peekaboo", "sag"]);
    const entry = config.entries.get("nano-banana-pro");
    expect(entry?.env.get("GEMINI_API_KEY")?.reveal()).toBe("GEMINI_KEY_HERE");
    expect(entry?.apiKey?.kind === "value" && entry.apiKey.secret.reveal()).toBe("GEMINI_KEY_HERE");
    expect(entry?.config?.reveal()).toEqual({
      endpoint: "https://example.invalid",
      model: "nano-pro",
    });
    expect(config.allowBundled).toEqual(["gemini"]);
    expect(config.install).toEqual({ preferBrew: true, nodeManager: "pnpm" });
  });

  it("[OC-13] reads the switch of an entry", () => {
    const { entries } = read(example);
    expect([...entries].map(([key, { isEnabled }]) => [key, isEnabled])).toEqual([
      ["nano-banana-pro", true],
      ["peekaboo", true],
      ["sag", false],
    ]);
  });

  it("[OC-16] watches with 250 ms of quiet where nothing is said", () => {
    expect(read("{}").load).toEqual({
      extraDirs: [],
      allowSymlinkTargets: [],
      watch: true,
      watchDebounceMs: 250,
    });
    expect(read(example).load).toMatchObject({ watch: true, watchDebounceMs: 100 });
  });

  it("[OC-12] names an unknown key, its place and the nearest one, and reads the rest", () => {
    const text = '{\n  skills: {\n    entries: { a: { apikey: "sk-1", enabled: true } },\n  },\n}';
    const { value, diagnostics } = readConfig(text, documented, "openclaw.json");
    expect(show(diagnostics)).toEqual([
      "warning settings/unknown-key 3:21 Unknown key `apikey` in `skills.entries.a`; known keys are " +
        "`enabled`, `apiKey`, `env`, `config`. Did you mean `apiKey`?",
    ]);
    expect(value?.entries.get("a")?.isEnabled).toBe(true);
  });

  it("[OC-12] is refused as a whole by the release for one unknown key", () => {
    const { value, diagnostics } = readConfig("{ skills: { laod: {} } }", release);
    expect(value).toBeUndefined();
    expect(show(diagnostics)).toEqual([
      "error settings/unknown-key 1:13 Unknown key `laod` in `skills`; known keys are `allowBundled`, " +
        "`load`, `install`, `entries`, `limits`, `workshop`. Did you mean `load`?",
    ]);
  });

  it("[OC-16] knows the time of quiet by the document, and refuses it for the release", () => {
    const text = "{ skills: { load: { watchDebounceMs: 90 } } }";
    expect(read(text).load.watchDebounceMs).toBe(90);
    const { value, diagnostics } = readConfig(text, release);
    expect(value).toBeUndefined();
    expect(show(diagnostics)).toEqual([
      "error settings/removed-key 1:21 The key `skills.load.watchDebounceMs` is no longer read. " +
        "The release waits 250 ms, always. Remove the key, or it refuses to start.",
    ]);
  });

  it("leaves keys alone of which it knows nothing", () => {
    expect(
      read("{ channels: { slack: { anything: 1 } }, agents: { other: 2 } }", release),
    ).toBeDefined();
  });

  it("names values of the wrong kind, and never repeats those of secrets", () => {
    const text = `{ skills: {
      entries: { a: { enabled: "yes", env: { A: 1234567 }, apiKey: { source: "env", id: "sk-hidden" } } },
      load: { watch: "no" },
      install: { nodeManager: "cargo" },
    } }`;
    const { diagnostics } = readConfig(text, documented);
    expect(show(diagnostics)).toEqual([
      "warning settings/invalid-value 2:32 `enabled` must be `true` or `false`, not text.",
      "warning settings/invalid-value 2:49 `skills.entries.a.env.A` must be text, not a number.",
      "warning settings/invalid-value 2:68 `skills.entries.a.apiKey` must be text, or where the secret is kept, not a map.",
      "warning settings/invalid-value 3:22 `watch` must be `true` or `false`, not text.",
      "warning settings/invalid-value 4:31 `cargo` is not a valid `nodeManager`: use `npm`, `pnpm`, `yarn` or `bun`.",
    ]);
    expect(JSON.stringify(diagnostics)).not.toMatch(/1234567|sk-hidden/);
  });

  it("says where a text is no JSON5, without its words", () => {
    const { value, diagnostics } = readConfig("{ skills: {\n  apiKey: sk-12345 } }", documented);
    expect(value).toBeUndefined();
    expect(show(diagnostics)).toEqual([
      "error settings/syntax 2:11 The settings are not valid JSON5. " +
        "Check the quotes, commas and braces around this place.",
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("sk-1");
  });

  it("refuses settings that are no map", () => {
    expect(show(readConfig("[]", documented).diagnostics)).toEqual([
      "error settings/invalid-value 1:1 The settings must be a map, not a list.",
    ]);
  });

  it("takes a reference to a secret in place of it", () => {
    const text =
      '{ skills: { entries: { a: { apiKey: { source: "env", provider: "p", id: "KEY" } } } } }';
    expect(read(text, release).entries.get("a")?.apiKey).toEqual({
      kind: "reference",
      source: "env",
      provider: "p",
      id: "KEY",
    });
  });

  it("[OC-02] reads agents from a list, and from a map", () => {
    const listed = read('{ agents: { list: [{ id: "work", workspace: "~/work" }] } }');
    expect(listed.agents.get("work")).toEqual({ workspace: "~/work" });
    const mapped = read('{ agents: { entries: { work: { skills: ["a"] } } } }', release);
    expect(mapped.agents.get("work")).toEqual({ skills: ["a"] });
  });

  it("keeps keys such as `__proto__` as data", () => {
    const config = read('{ skills: { entries: { "__proto__": { enabled: false } } } }');
    expect(config.entries.get("__proto__")?.isEnabled).toBe(false);
    expect(Object.getPrototypeOf(config.facts)).toBe(Object.prototype);
  });
});

describe("facts", () => {
  it("[OC-20] keep what a value counts as, and hide what it says unless that is known to be harmless", () => {
    const text = `{
      skills: { allowBundled: ["a"], entries: { a: { enabled: true, apiKey: "sk-1", env: { B: "sk-2", C: "" }, config: { d: "sk-3" } } } },
      channels: { slack: { token: "sk-4", port: 8080, retries: 0, on: true, blank: " ", list: ["sk-5"], nothing: null } },
    }`;
    expect(read(text).facts).toEqual({
      skills: {
        allowBundled: ["a"],
        entries: {
          a: {
            enabled: true,
            apiKey: "[secret]",
            env: { B: "[secret]", C: "" },
            config: { d: "[secret]" },
          },
        },
      },
      channels: {
        slack: {
          token: "[secret]",
          port: 1,
          retries: 0,
          on: true,
          blank: " ",
          list: ["[secret]"],
          nothing: null,
        },
      },
    });
  });
});

describe("GSV's settings", () => {
  it("[GSV-12] may replace `always` and `requires` of a skill", () => {
    const text = '{ skills: { entries: { a: { always: true, requires: { bins: ["gh"] } } } } }';
    expect(read(text, rulesOf("gsv")).entries.get("a")).toMatchObject({
      isEnabled: true,
      always: true,
      requires: { bins: ["gh"] },
    });
  });

  it("[GSV-12] name an unknown list of requirements", () => {
    const text = '{ skills: { entries: { a: { requires: { bin: ["gh"] } } } } }';
    expect(show(readConfig(text, rulesOf("gsv")).diagnostics)).toEqual([
      expect.stringContaining("settings/unknown-key 1:41 Unknown key `bin` in"),
    ]);
  });
});

describe("our own file", () => {
  it("says what each of the systems can say", () => {
    const text = `{ skills: {
      entries: { a: { always: true, requires: { os: ["linux"] }, env: { A: "x" }, apiKey: "k" } },
      load: { watchDebounceMs: 40, allowSymlinkTargets: ["/opt"] },
      limits: { maxSkillsInPrompt: 3 },
    } }`;
    const config = read(text, ownSettings());
    expect(config.entries.get("a")).toMatchObject({ always: true, requires: { os: ["linux"] } });
    expect(config.load).toMatchObject({
      watchDebounceMs: 40,
      allowSymlinkTargets: ["/opt"],
    });
    expect(config.facts).toMatchObject({ skills: { limits: { maxSkillsInPrompt: 3 } } });
  });

  it("refuses an unknown key, and leaves other parts of a configuration to the gates", () => {
    expect(readConfig("{ skills: { entrys: {} } }", ownSettings()).value).toBeUndefined();
    expect(readConfig("{ browser: { enabled: true } }", ownSettings()).value).toBeDefined();
  });
});

describe("a program for packages of Node that nobody knows", () => {
  it.each(["openclaw", "openclaw@2026.9"])("[OC-11] counts as npm in %s, with a warning", (id) => {
    const { homes } = dialectNamed(id);
    if (homes === undefined) throw new Error(`${id} has no settings.`);
    const text = '{ skills: { install: { nodeManager: "deno" } } }';
    const { value, diagnostics } = readConfig(text, homes.settings);
    expect(value?.install.nodeManager).toBe("npm");
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
  });
});

describe("a misspelt key outside of `skills`", () => {
  it.each([
    ["openclaw", "warning"],
    ["openclaw@2026.9", "error"],
  ])("[OC-12] is told by %s as a matter of %s", (id, severity) => {
    const { homes } = dialectNamed(id);
    if (homes === undefined) throw new Error(`${id} has no settings.`);
    const { diagnostics } = readConfig("{ plugin: {}, plugins: { alow: [] } }", homes.settings);
    expect(diagnostics.map((item) => [item.severity, item.hint])).toContainEqual([
      severity,
      "Did you mean `allow`?",
    ]);
  });
});
