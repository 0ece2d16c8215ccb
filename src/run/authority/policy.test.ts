import { describe, expect, it } from "vitest";
import { dialects, type TrustRules } from "../../skill/index.ts";
import { policy, type PolicyRequest, questionsOf } from "./index.ts";

/** The rules of the draft, which lets every tier ask for everything, and those with a ceiling for each tier. */
const systems = dialects.flatMap(({ trust }) => (trust === undefined ? [] : [trust]));
const open = systems.find((trust) => trust.decide("experimental", "network:write") === "sandboxed");
const capped = systems.find((trust) => trust.decide("experimental", "network:write") === "refused");

function required(trust: TrustRules | undefined): TrustRules {
  if (trust === undefined) throw new Error("No dialect has these rules.");
  return trust;
}

function decide(
  declared: readonly string[],
  tier: string,
  more: Partial<PolicyRequest> = {},
): ReturnType<typeof policy> {
  return policy({ declared, tier, trust: required(open), ...more });
}

function statesOf(declared: readonly string[], tier: string, more: Partial<PolicyRequest> = {}) {
  return decide(declared, tier, more).items.map(({ state }) => state);
}

describe("the table of tiers", () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ["filesystem:read", "granted", "granted", "asks"],
    ["filesystem:write", "granted", "asks", "asks"],
    ["network:read", "granted", "granted", "asks"],
    ["network:write", "granted", "granted", "asks"],
    ["shell:execute:git", "granted", "asks", "asks"],
    ["mcp:connect", "granted", "granted", "asks"],
    ["database:read:./x.db", "granted", "granted", "asks"],
    ["database:write:./x.db", "granted", "asks", "asks"],
    ["env:read", "granted", "granted", "asks"],
    ["desktop:control", "unavailable", "unavailable", "unavailable"],
    ["network:none", "denied", "denied", "denied"],
  ];

  it.each(rows)("[GA-04] decides on %s", (permission, verified, community, experimental) => {
    const tiers = ["verified", "community", "experimental"];
    expect(tiers.map((tier) => statesOf([permission], tier)[0])).toEqual([
      verified,
      community,
      experimental,
    ]);
  });

  it("[GA-04] gives an experimental skill what it asks for, inside the sandbox, once it is allowed", () => {
    const declared = ["filesystem:read", "network:write:api.example.com", "shell:execute:git"];
    const allowed = decide(declared, "experimental", { allowsExperimental: true });
    expect(allowed.items.map(({ state }) => state)).toEqual(["granted", "granted", "granted"]);
    // Not the whole machine: the sandbox restricts what no scope narrows.
    expect(allowed.files).toEqual([{ pattern: "./**", access: "read", isDatabase: false }]);
  });

  it("[GA-07] gives an experimental skill no shell, not even when it is allowed and granted", () => {
    const request = { allowsExperimental: true, grants: ["shell:execute"] };
    expect(statesOf(["shell:execute"], "experimental", request)).toEqual(["refused"]);
    expect(decide(["shell:execute"], "experimental", request).commands).toEqual([]);
    expect(decide(["shell:execute"], "verified").commands).toBe("all");
  });

  it("[GA-04] refuses what a tier may not ask for, unless the user grants it by name", () => {
    const request = { trust: required(capped), allowsExperimental: true };
    const declared = ["network:read", "network:write", "filesystem:read:~/data/**"];
    expect(statesOf(declared, "experimental", request)).toEqual(["granted", "refused", "refused"]);
    const grants = ["filesystem:read:~/data/**"];
    expect(statesOf(declared, "experimental", { ...request, grants })).toEqual([
      "granted",
      "refused",
      "granted",
    ]);
  });

  it("asks for what a community skill finds dangerous until the user has agreed to it", () => {
    const declared = ["shell:execute:git,npm", "filesystem:write:./out/**", "network:read"];
    const before = decide(declared, "community");
    expect(questionsOf(before).map(({ permission }) => permission)).toEqual(declared.slice(0, 2));
    expect(before.commands).toEqual([]);
    const grants = ["shell:execute:git,npm", "filesystem:write:./out/**"];
    const after = decide(declared, "community", { grants });
    expect(questionsOf(after)).toEqual([]);
    expect(after.commands).toEqual(["git", "npm"]);
    expect(after.files).toEqual([{ pattern: "./out/**", access: "write", isDatabase: false }]);
  });
});

function hidden(declared: readonly string[]): readonly string[] {
  return decide(declared, "verified").hidden;
}

describe("scopes", () => {
  it("[GA-03] gives nothing that is not declared", () => {
    const empty = decide([], "verified");
    expect(empty).toMatchObject({ files: [], hosts: [], commands: [], mcp: [] });
    expect(empty.environment).toEqual({ names: [], isOpen: false });
  });

  it("[GA-03] narrows a grant to what its scope names", () => {
    const declared = [
      "filesystem:read:~/data/**",
      "network:read:*.example.com",
      "network:write:api.example.com:8443",
      "shell:execute:git,npm",
      "env:read:A,B",
      "database:write:./x.db",
      "mcp:connect:github",
    ];
    expect(decide(declared, "verified", { variables: ["KEY"] })).toMatchObject({
      files: [
        { pattern: "~/data/**", access: "read", isDatabase: false },
        { pattern: "./x.db", access: "write", isDatabase: true },
      ],
      hosts: [
        { host: "*.example.com", access: "read" },
        { host: "api.example.com", port: 8443, access: "write" },
      ],
      commands: ["git", "npm"],
      environment: { names: ["KEY", "A", "B"], isOpen: false },
      mcp: ["github"],
    });
  });

  it("[GA-03] lets a denial hold over every grant of its domain, and still gives needed variables", () => {
    const given = decide(["filesystem:none", "filesystem:read:~/x", "env:none"], "verified", {
      variables: ["KEY"],
    });
    expect(given.items.map(({ state }) => state)).toEqual(["denied", "denied", "denied"]);
    expect(given.files).toEqual([]);
    expect(given.environment).toEqual({ names: ["KEY"], isOpen: false });
  });

  it.each([
    "filesystem:read:~/data/../.ssh/**",
    "filesystem:read:~root/**",
    "filesystem:read:/proc/1/environ",
    "filesystem:write:/run/docker.sock",
    "network:read:https://example.com/path",
    "network:read:exa mple.com",
    "shell:execute:/bin/sh",
    "shell:execute:git;rm",
    "env:read:A=B",
    "nonsense:read",
    "filesystem:execute",
  ])("refuses %s, whoever vouches for it", (permission) => {
    expect(statesOf([permission], "verified", { grants: [permission] })).toEqual(["refused"]);
  });

  it("never takes variables that load code from outside, though they are named", () => {
    const given = decide(["env:read:LD_PRELOAD,NODE_OPTIONS,CITY"], "verified", {
      variables: ["PYTHONPATH"],
    });
    expect(given.environment.names).toEqual(["CITY"]);
  });

  it("keeps places of keys hidden unless a permission names them, and its own always", () => {
    expect(hidden(["filesystem:read:~/**"])).toContain("~/.ssh");
    expect(hidden(["filesystem:read:~/.ssh/**"])).not.toContain("~/.ssh");
    expect(hidden(["filesystem:write:~/.skillwright/**"])).toContain("~/.skillwright");
  });
});

describe("agreement", () => {
  it.each([
    ["filesystem:write:~/a/**", "filesystem:read:~/a/b/**", true],
    ["filesystem:write:~/a/**", "filesystem:write:~/ab/**", false],
    ["filesystem:read:~/a/**", "filesystem:write:~/a/**", false],
    ["database:write:./x.db", "database:read:./x.db", true],
    ["network:write:*.example.com", "network:read:api.example.com", true],
    ["network:read:*.example.com", "network:read:example.com", false],
    ["network:read:*.example.com", "network:read:evil-example.com", false],
    ["shell:execute:git,npm", "shell:execute:npm", true],
    ["shell:execute:git", "shell:execute:git,npm", false],
    ["shell:execute", "shell:execute:npm", true],
    ["shell:execute:npm", "shell:execute", false],
  ])("to %s for %s is %s", (grant, wanted, isEnough) => {
    const organisation = { ask: [wanted] };
    const states = statesOf([wanted], "verified", { grants: [grant], organisation });
    expect(states).toEqual([isEnough ? "granted" : "asks"]);
  });

  it("yields to the rules of an organisation", () => {
    const organisation = { deny: ["network:write", "filesystem:read:~/secret/**"] };
    const declared = ["network:write:a.example.com", "network:read", "filesystem:read:~/**"];
    expect(statesOf(declared, "verified", { organisation, grants: declared })).toEqual([
      "refused",
      "granted",
      "refused",
    ]);
    const rules = { allow: ["shell:execute:git"], limits: { cpuSeconds: 1 } };
    const given = decide(["shell:execute:git"], "community", { organisation: rules });
    expect(given.commands).toEqual(["git"]);
    expect(given.limits.cpuSeconds).toBe(1);
  });
});

describe("sentences", () => {
  it.each([
    ["filesystem:read:~/data/**", "Read files in `~/data`."],
    ["filesystem:write:./out/*.csv", "Read and write files that match `./out/*.csv`."],
    ["network:read:*.example.com", "Fetch from `*.example.com`."],
    ["network:write", "Fetch from and send to any host of the open network."],
    ["shell:execute:git,npm,gh", "Run `git`, `npm` and `gh`."],
    ["env:read:HOME_CITY", "Read the environment variable `HOME_CITY`."],
    ["database:write:./x.db", "Read and change the database `./x.db`."],
    ["mcp:connect:github", "Use the MCP server `github`."],
    ["network:none", "Reach nothing over the network."],
  ])("say %s to a person", (permission, sentence) => {
    expect(decide([permission], "verified").items[0]?.sentence).toBe(sentence);
  });
});
