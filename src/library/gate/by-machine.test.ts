import { describe, expect, it } from "vitest";
import { consider, dialectNamed, skillText } from "../../../test/support/library.ts";
import type { Json } from "../../skill/index.ts";
import type { HostView, GateInput } from "./index.ts";

const document = dialectNamed("openclaw");
const release = dialectNamed("openclaw@2026.9");
const both = [
  ["the document", document],
  ["the release", release],
] as const;

function gated(block: Json, more: { readonly [key: string]: Json } = {}): string {
  return skillText({
    name: "tester",
    description: "Tests.",
    ...more,
    metadata: { openclaw: block },
  });
}

function machine(bins: readonly string[] = [], platform = "linux"): HostView {
  return { id: "this", platform, bins: Object.fromEntries(bins.map((name) => [name, true])) };
}

function on(more: Partial<GateInput> = {}, bins: readonly string[] = []) {
  return { hosts: [machine(bins)], ...more };
}

describe.each(both)("requirements by %s", (_by, dialect) => {
  const missingOf = (text: string, input: Partial<GateInput>) =>
    consider(dialect, text, input).verdict.missing;

  it("[OC-10] a skill without its block is always eligible", () => {
    const text = skillText({ name: "tester", description: "Tests." });
    expect(consider(dialect, text, on()).verdict.isEligible).toBe(true);
  });

  it("[OC-10] every program must be there, of `anyBins` one", () => {
    const text = gated({ requires: { bins: ["git", "gh"], anyBins: ["rg", "grep"] } });
    expect(missingOf(text, on({}, ["git"]))).toEqual({ bins: ["gh"], anyBins: ["rg", "grep"] });
    expect(missingOf(text, on({}, ["git", "gh", "grep"]))).toEqual({});
  });

  it("[OC-10] the platform is compared as it is written", () => {
    expect(missingOf(gated({ os: ["linux"] }), on())).toEqual({});
    expect(missingOf(gated({ os: ["Linux", "macos"] }), on())).toEqual({ os: ["Linux", "macos"] });
  });

  it("[OC-12] variables come from the process, the entry, or the API key of the primary one", () => {
    const text = gated({ primaryEnv: "KEY", requires: { env: ["KEY", "HOST", "PORT"] } });
    const entries = { tester: { apiKey: "k", env: { HOST: "h" } } };
    const config = { skills: { entries } };
    expect(missingOf(text, on({ config }))).toEqual({ env: ["PORT"] });
    expect(missingOf(text, on({ config, environment: { PORT: "1" } }))).toEqual({});
    expect(missingOf(text, on({ environment: { PORT: "1" } }))).toEqual({ env: ["KEY", "HOST"] });
  });

  it("[OC-12] the entry of another skill gives nothing", () => {
    const config = { skills: { entries: { other: { env: { HOST: "h" } } } } };
    expect(missingOf(gated({ requires: { env: ["HOST"] } }), on({ config }))).toEqual({
      env: ["HOST"],
    });
  });

  it("[OC-12] `skillKey` is the key of the entry", () => {
    const text = gated({ skillKey: "other", requires: { env: ["HOST"] } });
    const config = { skills: { entries: { other: { env: { HOST: "h" } } } } };
    expect(missingOf(text, on({ config }))).toEqual({});
  });

  it("[OC-12] a key from beside the file counts where the file names none", () => {
    const config = { skills: { entries: { slug: { enabled: false } } } };
    const place = { configKey: "slug" };
    const without = consider(dialect, gated({}), on({ config }), place).verdict;
    const named = consider(dialect, gated({ skillKey: "own" }), on({ config }), place).verdict;
    expect(without.reasons).toEqual([{ code: "disabled-by-config", names: ["slug"] }]);
    expect(named.isEligible).toBe(true);
  });

  it("[OC-10] paths of the configuration must be true; extra dots are ignored", () => {
    const text = gated({ requires: { config: ["a.b", "a..b", "a.zero", "a.constructor.name"] } });
    const config = { a: { b: {}, zero: 0 } };
    expect(missingOf(text, on({ config }))).toEqual({ config: ["a.zero", "a.constructor.name"] });
  });

  it("[OC-13] `enabled: false` wins over `always`, and what is missing is still told", () => {
    const config = { skills: { entries: { tester: { enabled: false } } } };
    const { verdict } = consider(dialect, gated({ requires: { bins: ["gh"] } }), on({ config }));
    expect(verdict.reasons.map(({ code }) => code)).toEqual(["disabled-by-config", "missing-bin"]);
    expect(consider(dialect, gated({ always: true }), on({ config })).verdict).toMatchObject({
      isEligible: false,
      missing: {},
    });
  });

  it("[OC-07] [OC-08] a skill for users only is eligible and not offered to the model", () => {
    const hidden = consider(dialect, gated({}, { "disable-model-invocation": true }), on());
    expect(hidden.verdict.isEligible).toBe(true);
    expect(hidden.loaded).toMatchObject({ isOfferedToModel: false, isOfferedToUser: true });
    const silent = consider(dialect, gated({}, { "user-invocable": false }), on());
    expect(silent.loaded).toMatchObject({ isOfferedToModel: true, isOfferedToUser: false });
  });
});

describe("where document and release differ", () => {
  const always = gated({ always: true, os: ["darwin"], requires: { bins: ["gh"] } });

  it("[OC-10] `always` skips every gate, in the release all but the platform", () => {
    expect(consider(document, always, on()).verdict.isEligible).toBe(true);
    expect(consider(release, always, on()).verdict.missing).toEqual({ os: ["darwin"] });
  });

  it("[OC-10] two switches of the browser are on by default in the release", () => {
    const text = gated({ requires: { config: ["browser.enabled"] } });
    expect(consider(document, text, on()).verdict.isEligible).toBe(false);
    expect(consider(release, text, on()).verdict.isEligible).toBe(true);
    const config = { browser: { enabled: false } };
    expect(consider(release, text, on({ config })).verdict.isEligible).toBe(false);
  });

  it("[OC-10] a blank variable counts as missing in the release, an empty one in both", () => {
    const text = gated({ requires: { env: ["KEY"] } });
    const judge = (dialect: typeof release, KEY: string): boolean =>
      consider(dialect, text, on({ environment: { KEY } })).verdict.isEligible;
    expect([judge(document, " "), judge(release, " ")]).toEqual([true, false]);
    expect([judge(document, ""), judge(release, "")]).toEqual([false, false]);
  });

  it("[OC-12] the API key may be a reference; one that could not be resolved excludes", () => {
    const text = gated({ primaryEnv: "KEY", requires: { env: ["KEY"] } });
    const apiKey = { source: "env", provider: "default", id: "OTHER" };
    const config = { skills: { entries: { tester: { apiKey } } } };
    expect(consider(release, text, on({ config })).verdict.isEligible).toBe(true);
    const input = on({ config, unresolvedSecrets: ["tester"] });
    expect(consider(release, text, input).verdict.reasons).toEqual([
      { code: "secret-unresolved", names: ["tester"] },
    ]);
  });
});

describe("the list of allowed bundled skills", () => {
  const text = gated({ skillKey: "key" });
  const judge = (dialect: typeof release, source: string, allowBundled: Json): boolean => {
    const config = { skills: { allowBundled } };
    return consider(dialect, text, on({ config }), { source }).verdict.isEligible;
  };

  it.each([
    ["by name", ["tester"], true],
    ["by key", ["key"], true],
    ["not at all", ["other"], false],
  ])("[OC-13] a bundled skill is listed %s", (_how, list, isEligible) => {
    expect(judge(document, "bundled", list)).toBe(isEligible);
    expect(judge(release, "openclaw-bundled", list)).toBe(isEligible);
  });

  it("[OC-13] it restricts no other source", () => {
    expect(judge(document, "managed", ["other"])).toBe(true);
    expect(judge(release, "openclaw-workspace", ["other"])).toBe(true);
  });

  it("[OC-13] an empty list allows none by the document and restricts nothing in the release", () => {
    expect(judge(document, "bundled", [])).toBe(false);
    expect(judge(release, "openclaw-bundled", [])).toBe(true);
    expect(judge(release, "openclaw-bundled", [" "])).toBe(true);
  });
});

describe("remote nodes", () => {
  const text = gated({ os: ["darwin"], requires: { bins: ["remindctl"] } });
  const mac: HostView = {
    id: "mac",
    platform: "darwin",
    allowsCommands: true,
    isConnected: true,
    bins: { remindctl: true },
  };
  const judge = (dialect: typeof release, node: HostView, bins: readonly string[] = []) => {
    const { isEligible, hosts } = consider(dialect, text, {
      hosts: [machine(bins), node],
    }).verdict;
    return { isEligible, hosts };
  };

  it("[OC-17] a macOS node with the programs makes macOS skills eligible", () => {
    expect(judge(document, mac)).toEqual({ isEligible: true, hosts: ["mac"] });
    expect(judge(release, mac)).toEqual({ isEligible: true, hosts: ["mac"] });
  });

  it("[OC-17] not where commands are denied, nor on another system", () => {
    for (const dialect of [document, release]) {
      expect(judge(dialect, { ...mac, allowsCommands: false }).isEligible).toBe(false);
      expect(judge(dialect, { ...mac, platform: "linux" }).isEligible).toBe(false);
    }
  });

  it("[OC-17] the programs must be on the node by the document, on either in the release", () => {
    const bare = { ...mac, bins: {} };
    expect(judge(document, bare, ["remindctl"]).isEligible).toBe(false);
    expect(judge(release, bare, ["remindctl"])).toEqual({ isEligible: true, hosts: ["mac"] });
  });

  it("[OC-17] when the node leaves, skills stay by the document and go in the release", () => {
    const gone = { ...mac, isConnected: false };
    expect(judge(document, gone).isEligible).toBe(true);
    expect(judge(release, gone).isEligible).toBe(false);
  });

  it("[OC-17] a node lends programs in the release, not by the document", () => {
    const anywhere = gated({ requires: { bins: ["remindctl"] } });
    const input = { hosts: [machine(), mac] };
    expect(consider(document, anywhere, input).verdict.isEligible).toBe(false);
    expect(consider(release, anywhere, input).verdict.hosts).toEqual(["mac"]);
    const local = { hosts: [machine(["remindctl"]), mac] };
    expect(consider(release, anywhere, local).verdict.hosts).toEqual([]);
  });
});
