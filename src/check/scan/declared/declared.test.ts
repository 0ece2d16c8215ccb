import { describe, expect, it } from "vitest";
import { readSkill } from "../../../skill/index.ts";
import { compare, unusedOf } from "./compare.ts";
import type { Use } from "./observed.ts";
import { isInScope, permissionsOf } from "./permissions.ts";
import { beyond, readAllowedTools } from "./tools.ts";

function permissions(list: string): ReturnType<typeof permissionsOf> {
  const text = `---\nname: a\nversion: 1.0.0\ndescription: b\nauthor: c\nlicense: MIT\npermissions: [${list}]\ntools: [{name: t, description: d, parameters: {}}]\nsecurity_tier: community\n---\n`;
  const { value } = readSkill(text);
  return value === undefined ? [] : permissionsOf(value);
}

function use(domain: Use["domain"], level: 1 | 2, subject?: string): Use {
  return { domain, level, subject, file: "tools.py", span: undefined, isScript: true };
}

describe("compare", () => {
  it.each<readonly [string, Use, string | undefined]>([
    ["network:none", use("network", 1, "a.dev"), "denied"],
    ["network:none, network:read", use("network", 1, "a.dev"), undefined],
    ["network:read", use("network", 1, "a.dev"), undefined],
    ["network:read", use("network", 2, "a.dev"), "level"],
    ["network:write", use("network", 1, "a.dev"), undefined],
    ['"network:read:*.b.dev"', use("network", 1, "a.dev"), "scope"],
    ['"network:read:*.a.dev"', use("network", 1, "x.a.dev"), undefined],
    ["env:read", use("network", 1, "a.dev"), "undeclared"],
    ['"shell:execute:git,npm"', use("shell", 1, "npm"), undefined],
    ['"shell:execute:git,npm"', use("shell", 1, "curl"), "scope"],
    ['"filesystem:read:~/data/**"', use("filesystem", 1, "~/data/a/b"), undefined],
    ['"filesystem:read:~/data/**"', use("filesystem", 1, "~/.ssh/id_rsa"), "scope"],
    ['"filesystem:read:~/data/**"', use("filesystem", 1, "relative.txt"), undefined],
  ])("[GA-06] `%s` with %o is %s", (list, observed, kind) => {
    expect(compare(permissions(list), [observed])[0]?.kind).toBe(kind);
  });

  it("[GA-06] tells each domain once for a file", () => {
    const uses = [use("network", 1, "a.dev"), use("network", 1, "b.dev")];
    expect(compare(permissions("network:none"), uses)).toHaveLength(1);
  });

  it("[GA-06] knows what is never used, but not what a server does", () => {
    const list = permissions("network:read, shell:execute, mcp:connect, filesystem:none");
    expect(unusedOf(list, [use("network", 1)]).map(({ written }) => written)).toEqual([
      "shell:execute",
    ]);
  });
});

describe("isInScope", () => {
  it("comes to an end on any pattern", () => {
    expect(isInScope("shell", "a".repeat(5000), `${"*a".repeat(50)}b`)).toBe(false);
  });
});

describe("readAllowedTools", () => {
  const commands = [use("shell", 1, "git"), use("shell", 1, "curl"), use("shell", 1, "cd")];

  it.each([
    [
      ["Read", "Grep"],
      ["git", "curl"],
    ],
    [["Read", "Bash"], []],
    [["Bash(git:*)"], ["curl"]],
    [["Bash(git status)", "Bash(curl *)"], []],
    [["Bash(*)"], []],
    [["Read", "mcp__server__tool"], []],
  ])("%o leaves out %o", (entries, expected) => {
    expect(beyond(readAllowedTools(entries), commands).map(({ subject }) => subject)).toEqual(
      expected,
    );
  });
});
