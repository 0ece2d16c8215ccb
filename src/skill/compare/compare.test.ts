import { describe, expect, it } from "vitest";
import { readSkill } from "../read-skill.ts";
import { compareSkills, judgeRelease, type Release, versionBefore } from "./index.ts";

function gaia(version: string, lines: string): Release {
  const text = `---\nname: mail\nversion: ${version}\ndescription: Reads mail. Use it for letters.\nauthor: ann\nlicense: MIT\nsecurity_tier: community\n${lines}\n---\n\n# Mail\n`;
  return read(version, text);
}

function claude(version: string, lines: string): Release {
  return read(
    version,
    `---\nname: mail\ndescription: Reads mail. Use it for letters.\n${lines}\n---\n\n# Mail\n`,
  );
}

function read(version: string, text: string): Release {
  const { value } = readSkill(text, { path: "mail/SKILL.md" });
  if (value === undefined) throw new Error("not read");
  return { version, skill: value.skill, dialect: value.dialect };
}

const FETCH =
  "tools:\n  - name: fetch\n    description: Fetches.\n    parameters:\n      box: { type: string, required: true }";

function asked(before: string, after: string): readonly string[] {
  return compareSkills(gaia("1.0.0", before), gaia("1.0.1", after)).map(
    ({ level, message }) => `${level}: ${message}`,
  );
}

describe("compareSkills", () => {
  it.each([
    [
      `permissions: ["network:read"]\n${FETCH}`,
      `permissions: ["network:read", "shell:execute"]\n${FETCH.replaceAll("fetch", "load")}`,
      [
        "major: Asks for the permission `shell:execute`.",
        "major: Removes the tool `fetch`.",
        "minor: Adds the tool `load`.",
      ],
    ],
    [
      `permissions: ["network:write"]\n${FETCH}`,
      `permissions: ["network:read"]\n${FETCH}`,
      ["patch: No longer asks for the permission `network:write`."],
    ],
    [
      `permissions: ["network:read"]\n${FETCH}`,
      `permissions: ["network:read:api.example.com"]\n${FETCH}`,
      ["patch: No longer asks for the permission `network:read`."],
    ],
    [
      `permissions: ["network:read:*.example.com"]\n${FETCH}`,
      `permissions: ["network:read:localhost"]\n${FETCH}`,
      [
        "major: Asks for the permission `network:read:localhost`.",
        "patch: No longer asks for the permission `network:read:*.example.com`.",
      ],
    ],
    [
      `permissions: ["filesystem:read"]\n${FETCH}`,
      `permissions: ["filesystem:read:~/.ssh/**"]\n${FETCH}`,
      [
        "major: Asks for the permission `filesystem:read:~/.ssh/**`.",
        "patch: No longer asks for the permission `filesystem:read`.",
      ],
    ],
    [
      `permissions: ["filesystem:write:./out/**"]\n${FETCH}`,
      `permissions: ["filesystem:write:./out/../../x"]\n${FETCH}`,
      [
        "major: Asks for the permission `filesystem:write:./out/../../x`.",
        "patch: No longer asks for the permission `filesystem:write:./out/**`.",
      ],
    ],
    [`permissions: []\n${FETCH}`, `permissions: ["shell:none"]\n${FETCH}`, []],
    [
      `permissions: []\n${FETCH}`,
      `permissions: []\n${FETCH}\n      since: { type: string, required: true }`,
      ["major: Requires the parameter `since` of the tool `fetch`, which is new."],
    ],
    [
      `permissions: []\n${FETCH}`,
      `permissions: []\n${FETCH}\n      since: { type: string, required: true, default: now }`,
      ["minor: Adds the parameter `since` of the tool `fetch`."],
    ],
    [
      `permissions: []\n${FETCH}`,
      `permissions: []\n${FETCH.replace("type: string", "type: integer")}`,
      ["major: The parameter `box` of the tool `fetch` has the type `integer` (before: `string`)."],
    ],
    [
      `permissions: []\n${FETCH}\nrequirements: { python: ">=3.9", env_vars: [A] }`,
      `permissions: []\n${FETCH}\nrequirements: { python: ">=3.10", env_vars: [A, B] }`,
      [
        "major: Needs `B` (environment variables).",
        "major: Asks for the Python version `>=3.10` (before: `>=3.9`).",
      ],
    ],
    [
      `permissions: []\n${FETCH}\nrequirements: { model: ">=7B" }`,
      `permissions: []\n${FETCH}\nrequirements: { model: ">=900M" }`,
      ["patch: Asks for the minimum model size `>=900M` (before: `>=7B`)."],
    ],
    [
      `permissions: []\n${FETCH}\ntags: [a]`,
      `permissions: []\n${FETCH}\ntags: [b]`,
      ["patch: Changes the tags."],
    ],
  ])("[GA-20] compares %j with %j", (before, after, changes) => {
    expect(asked(before, after)).toEqual(changes);
  });

  it("[GA-20] takes tools without asking, hooks and who is offered a skill into account", () => {
    const before = claude("1.0.0", "allowed-tools: Read, Bash(git log)\nuser-invocable: true");
    const after = claude(
      "1.0.1",
      "allowed-tools: Read, Bash\nuser-invocable: false\nhooks:\n  Stop:\n    - hooks: [{ type: command, command: ls }]",
    );
    expect(compareSkills(before, after)).toMatchObject([
      { level: "major", isWider: true, message: "Uses `Bash` without asking." },
      { level: "major", isWider: true, message: "Runs other commands on `Stop`." },
      { level: "major", message: "Is no longer offered to users." },
    ]);
    expect(compareSkills(after, before).filter(({ level }) => level === "major")).toEqual([]);
  });

  it("[GA-20] takes the order of keys for nothing", () => {
    const a = "    returns: { type: object, of: string }";
    const b = "    returns: { of: string, type: object }";
    expect(asked(`permissions: []\n${FETCH}\n${a}`, `permissions: []\n${FETCH}\n${b}`)).toEqual([]);
  });
});

describe("judgeRelease", () => {
  const breaking = "permissions: []\ntools: [{ name: other, description: Other. }]";
  const adding = `permissions: []\n${FETCH}\n  - { name: other, description: Other. }`;
  const base = `permissions: []\n${FETCH}`;

  it.each([
    [
      "1.2.3",
      "1.2.4",
      breaking,
      { needs: "major", proposed: "2.0.0", isHonest: false, isBreach: true },
    ],
    [
      "1.2.3",
      "1.3.0",
      breaking,
      { needs: "major", proposed: "2.0.0", isHonest: false, isBreach: true },
    ],
    ["1.2.3", "2.0.0-rc.1", breaking, { needs: "major", isHonest: true, isBreach: false }],
    [
      "1.2.3",
      "1.2.4",
      adding,
      { needs: "minor", proposed: "1.3.0", isHonest: false, isBreach: false },
    ],
    ["1.2.3", "1.3.0", adding, { needs: "minor", isHonest: true }],
    ["1.2.3", "1.2.4", base, { needs: "patch", proposed: "1.2.4", isHonest: true, changes: [] }],
    [
      "0.1.0",
      "0.1.1",
      breaking,
      { needs: "major", proposed: "0.2.0", isHonest: false, isBreach: true },
    ],
    ["0.1.0", "0.2.0", breaking, { needs: "major", isHonest: true }],
    ["0.1.0", "0.1.1", adding, { needs: "minor", proposed: "0.1.1", isHonest: true }],
    ["1.0.0-rc.1", "1.0.0-rc.2", breaking, { needs: "major", proposed: "1.0.0", isHonest: true }],
  ])("[GA-20] judges %s → %s", (from, to, lines, judgement) => {
    expect(judgeRelease(gaia(from, base), gaia(to, lines))).toMatchObject(judgement);
  });

  it("[GA-20] proposes a number that is free", () => {
    const judged = judgeRelease(gaia("1.0.0", base), gaia("1.0.1", breaking), ["2.0.0", "3.0.0"]);
    expect(judged.proposed).toBe("4.0.0");
  });
});

describe("versionBefore", () => {
  const known = ["1.0.0", "1.1.0", "2.0.0-rc.1", "2.0.0", "0.9.0-a"];
  it.each([
    ["1.0.1", "1.0.0"],
    ["2.0.0-rc.2", "1.1.0"],
    ["3.0.0", "2.0.0"],
    ["0.9.0", "0.9.0-a"],
    ["0.1.0", undefined],
    [undefined, "2.0.0"],
  ])("[GA-20] of %s is %s", (version, before) => {
    expect(versionBefore(version, known)).toBe(before);
  });
});
