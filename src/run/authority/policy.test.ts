import { describe, expect, it } from "vitest";
import { dialects, type TrustRules } from "../../skill/index.ts";
import { joinRules, policy, type PolicyRequest, listQuestions, readRules } from "./index.ts";

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
    ["mcp:connect", "unavailable", "unavailable", "unavailable"],
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

  it.each([
    `filesystem:read:./x/${" ".repeat(200)}/y`,
    "filesystem:read:./x\u00a0\u00a0y",
    "filesystem:read:./x\u2800y",
    `filesystem:read:./${"a/".repeat(300)}b`,
    `database:read:x://${"a".repeat(300)}`,
    `network:read:${"a.".repeat(300)}com`,
    `network:read:${Array.from({ length: 200 }, (_, index) => `h${index}.example.com`).join(",")}`,
    `shell:execute:${"a".repeat(300)}`,
  ])("[BX-14] gives nobody a scope that a person could not read: %.40s", (permission) => {
    const [item] = decide([permission], "verified", { grants: [permission] }).items;
    expect(["refused", "unavailable"]).toContain(item?.state);
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

  it.each(["bash", "git,sh", "zsh-5.9", "busybox", "pwsh"])(
    "[GA-07] gives an experimental skill no shell by the name %s",
    (names) => {
      const permission = `shell:execute:${names}`;
      const request = { allowsExperimental: true, grants: [permission] };
      expect(statesOf([permission], "experimental", request)).toEqual(["refused"]);
      expect(statesOf([permission], "verified")).toEqual(["granted"]);
    },
  );

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
    expect(listQuestions(before).map(({ permission }) => permission)).toEqual(declared.slice(0, 2));
    expect(before.commands).toEqual([]);
    const grants = ["shell:execute:git,npm", "filesystem:write:./out/**"];
    const after = decide(declared, "community", { grants });
    expect(listQuestions(after)).toEqual([]);
    expect(after.commands).toEqual(["git", "npm"]);
    expect(after.files).toEqual([{ pattern: "./out/**", access: "write", isDatabase: false }]);
  });
});

const SECRETS: readonly string[] = [
  "filesystem:read:~/.ssh/**",
  "filesystem:read:/home/you/.aws/credentials",
  "database:read:~/.config/google-chrome/Default/Cookies",
  "network:write:127.0.0.1:5432",
  "network:read:intranet",
  "env:read:CITY,AWS_SECRET_ACCESS_KEY",
];

describe("what a scope opens beyond the whole of its domain", () => {
  it.each(SECRETS)("[GA-06] is given to a community skill by a yes alone: %s", (permission) => {
    expect(statesOf([permission], "community")).toEqual(["asks"]);
    expect(statesOf([permission], "community", { grants: [permission] })).toEqual(["granted"]);
    expect(decide([permission], "community").environment.names).toEqual([]);
    expect(statesOf([permission], "verified")).toEqual(["granted"]);
  });

  it("[GA-06] is nothing for what the whole domain opens too", () => {
    const declared = ["filesystem:read:~/notes/**", "network:read:a.example.com", "env:read:CITY"];
    expect(statesOf(declared, "community")).toEqual(["granted", "granted", "granted"]);
  });
});

describe("secrets among the variables that a skill says it needs", () => {
  const variables = ["CITY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY"];
  const permission = "env:read:GITHUB_TOKEN,AWS_SECRET_ACCESS_KEY";
  const sentence = "Read the environment variables `GITHUB_TOKEN` and `AWS_SECRET_ACCESS_KEY`.";

  it("[BX-14] are asked for by their names, and given by a yes alone", () => {
    for (const tier of ["community", "experimental"]) {
      const before = decide([], tier, { variables });
      expect(before.items).toEqual([
        expect.objectContaining({ permission, sentence, state: "asks", by: "tier" }),
      ]);
      expect(before.environment.names).toEqual(["CITY"]);
      const after = decide([], tier, { variables, grants: [permission] });
      expect(after.environment.names).toEqual(variables);
    }
    const allowed = { variables, allowsExperimental: true };
    expect(decide([], "experimental", allowed).environment.names).toEqual(variables);
    expect(decide([], "verified", { variables }).environment.names).toEqual(variables);
  });

  it("[BX-14] are not asked for twice, and not where an organisation keeps them back", () => {
    const declared = ["env:read:GITHUB_TOKEN"];
    const organisation = { deny: ["env:read:AWS_SECRET_ACCESS_KEY"] };
    const found = decide(declared, "community", { variables, organisation });
    expect(found.items.map((item) => item.permission)).toEqual(declared);
    expect(found.environment.names).toEqual(["CITY"]);
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

describe("rules of an organisation", () => {
  const around = {
    homes: ["/home/me", "/data/me"],
    folders: ["/home/me/work"],
    realOf: (path: string) => path.replace(/^\/linked(?=\/|$)/u, "/data"),
  };

  it.each([
    ["shell:execute:git,curl", "shell:execute:git,npm", true],
    ["shell:execute:curl", "shell:execute:git,npm", false],
    ["network:read:a.com,c.com", "network:read:a.com,b.com", true],
    ["network:read:a.com:443", "network:read:a.com", true],
    ["network:read:a.com:8443", "network:read:a.com", false],
    ["network:read:a.com", "network:read:a.com:8443", true],
    ["network:read:api.example.com", "network:read:*.example.com", true],
    ["network:read:*.example.com", "network:read:*.api.example.com", true],
    ["network:read:*.example.com", "network:read:example.com", false],
    ["network:read:A.COM.", "network:read:a.com", true],
    ["network:read:10.0.0.1", "network:read:*", false],
    ["network:read:*", "network:read:93.184.215.14", true],
    ["network:write:*", "network:write:[2606:4700:4700::1111]:443", true],
    ["network:read:*:8443", "network:read:93.184.215.14", false],
    ["network:write", "network:read:a.com", false],
    ["network:read", "network:write:a.com", true],
    ["filesystem:read:~/private/**", "filesystem:read:/home/me/private/p.txt", true],
    ["filesystem:read:/data/me/private/**", "filesystem:read:~/private/p.txt", true],
    ["filesystem:read:~/private/**", "filesystem:read:/home/me/public/**", false],
    ["filesystem:read:~/work/data/**", "filesystem:read:./data/*.csv", true],
    ["filesystem:read:./data/z.csv", "filesystem:read:./data/*.csv", true],
    ["filesystem:read:./data/z.csv", "filesystem:read:./data/*.txt", false],
    ["filesystem:read:./data/z.csv", "filesystem:read:./data", true],
    ["filesystem:read:~/**/secret.txt", "filesystem:write:./notes/**", true],
    ["filesystem:read:./a[0-9].txt", "filesystem:read:./a7.*", true],
    ["filesystem:write:./x.db", "database:write:./x.db", true],
    ["filesystem:write:./x.db", "database:read:./x.db", false],
    ["database:write:./x.db", "filesystem:write:./**", true],
    ["filesystem:write", "database:write:~/.bashrc", true],
    ["filesystem:write", "database:write:./data/**", true],
    ["filesystem:write", "database:write:./x.db", false],
    ["filesystem:read", "database:write:./notes.txt", true],
    ["filesystem:read:/linked/secret/**", "filesystem:read:/data/secret/a", true],
    ["filesystem:read:/linked/secret/**", "filesystem:read:/data/public/a", false],
    ["env:read:A", "env:read", true],
  ])("that deny %s refuse %s: %s", (denied, wanted, isRefused) => {
    const organisation = { deny: [denied] };
    const states = statesOf([wanted], "verified", { organisation, around, grants: [wanted] });
    expect(states).toEqual([isRefused ? "refused" : "granted"]);
  });

  it("take paths for the same where nobody says what they stand for", () => {
    const organisation = { deny: ["filesystem:read:~/private/**"] };
    expect(statesOf(["filesystem:read:/x/private/p"], "verified", { organisation })).toEqual([
      "refused",
    ]);
  });

  it("keep a variable back that the skill says it needs", () => {
    const organisation = { deny: ["env:read:KEY"] };
    const given = decide([], "verified", { organisation, variables: ["KEY", "CITY"] });
    expect(given.environment.names).toEqual(["CITY"]);
  });

  it.each([{ deny: ["network:raed"] }, { ask: ["network:none"] }, { allow: ["shell:execute:/x"] }])(
    "that are misspelt are refused: %j",
    (organisation) => {
      expect(() => decide([], "verified", { organisation })).toThrow("cannot be");
    },
  );

  it("ask also for what only touches one of them, and give no more than the usual limits", () => {
    const organisation = { ask: ["filesystem:read:./data/z.csv"], limits: { processes: 100_000 } };
    const given = decide(["filesystem:read:./data/*.csv"], "verified", { organisation, around });
    expect(listQuestions(given)).toHaveLength(1);
    expect(given.limits.processes).toBe(256);
  });

  const trust = required(open);

  it.each([
    ["{", "not valid JSON"],
    ["[]", "must be an object"],
    ['{"dney":["network:read"]}', "key `dney`"],
    ['{"deny":"network:read"}', "`deny` must be a list"],
    ['{"deny":["network:read",1]}', "`deny[1]`"],
    ['{"ask":["network:read","network:raed"]}', "`ask[1]` cannot be `network:raed`"],
    ['{"limits":{"cpu":1}}', "`limits.cpu`"],
    ['{"limits":{"cpuSeconds":0}}', "`limits.cpuSeconds`"],
  ])("in a file that says %s name the place", (text, place) => {
    expect(() => readRules(text, trust, "policy.json")).toThrow(place);
  });

  it("of several files all hold", () => {
    const rules = [
      readRules('{"deny":["desktop:control"],"limits":{"cpuSeconds":9}}', trust, "a"),
      readRules('{"ask":["network:read"],"limits":{"cpuSeconds":5,"processes":7}}', trust, "b"),
    ];
    expect(joinRules(rules)).toEqual({
      deny: ["desktop:control"],
      ask: ["network:read"],
      allow: [],
      limits: { cpuSeconds: 5, processes: 7 },
    });
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
    [
      "mcp:connect:github,linear/search",
      "Use the MCP server `github` and the MCP tool `linear/search`, with what you are logged in to there.",
    ],
    ["network:none", "Reach nothing over the network."],
  ])("say %s to a person", (permission, sentence) => {
    expect(decide([permission], "verified").items[0]?.sentence).toBe(sentence);
  });
});
