/** Permissions that ask for more than was granted: by a scope, by a spelling, by a place that is closed to all. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { isPublicAddress } from "../../src/platform/network/index.ts";
import { meansLocalNetwork, ruleFor } from "../../src/platform/sandbox/host-rules.ts";
import type { Confinement } from "../../src/platform/sandbox/index.ts";
import {
  covers,
  isOpenVariable,
  policy,
  type SandboxPolicy,
} from "../../src/run/authority/index.ts";
import { confine } from "../../src/run/sandbox/confine.ts";
import { dialects } from "../../src/skill/index.ts";

const trust = dialects.find((dialect) => dialect.trust)?.trust;
if (trust === undefined) throw new Error("No dialect knows permissions.");
const rules = trust;

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}

// Not below /tmp, which is another folder in the sandbox where the whole machine is shown.
const root = realpathSync(mkdtempSync("/var/tmp/permissions-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const [home, folder, data] = ["home", "work", "data"].map((name) => join(root, name)) as [
  string,
  string,
  string,
];
const FILES = words(`
  home/notes/a.txt home/.ssh/id_rsa home/.aws/credentials home/.skillwright/keys/k work/a.txt work/x.db
  work/sub/b.txt work/.env data/state.db other/c.txt home/.cache/skillwright/p home/sshkeys/c data/packages/p.js
`).map((name) => join(root, name));
for (const file of FILES) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "x");
}
symlinkSync(data, join(home, "link"));
symlinkSync(root, join(folder, "up"));
const PATHS = [...FILES, "/etc/hostname", "/etc/shadow", "/usr/bin/env", "/tmp", "/run", "/proc"];

const around = { homes: [home], folders: [folder] };
const tiers = ["experimental", "verified"] as const;

/** What a skill has that declares one permission and is given it. */
function opening(text: string, tier: string): SandboxPolicy {
  const request = { declared: [text], grants: [text], tier, trust: rules, around };
  return policy({ ...request, allowsExperimental: true });
}

function confinementOf(given: SandboxPolicy): Confinement | undefined {
  try {
    const environment = { SKILLWRIGHT_CACHE_DIR: join(home, ".cache/skillwright") };
    return confine(given, { home, folder, environment }, { folders: [data] });
  } catch {
    // What is refused as a whole opens nothing.
    return undefined;
  }
}

const isBelow = (path: string, place: string): boolean =>
  path === place || path.startsWith(place === "/" ? "/" : `${place}/`);

/** 0: out of sight, 1: to be read, 2: to be written. */
function rightsFor(path: string, given: Confinement | undefined): number {
  const holder = given?.mounts
    .filter(({ path: from, at }) => isBelow(path, at ?? from))
    .toSorted((a, b) => (b.at ?? b.path).length - (a.at ?? a.path).length)[0];
  if (holder === undefined) return 0;
  const place = holder.at ?? holder.path;
  if (given?.hidden.some((item) => isBelow(path, item) && item.length > place.length)) return 0;
  if (place === "/" && /^\/(?:tmp|run|dev|proc)(?:\/|$)/u.test(path)) return 0;
  return holder.access === "write" ? 2 : 1;
}

const HOSTS: readonly (readonly [name: string, address: string])[] = [
  ["example.com", "93.184.215.14"],
  ["api.example.com", "93.184.215.14"],
  ["api.example.com", "10.0.0.7"],
  ["deep.api.example.com", "127.0.0.1"],
  ["notexample.com", "93.184.215.14"],
  ["localhost", "127.0.0.1"],
  ["localhost", "::1"],
  ["intranet", "192.168.1.1"],
  ["db.internal", "10.1.2.3"],
  ["127.1", "127.0.0.1"],
  ["2130706433", "127.0.0.1"],
  ...["127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "8.8.8.8"].map(
    (address) => [address, address] as const,
  ),
  ...["::1", "::ffff:127.0.0.1", "fe80::1", "fd00::1", "2606:4700:4700::1111"].map(
    (address) => [address, address] as const,
  ),
];
const PORTS = [80, 443, 8080, 3128, 22];

function reaches({ hosts }: SandboxPolicy, name: string, address: string, port: number): number {
  const rule = ruleFor(hosts, name, port);
  if (rule === undefined || !(isPublicAddress(address) || meansLocalNetwork(rule))) return 0;
  return rule.access === "write" ? 2 : 1;
}

const VARIABLES = [
  "SKILLWRIGHT_SECRET_KEY",
  "SECRET_KEY",
  "TZ",
  "GITHUB_TOKEN",
  "MY_SECRET",
  "AWS_PROFILE",
  "LD_PRELOAD",
  "LANGUAGE",
];

function shows({ environment }: SandboxPolicy, name: string): boolean {
  return environment.names.includes(name) || (environment.isOpen && isOpenVariable(name));
}

const part = fc.constantFrom(
  "",
  ...words(`
    notes .ssh id_rsa .aws link sub data .. ** * *.db x.db a.txt .skillwright .env up other state.db sshkeys
  `),
);
const start = fc.constantFrom("~", ".", root, home, folder, data);
const path = fc
  .oneof(
    { weight: 8, arbitrary: fc.tuple(start, fc.array(part, { maxLength: 3 })) },
    // No patterns here: a search through the whole machine takes its time.
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom("", "/etc", "/tmp", "/run", "/etc/ssh", "/var"),
        fc.constantFrom([], ["**"], ["hostname"], ["shadow"]),
      ),
    },
  )
  .map(([first, rest]) => [first, ...rest].join("/") || "/");
const level = fc.constantFrom("read", "write");
const host = fc.constantFrom(
  ...words(`
    * *.example.com *.com *.api.example.com EXAMPLE.com. api.example.com localhost intranet db.internal *.internal 127.1 2130706433
    127.0.0.1 10.0.0.1 169.254.169.254 8.8.8.8 [::1] [::ffff:127.0.0.1] [fe80::1] [2606:4700:4700::1111] 0.0.0.0 *.localhost
  `),
);
const address = fc
  .tuple(host, fc.constantFrom("", ":80", ":443", ":8080"))
  .map((parts) => parts.join(""));
const files = fc
  .tuple(fc.constantFrom("filesystem", "database"), level, fc.option(path))
  .map(([domain, access, scope]) => [domain, access, ...(scope === null ? [] : [scope])].join(":"));
const permission = fc.oneof(
  fc
    .tuple(level, fc.option(fc.array(address, { minLength: 1, maxLength: 2 })))
    .map(([access, scope]) => ["network", access, ...(scope === null ? [] : [scope.join(",")])]),
  fc
    .option(fc.subarray(VARIABLES, { minLength: 1 }))
    .map((scope) => ["env", "read", ...(scope === null ? [] : [scope.join(",")])]),
);
const text = fc.oneof(
  files,
  permission.map((parts) => parts.join(":")),
);

/** Spellings of names by which a pattern could reach what a rule closes. */
const spelling = fc.constantFrom(
  ...words(
    "notes .ssh sub data . ** * s** s**b/b.txt s*/** [s]ub su? {sub} b.txt x.db other w**ub w**ub/b.txt",
  ),
);
const spelled = fc
  .tuple(fc.constantFrom("~", ".", root, home, folder), fc.array(spelling, { maxLength: 3 }))
  .map(([first, rest]) => [first, ...rest].join("/"));

describe("a permission that an organisation denies", () => {
  it("[BX-14] opens no file that the rule names, however the skill spells it", () => {
    let refused = 0;
    const denied = fc.constantFrom(...FILES, join(folder, "sub/**"), join(root, "other/**"));
    fc.assert(
      fc.property(spelled, denied, (scope, closed) => {
        const wanted = `filesystem:read:${scope}`;
        const organisation = { deny: [`filesystem:read:${closed}`] };
        const request = { declared: [wanted], grants: [wanted], tier: "verified", trust: rules };
        const found = policy({ ...request, organisation, around });
        if (found.items[0]?.by === "organisation") refused += 1;
        const walls = confinementOf(found);
        const place = closed.replace(/\/\*\*$/u, "");
        const open = FILES.filter((file) => isBelow(file, place) && rightsFor(file, walls) > 0);
        expect([scope, closed, open]).toEqual([scope, closed, []]);
      }),
      { numRuns: 2000, seed: 14 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it.each([
    ["127.0.0.1", "127.0.0.1:5432"],
    ["127.0.0.1", "[::ffff:127.0.0.1]:5432"],
    ["127.0.0.1", "[::ffff:7f00:1]:5432"],
    ["127.0.0.1", "2130706433:5432"],
    ["127.0.0.1", "0x7f.1:5432"],
    ["127.0.0.1", "0.0.0.0:5432"],
    ["127.0.0.1", "127.9.9.9:5432"],
    ["127.0.0.1", "localhost:5432"],
    ["localhost:5432", "[::1]:5432"],
    ["[::1]", "[0:0:0:0:0:0:0:1]:5432"],
    ["10.0.0.5", "[::ffff:10.0.0.5]"],
    ["[::ffff:a00:5]", "10.0.0.5"],
    ["10.0.0.5", "167772165"],
    ["intranet", "INTRANET."],
  ])("[BX-14] reaches no address that the rule names: %s by %s", (closed, scope) => {
    const wanted = `network:read:${scope}`;
    const organisation = { deny: [`network:read:${closed}`] };
    const request = { declared: [wanted], grants: [wanted], tier: "verified", trust: rules };
    expect(policy({ ...request, organisation }).items[0]).toMatchObject({
      state: "refused",
      by: "organisation",
    });
  });

  it.each([
    ["10.0.0.5", "10.0.0.6"],
    ["127.0.0.1:5432", "localhost:5433"],
    ["127.0.0.1", "*.example.com"],
    ["*.example.com", "93.184.215.14"],
  ])("leaves others alone: %s and %s", (closed, scope) => {
    const wanted = `network:read:${scope}`;
    const organisation = { deny: [`network:read:${closed}`] };
    const request = { declared: [wanted], grants: [wanted], tier: "verified", trust: rules };
    expect(policy({ ...request, organisation }).items[0]?.state).toBe("granted");
  });
});

describe("processes and devices of the machine", () => {
  const wild = words("/pro? /pro[c] /de? /ru? /sy? /* /*/1 /d*/null /pro?/** /var/ru?");
  it.each(wild.map((scope) => [scope, folder] as const))(
    "[BX-14] are shown to no skill by the pattern %s",
    (scope, work) => {
      const found = opening(`filesystem:read:${scope}`, "verified");
      expect(machinery(found, work)).toEqual([]);
    },
  );

  it.each(words("./proc ./proc/** ./dev/null ./run ./* ./sys/**"))(
    "[BX-14] are shown to no skill by %s where somebody works in the root folder",
    (scope) => {
      expect(machinery(opening(`filesystem:read:${scope}`, "verified"), "/")).toEqual([]);
    },
  );

  /** What of them is mounted. */
  function machinery(found: SandboxPolicy, work: string): readonly string[] {
    try {
      const { mounts } = confine(found, { home, folder: work, environment: {} }, { folders: [] });
      return mounts.map(({ path: place }) => place).filter((place) => SHOWN.test(place));
    } catch (error) {
      expect(error).toMatchObject({ diagnostic: { code: "sandbox/bad-mount" } });
      return [];
    }
  }
  const SHOWN = /^\/(?:proc|sys|dev|run)(?:\/|$)/u;
});

describe("a permission for a whole folder", () => {
  it.each([
    ["./**", "./.git/**"],
    ["./**", "./sub/.git/hooks/post-checkout"],
    ["~/**", "~/.bashrc"],
    ["~/**", "~/.config/fish/**"],
    ["/srv/**", "/srv/x/.vscode/**"],
  ])("[BX-14] %s lets nobody write what programs start from it: %s", (whole, place) => {
    const [have, want] = [whole, place].map((scope) =>
      rules.readPermission(`filesystem:write:${scope}`),
    );
    const read = rules.readPermission(`filesystem:read:${place}`);
    if (have === undefined || want === undefined || read === undefined)
      throw new Error("No permission.");
    const context = { isExperimental: false, around };
    expect([covers(have, want, context), covers(have, read, context)]).toEqual([false, true]);
    expect(covers(want, want, context)).toBe(true);
  });
});

describe("a permission that covers another", () => {
  it("[BX-14] opens everything that the other opens, on concrete addresses, paths and variables", () => {
    let held = 0;
    fc.assert(
      fc.property(text, text, fc.constantFrom(...tiers), (granted, declared, tier) => {
        const [have, want] = [rules.readPermission(granted), rules.readPermission(declared)];
        if (have === undefined || want === undefined || have.domain !== want.domain) return;
        const isExperimental = tier === "experimental";
        if (!covers(have, want, { isExperimental, around })) return;
        held += 1;
        const [all, some] = [opening(granted, tier), opening(declared, tier)];
        const [walls, inner] = [confinementOf(all), confinementOf(some)];
        for (const file of PATHS)
          expect([file, rightsFor(file, walls)]).toEqual([
            file,
            Math.max(rightsFor(file, walls), rightsFor(file, inner)),
          ]);
        for (const [name, at] of HOSTS)
          for (const port of PORTS)
            expect([name, at, port, reaches(all, name, at, port)]).toEqual([
              name,
              at,
              port,
              Math.max(reaches(all, name, at, port), reaches(some, name, at, port)),
            ]);
        expect(VARIABLES.filter((name) => shows(some, name) && !shows(all, name))).toEqual([]);
      }),
      { numRuns: 6000, seed: 14 },
    );
    // Otherwise nothing was tried.
    expect(held).toBeGreaterThan(150);
  });

  it("[BX-14] closes what this program keeps, whatever is granted and however it is named", () => {
    const own = [data, join(home, ".skillwright"), join(home, ".cache/skillwright")];
    const closed = PATHS.filter((file) => own.some((place) => isBelow(file, place)));
    expect(closed).toHaveLength(4);
    fc.assert(
      fc.property(files, files, fc.constantFrom(...tiers), (one, other, tier) => {
        const request = {
          declared: [one, other],
          grants: [one, other],
          tier,
          trust: rules,
          around,
        };
        const walls = confinementOf(policy({ ...request, allowsExperimental: true }));
        for (const file of closed) expect([one, other, rightsFor(file, walls)]).toContain(0);
      }),
      { numRuns: 250, seed: 14 },
    );
  });

  it.each(tiers)("[BX-14] gives no key of this program to a skill, %s or not", (tier) => {
    const declared = ["env:read", "env:read:SKILLWRIGHT_SECRET_KEY"];
    const variables = ["SKILLWRIGHT_SECRET_KEY"];
    const request = {
      declared,
      grants: declared,
      variables,
      trust: rules,
      allowsExperimental: true,
    };
    expect(shows(policy({ ...request, tier }), "SKILLWRIGHT_SECRET_KEY")).toBe(false);
  });

  it.each([
    ["network:read", "network:read:127.0.0.1:8080"],
    ["network:read", "network:read:127.0.0.1"],
    ["network:write", "network:read:localhost"],
    ["network:read", "network:read:[::1]"],
    ["network:read", "network:read:[::ffff:10.0.0.1]"],
    ["network:read", "network:read:169.254.169.254"],
    ["network:read", "network:read:8.8.8.8"],
    ["network:read", "network:read:intranet"],
    ["network:read", "network:read:2130706433"],
    ["network:read", "network:read:db.internal"],
    ["network:read", "network:read:example.com:22"],
    ["network:read:*", "network:read:example.com:22"],
    ["network:read:*.internal", "network:read:db.internal"],
    ["network:read:example.com", "network:read:example.com,127.0.0.1"],
    ["filesystem:read", "filesystem:read:/srv/data/**"],
    ["filesystem:read", "filesystem:read:~/**"],
    ["filesystem:read", "filesystem:read:/etc/passwd"],
    ["filesystem:read", "filesystem:read:./.ssh/id_rsa"],
    ["filesystem:read:~/**", "filesystem:read:~/.ssh/id_rsa"],
    ["filesystem:read:~/**", "filesystem:read:~/.aws"],
    ["filesystem:read:/**", "filesystem:read:/home/somebody/.ssh/**"],
    ["filesystem:read:/**", "filesystem:read:/etc/shadow"],
    ["filesystem:read:/**", "filesystem:read:/tmp/**"],
    ["filesystem:read:./**", "filesystem:read:./../x"],
    ["filesystem:read:./data/**", "filesystem:read:./database/**"],
    ["database:read", "database:read:~/notes.db"],
    ["database:write", "database:write:/srv/data/state.db"],
    ["database:read", "database:read:./sub/x.db"],
    ["env:read", "env:read:GITHUB_TOKEN"],
    ["env:read", "env:read:OPENAI_API_KEY"],
  ])("[BX-14] is not %s for %s, by --allow and by an organisation alike", (granted, declared) => {
    const request = { declared: [declared], tier: "experimental", trust: rules };
    const ways = [
      { ...request, grants: [granted] },
      { ...request, grants: [granted], around },
      { ...request, organisation: { allow: [granted] } },
    ];
    expect(ways.map((way) => policy(way).items[0]?.state)).not.toContain("granted");
  });

  it.each([
    ["network:read", "network:read:example.com"],
    ["network:read", "network:read:*.example.com:443,example.com:80"],
    ["network:write:*.example.com", "network:read:api.example.com"],
    ["network:read:127.0.0.1:8080", "network:read:127.0.0.1:8080"],
    ["filesystem:read", "filesystem:read:./sub/**"],
    ["filesystem:write", "filesystem:read"],
    ["filesystem:read:~/**", "filesystem:read:~/notes/a.txt"],
    ["filesystem:read:~/.ssh/**", "filesystem:read:~/.ssh/id_rsa"],
    ["filesystem:read:/**", "filesystem:read:/srv/data/**"],
    ["database:write", "database:read:./notes.db"],
    ["shell:execute:git,gh", "shell:execute:git"],
  ])("is %s for %s", (granted, declared) => {
    const request = { declared: [declared], grants: [granted], tier: "experimental", trust: rules };
    expect(policy(request).items[0]).toMatchObject({ state: "granted", by: "user" });
  });
});
