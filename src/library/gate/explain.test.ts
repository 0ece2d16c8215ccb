import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  aroundOf,
  candidateOf,
  consider,
  dialectNamed,
  skillText,
} from "../../../test/support/library.ts";
import type { Dialect, Json } from "../../skill/index.ts";
import { promptSkills, renderPrompt } from "../prompt/index.ts";
import {
  explain,
  type Explanation,
  type HostView,
  reasonCodes,
  formatReason,
  selectSkills,
  type GateInput,
} from "./index.ts";

const gsv = dialectNamed("gsv");
const document = dialectNamed("openclaw");
const release = dialectNamed("openclaw@2026.9");
const SEED = 20261115;
const SECRET = "sk-planted-0123456789";

function why(
  dialect: Dialect,
  text: string,
  input: Partial<GateInput> = {},
  place: Parameters<typeof candidateOf>[2] = {},
): Explanation {
  return explain(consider(dialect, text, input, place), aroundOf(dialect, input));
}

function gated(block: Json, more: { readonly [key: string]: Json } = {}): string {
  return skillText({
    name: "nano-banana",
    description: "It.",
    ...more,
    metadata: { openclaw: block },
  });
}

function remedies({ reasons }: Explanation): readonly unknown[] {
  return reasons.flatMap((reason) => reason.remedies);
}

const linux: HostView = { id: "this", platform: "linux", bins: { brew: true } };

describe("words", () => {
  it("[BX-03] every reason is a sentence", () => {
    for (const code of reasonCodes) {
      const reason = { code, names: ["a", "b", "c"], winner: "x/SKILL.md" };
      expect(formatReason(reason), code).toMatch(/^[A-Z`].*\.$/s);
      expect(formatReason({ ...reason, isOfHosts: true }), code).toMatch(/^[A-Z`].*\.$/s);
    }
  });

  it("[BX-03] names the host, what was wanted and what was there", () => {
    const text = skillText({
      name: "t",
      metadata: { gsv: { requires: { os: ["darwin"], bins: ["gh"], config: ["a.b"] } } },
    });
    const hosts = [{ id: "pi", os: "linux", bins: { gh: false } }];
    const { reasons, steps } = why(gsv, text, { hosts, config: { a: { b: "" } } });
    expect(reasons.map(({ say, asSystem }) => [say, asSystem])).toEqual([
      ["It runs on `darwin` only.", "requires os: darwin"],
      ["No host that is left has `gh` installed.", "requires bins: gh"],
      ["`a.b` is not true in the configuration.", "requires config: a.b"],
    ]);
    expect(steps).toEqual([
      { stage: "read", check: "file", wanted: [], found: "a skill", isPassed: true },
      {
        stage: "switches",
        check: "enabled",
        wanted: ["t"],
        found: "not switched off",
        isPassed: true,
      },
      {
        stage: "requirements",
        check: "os",
        host: "pi",
        wanted: ["darwin"],
        found: "linux",
        isPassed: false,
      },
      {
        stage: "requirements",
        check: "bins",
        host: "pi",
        wanted: ["gh"],
        found: "gh: not there",
        isPassed: false,
      },
      {
        stage: "requirements",
        check: "config",
        wanted: ["a.b"],
        found: "empty text",
        isPassed: false,
      },
    ]);
  });

  it("[BX-03] tells what `always` skips", () => {
    const { steps } = why(release, gated({ always: true, os: ["linux"] }), { hosts: [linux] });
    expect(steps.map(({ check, found }) => [check, found])).toEqual([
      ["file", "a skill"],
      ["enabled", "not switched off"],
      ["always", "true, skips all but os"],
      ["os", "linux"],
    ]);
  });
});

describe("remedies", () => {
  it("[BX-03] a switch is turned in the syntax of the system", () => {
    const entries = { "nano-banana": { enabled: false } };
    expect(remedies(why(release, gated({}), { config: { skills: { entries } } }))).toEqual([
      {
        say: "Switch it on.",
        config: {
          file: "~/.openclaw/openclaw.json",
          text: '{ skills: { entries: { "nano-banana": { enabled: true } } } }',
        },
      },
    ]);
    const text = skillText({ name: "it's" });
    expect(remedies(why(gsv, text, { entries: { "it's": { enabled: false } } }))).toEqual([
      {
        say: "Switch it on.",
        config: {
          text: `gsv config set 'skills.entries.it'\\''s' '{"enabled":true}'`,
        },
      },
    ]);
  });

  it("[BX-03] a variable is set in the environment or given in the configuration", () => {
    const block = { primaryEnv: "KEY", requires: { env: ["KEY", "HOST"] } };
    const texts = remedies(why(document, gated(block), { hosts: [linux] }));
    expect(texts).toMatchObject([
      { say: "Set `KEY` in the environment." },
      { config: { text: '{ skills: { entries: { "nano-banana": { apiKey: "<value>" } } } }' } },
      { say: "Set `HOST` in the environment." },
      {
        config: {
          text: '{ skills: { entries: { "nano-banana": { env: { HOST: "<value>" } } } } }',
        },
      },
    ]);
  });

  it("[BX-03] a path of the configuration is set to true", () => {
    const block = { requires: { config: ["tools.web-search.enabled"] } };
    expect(remedies(why(release, gated(block), { hosts: [linux] }))).toMatchObject([
      { config: { text: '{ tools: { "web-search": { enabled: true } } }' } },
    ]);
  });

  it("[BX-03] [OC-11] the installer that the system prefers is named", () => {
    const install = [
      { kind: "node", package: "gh-cli", bins: ["gh"] },
      { kind: "brew", formula: "gh", bins: ["gh"] },
      { kind: "uv", package: "other", bins: ["other"] },
    ];
    const text = gated({ requires: { bins: ["gh"] }, install });
    expect(remedies(why(document, text, { hosts: [linux] }))).toEqual([
      { say: "Install `gh`.", command: "brew install gh" },
    ]);
    const config = { skills: { install: { nodeManager: "pnpm" } } };
    const bare = { id: "this", platform: "linux" };
    expect(remedies(why(document, text, { hosts: [bare], config }))).toEqual([
      { say: "Install `gh`.", command: "pnpm add -g --ignore-scripts gh-cli" },
    ]);
  });

  it("[BX-03] [OC-11] the installer is chosen by the programs that are there", () => {
    const install = [
      { id: "b", kind: "brew", formula: "foo", bins: ["foo"] },
      { id: "n", kind: "node", package: "foo", bins: ["foo"] },
      { id: "u", kind: "uv", package: "foo", bins: ["foo"] },
    ];
    const text = gated({ requires: { bins: ["foo"] }, install });
    const mac: HostView = { id: "mac", platform: "darwin", bins: { foo: false } };
    const having = (...names: readonly string[]): Partial<GateInput> => ({
      hosts: [mac],
      hasProgram: (name) => names.includes(name),
    });
    const withBrew = [{ say: "Install `foo`.", command: "brew install foo" }];
    expect(remedies(why(document, text, having("brew", "uv", "npm")))).toEqual(withBrew);
    expect(remedies(why(release, text, having("brew", "uv", "npm")))).toEqual(withBrew);
    expect(remedies(why(release, text, having("uv")))).toEqual([
      { say: "Install `foo`.", command: "uv tool install foo" },
    ]);
    expect(remedies(why(release, text, having("npm")))).toEqual([
      {
        say: "Install `foo`; the installer `u` cannot be followed, since `uv` is not there.",
      },
    ]);
    const withUv = gated({ requires: { bins: ["foo"] }, install: install.slice(2) });
    expect(remedies(why(release, withUv, having("brew")))).toEqual([
      { say: "Install `foo`.", command: "brew install uv && uv tool install foo" },
    ]);
  });

  it("[BX-03] [OC-10] a system under another name is to be renamed in the file", () => {
    const mac: HostView = { id: "this", platform: "darwin" };
    const rename = {
      say: "Write `darwin` in place of `macos` in the file, as the system compares it.",
    };
    const text = gated({ os: ["macos"] });
    expect(remedies(why(document, text, { hosts: [mac] }))).toEqual([rename]);
    expect(remedies(why(document, text, { hosts: [linux] }))).toEqual([
      rename,
      { say: "Connect a `darwin` node that allows commands and has its programs." },
    ]);
    expect(remedies(why(document, gated({ os: ["win32"] }), { hosts: [linux] }))).toEqual([
      { say: "Use it on a machine that runs `win32`." },
    ]);
  });

  it("[BX-03] [OC-10] no setting is proposed for a path that leads nowhere", () => {
    const text = gated({ requires: { config: ["__proto__.x"] } });
    expect(remedies(why(document, text, { hosts: [linux] }))).toEqual([
      { say: "Remove `__proto__.x` from the file: no configuration can ever satisfy this path." },
    ]);
  });

  it.each([
    { kind: "brew", formula: "gh; rm -rf ~", bins: ["gh"] },
    { kind: "brew", formula: "--evil" },
    { kind: "download", url: "http://example.com/gh.zip" },
    { kind: "go", module: "example.org/gh" },
  ])("[BX-03] [OC-11] nothing of %j is proposed, which would never be followed", (spec) => {
    const text = gated({ requires: { bins: ["gh"] }, install: [spec] });
    expect(remedies(why(document, text, { hosts: [linux] }))).toEqual([
      {
        say: `Install \`gh\` yourself; the installer \`${spec.kind}-0\` is malformed and never followed.`,
      },
    ]);
  });

  it("[BX-03] the host that lacks the least is the one to mend", () => {
    const text = skillText({
      name: "t",
      metadata: { gsv: { requires: { os: ["linux"], bins: ["a", "b"] } } },
    });
    const hosts = [
      { id: "mac", os: "darwin", bins: {} },
      { id: "pi", os: "linux", bins: { a: true, b: false } },
    ];
    expect(remedies(why(gsv, text, { hosts }))).toEqual([
      { say: "Install `b` on the host `pi`, so that it is found on the `PATH`." },
    ]);
  });

  it("[BX-03] [GSV-14] two hosts that fit by half are told what each of them lacks", () => {
    const text = skillText({
      name: "t",
      metadata: { gsv: { requires: { env: ["KEY"], bins: ["gh"], anyBins: ["jq", "yq"] } } },
    });
    const hosts = [
      { id: "a", env: ["KEY"], bins: { gh: false, jq: true } },
      { id: "b", env: [], bins: { gh: true, yq: true } },
      { id: "c", env: [], bins: { gh: false, jq: false, yq: false } },
    ];
    const { reasons, missing, missingOn } = why(gsv, text, { hosts });
    expect(reasons.map(({ code }) => code)).toEqual(["missing-bin", "missing-any-bin"]);
    expect(reasons.flatMap(({ remedies: found }) => found)).toEqual([
      { say: "Install `gh` on the host `a`, so that it is found on the `PATH`." },
      { say: "Or use the host `b`: set `KEY`." },
      { say: "Or use the host `c`: set `KEY`, and install `gh`, and install `jq` or `yq`." },
    ]);
    expect(missing).toBeUndefined();
    expect(missingOn).toEqual([
      { host: "a", missing: { bins: ["gh"] } },
      { host: "b", missing: { env: ["KEY"] } },
      { host: "c", missing: { env: ["KEY"], bins: ["gh"], anyBins: ["jq", "yq"] } },
    ]);
  });

  it("[BX-03] [GSV-14] a list that only another host meets is named as well", () => {
    const text = skillText({
      name: "t",
      metadata: { gsv: { requires: { capabilities: ["shell.exec"], env: ["KEY"], bins: ["gh"] } } },
    });
    const hosts = [
      { id: "box", capabilities: ["shell.exec"], env: [], bins: { gh: true } },
      { id: "tv", capabilities: [], env: ["KEY"], bins: { gh: true } },
    ];
    expect(remedies(why(gsv, text, { hosts }))).toEqual([{ say: "Set `KEY` on the host `box`." }]);
    const others = hosts.slice(1);
    expect(remedies(why(gsv, text, { hosts: others }))).toEqual([
      { say: "Connect a host that offers `shell.exec`." },
    ]);
  });

  it("[BX-03] [GSV-14] nothing is to be installed where nobody has looked for it", () => {
    const text = skillText({ name: "t", metadata: { gsv: { requires: { bins: ["gh", "jq"] } } } });
    const hung = { id: "pi", bins: { jq: false } };
    const { reasons, missingOn } = why(gsv, text, { hosts: [hung] });
    expect(reasons.flatMap(({ remedies: found }) => found)).toEqual([
      { say: "Install `jq` on the host `pi`, so that it is found on the `PATH`." },
      { say: "Ask the host `pi` again: it has not said whether it has `gh`." },
    ]);
    expect(missingOn).toEqual([{ host: "pi", missing: { bins: ["gh", "jq"] }, unknown: ["gh"] }]);
    const described = { id: "pi", bins: {}, namesAllBins: true };
    expect(remedies(why(gsv, text, { hosts: [described] }))).toEqual([
      { say: "Install `gh` and `jq` on the host `pi`, so that it is found on the `PATH`." },
    ]);
  });

  it("[BX-03] [OC-17] a node that is there is told what it lacks", () => {
    const text = gated({ os: ["darwin"], requires: { bins: ["memo"] } });
    const mac = { id: "mac", platform: "darwin", allowsCommands: true, isConnected: true };
    const first = (node: HostView): unknown =>
      why(release, text, { hosts: [linux, node] }).reasons[0]?.remedies;
    expect(first({ ...mac, bins: { memo: false } })).toEqual([
      { say: "Install `memo` on the node `mac`." },
    ]);
    expect(first({ ...mac, bins: {} })).toEqual([
      { say: "Ask the node `mac` again: it has not said whether it has `memo`." },
    ]);
    expect(first({ ...mac, allowsCommands: false })).toEqual([
      { say: "Allow commands on the node `mac`." },
    ]);
    expect(first({ ...mac, isConnected: false })).toEqual([
      { say: "Connect the node `mac` again." },
    ]);
  });

  it("[BX-03] allow lists are shown with the name added", () => {
    const config = { skills: { allowBundled: ["other"] } };
    const place = { source: "openclaw-bundled" };
    expect(remedies(why(release, gated({}), { config }, place))).toMatchObject([
      { config: { text: '{ skills: { allowBundled: ["other", "nano-banana"] } }' } },
    ]);
  });

  it("[BX-03] [OC-08] a hidden skill names the field that hides it", () => {
    const { isEligible, isOfferedToModel, reasons } = why(
      release,
      gated({}, { "disable-model-invocation": true }),
    );
    expect({ isEligible, isOfferedToModel }).toEqual({ isEligible: true, isOfferedToModel: false });
    expect(reasons[0]).toMatchObject({
      code: "hidden-from-model",
      remedies: [{ say: "Remove the field `disable-model-invocation` to show it to the model." }],
    });
  });

  it("[BX-03] unreadable files lead to lint", () => {
    expect(why(release, "---\nname: a\n---\n", {}, { path: "s/a/SKILL.md" }).reasons).toMatchObject(
      [
        {
          code: "unreadable",
          say: "Missing required field `description` in the frontmatter.",
          remedies: [{ command: "skillwright lint s/a/SKILL.md" }],
        },
      ],
    );
  });

  it("[BX-03] [GSV-03] folders are told as what decides, where they do", () => {
    const files = ["agent", "global"].map((source) =>
      candidateOf(gsv, skillText({ name: source, description: "It." }), {
        source,
        path: `${source}/a/SKILL.md`,
      }),
    );
    const context = aroundOf(gsv);
    const [hidden] = selectSkills(files, context).others;
    expect(hidden && explain(hidden, context).reasons).toMatchObject([
      {
        say: "Another skill in a folder named `a` takes its place: agent/a/SKILL.md.",
        remedies: [{ say: "Give its folder another name, or remove agent/a/SKILL.md." }],
      },
    ]);
  });

  it("[BX-03] lint is given the file where it lies, whatever the system calls it", () => {
    const place = { path: "skills/a/SKILL.md", root: "/my skills", folder: "a" };
    expect(why(release, "---\nname: a\n---\n", {}, place).reasons).toMatchObject([
      { remedies: [{ command: "skillwright lint '/my skills/a/SKILL.md'" }] },
    ]);
  });

  it("[BX-03] [OC-18] what the prompt cuts is told with the limit that would keep it", () => {
    const files = ["a", "b"].map((name) =>
      candidateOf(release, skillText({ name, description: "It." }), { path: `s/${name}/SKILL.md` }),
    );
    const context = aroundOf(release);
    const selection = selectSkills(files, context);
    const listing = release.listing;
    if (listing === undefined) throw new Error("The release lists its skills.");
    const prompt = renderPrompt(promptSkills(selection, context), listing, { maxSkills: 1 });
    const [first, second] = selection.skills.map((item) => explain(item, context, prompt));
    expect(first?.steps.at(-1)).toMatchObject({ stage: "prompt", found: "shown in full" });
    expect(second).toMatchObject({
      isEligible: true,
      isOfferedToModel: false,
      reasons: [
        {
          code: "cut-by-count",
          remedies: [{ config: { text: "{ skills: { limits: { maxSkillsInPrompt: 2 } } }" } }],
        },
      ],
    });
  });
});

const names = fc.subarray(["gh", "jq", "uv"]);
const variables = fc.subarray(["KEY", "HOST"]);
const requires = fc.record(
  {
    bins: names,
    anyBins: names,
    env: variables,
    config: fc.subarray(["a.b", "a.c", "skills.entries.tester.apiKey"]),
    os: fc.subarray(["linux", "darwin"]),
    hostRoles: fc.subarray(["execution", "nonsense"]),
    capabilities: fc.subarray(["shell.exec", "text.search"]),
  },
  { requiredKeys: [] },
);
const hosts = fc.array(
  fc.record({
    platform: fc.constantFrom("linux", "darwin"),
    role: fc.constantFrom("execution", "specialized"),
    capabilities: fc.subarray(["shell.exec", "text.search"]),
    bins: names.map((found) => Object.fromEntries(found.map((name) => [name, true]))),
    env: variables,
    allowsCommands: fc.boolean(),
    isConnected: fc.boolean(),
  }),
  { maxLength: 3 },
);
const entry = fc.record(
  {
    enabled: fc.boolean(),
    always: fc.boolean(),
    apiKey: fc.constant(SECRET),
    env: fc.constant({ HOST: SECRET }),
    requires,
  },
  { requiredKeys: [] },
);
const worlds = fc.record({
  requires,
  isAlways: fc.boolean(),
  hosts,
  entry: fc.option(entry),
  environment: variables.map((set) => Object.fromEntries(set.map((name) => [name, SECRET]))),
  value: fc.constantFrom(true, false, SECRET, 0),
  source: fc.constantFrom("bundled", "openclaw-bundled", "workspace", "global"),
  allow: fc.option(fc.constantFrom([], ["tester"], ["other"])),
});

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

function build(dialect: Dialect, world: World) {
  const list = world.requires.os ?? [];
  const block = {
    requires: world.requires,
    os: list,
    always: world.isAlways,
    primaryEnv: "KEY",
    install: [{ kind: "brew", formula: "gh", bins: ["gh"] }],
  };
  const text = skillText({
    name: "tester",
    description: "Tests.",
    always: world.isAlways,
    metadata: { openclaw: block },
  });
  const entries = world.entry === null ? {} : { tester: world.entry };
  const skills = { entries, ...(world.allow === null ? {} : { allowBundled: world.allow }) };
  const input = {
    hosts: world.hosts.map((host, index) => ({ ...host, id: `h${index}` })),
    environment: world.environment,
    // Undefined values of optional keys are no JSON; the way through text drops them.
    config: JSON.parse(JSON.stringify({ a: { b: world.value }, skills })),
  };
  return {
    context: aroundOf(dialect, input),
    candidate: candidateOf(dialect, text, { source: world.source }),
  };
}

describe("explaining and gating", () => {
  const all = ["gsv", "gsv@code", "openclaw", "openclaw@2026.9"].map(
    (id) => [id, dialectNamed(id)] as const,
  );

  it.each(all)("[BX-03] never disagree in %s", (_id, dialect) => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { context, candidate } = build(dialect, world);
        const [plain] = selectSkills([candidate], context).skills;
        const [told] = selectSkills([candidate], context, { keepsSteps: true }).skills;
        const { steps, ...rest } = told?.verdict ?? {};
        expect(rest).toEqual(plain?.verdict);
        const failed = steps?.some(({ isPassed }) => !isPassed) ?? false;
        if (plain?.verdict.isEligible === false) expect(failed).toBe(true);
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it.each(all)("[OC-20] never show a secret in %s", (_id, dialect) => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { context, candidate } = build(dialect, world);
        const [told] = selectSkills([candidate], context, { keepsSteps: true }).skills;
        if (told === undefined) throw new Error("The skill was not considered.");
        expect(JSON.stringify(explain(told, context))).not.toContain(SECRET);
        expect(JSON.stringify(told.verdict)).not.toContain(SECRET);
      }),
      { seed: SEED, numRuns: 400 },
    );
  });
});
