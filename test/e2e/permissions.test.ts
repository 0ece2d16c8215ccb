/** `skillwright permissions` and `skillwright sandbox`: what a skill may touch, said, agreed to and enforced. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { needs } from "../support/needs.ts";
import { type Playground, playground } from "../support/program.ts";

function skill(permissions: readonly string[]): string {
  return `---
name: notes
version: 1.0.0
description: Keeps notes.
author: me
license: MIT
permissions: ${JSON.stringify(permissions)}
requirements:
  env_vars: [NOTES_KEY]
tools:
  - name: add
    description: Add a note.
    parameters:
      text: {type: string, required: true}
security_tier: community
---
# Notes
`;
}

const TOOLS = `from gaia.agents.base.tools import tool


@tool
def add(text: str) -> dict:
    """Add a note."""
    return {"text": text}
`;

const DECLARED = ["filesystem:write:./notes/**", "network:read:*.example.com", "shell:none"];

function ground(permissions: readonly string[] = DECLARED): Playground {
  return playground({ "notes/SKILL.md": skill(permissions), "notes/tools.py": TOOLS });
}

const EVERYWHERE = /^ {2}Runs in the sandbox:.*$/mu;

describe("skillwright permissions", () => {
  it("[GA-03] says in words what a skill may touch, and what will be asked", () => {
    const { code, stdout } = ground().run(["permissions", "notes"]);
    expect(code).toBe(1);
    expect(stdout.replace(EVERYWHERE, "").replaceAll(/\S*SKILL\.md/gu, "SKILL.md")).toBe(`notes
  Tier \`experimental\`: it claims \`community\`, and no signature stands for that.
  asks     Read and write files in \`./notes\`. filesystem:write:./notes/**
  asks     Fetch from \`*.example.com\`. network:read:*.example.com
  never    Run no other program. shell:none
  Sees the variables \`NOTES_KEY\`, if they are set.

  You will be asked. To agree now: skillwright permissions SKILL.md --allow-experimental
`);
  });

  it("[GA-04] keeps a yes for the files as they are, and shows what a new version asks for beyond", () => {
    const place = ground();
    expect(place.run(["permissions", "notes", "--allow-experimental"]).code).toBe(0);
    expect(place.run(["permissions", "notes"]).code).toBe(0);
    const book: unknown = JSON.parse(
      readFileSync(place.path(".home/.skillwright/grants.json"), "utf8"),
    );
    expect(book).toMatchObject({
      version: 1,
      grants: [{ skill: "notes", declared: DECLARED, allowsExperimental: true }],
    });
    place.write("notes/SKILL.md", skill([...DECLARED, "env:read:CITY"]));
    const changed = place.run(["permissions", "notes"]);
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain(
      "Its files are others than those that you agreed to.\n  + env:read:CITY\n",
    );
  });

  it("takes a yes back", () => {
    const place = ground();
    place.run(["permissions", "notes", "--allow-experimental"]);
    expect(place.run(["permissions", "notes", "--revoke"]).code).toBe(1);
    expect(place.run(["permissions", "notes"]).code).toBe(1);
  });

  it("gives the whole policy as JSON", () => {
    const { stdout } = ground().run(["permissions", "notes", "--json", "--allow-experimental"]);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        skill: "notes",
        tier: "experimental",
        files: [{ pattern: "./notes/**", access: "write" }],
        hosts: [{ host: "*.example.com", access: "read" }],
        commands: [],
        environment: { names: ["NOTES_KEY"], isOpen: false },
        asks: [],
        isKept: true,
      },
    ]);
  });

  it("refuses to go on from a file of grants that it cannot read", () => {
    const place = ground();
    place.write(".home/.skillwright/grants.json", "[]");
    const { code, stderr } = place.run(["permissions", "notes"]);
    expect(code).toBe(2);
    expect(stderr).toContain("expected what users have agreed to");
  });
});

describe("skillwright sandbox doctor", () => {
  needs.command("bwrap").it("says that tools can run where all is there", () => {
    const { code, stdout } = ground().run(["sandbox", "doctor", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ isUsable: true });
  });

  it("[GA-07] says that tools are refused where nothing can hold them back, and what to install", () => {
    const { code, stdout } = ground().run(["sandbox", "doctor"], {
      environment: { PATH: "/nowhere" },
    });
    expect(code).toBe(1);
    expect(stdout).toContain("Tools of skills are refused here: nothing could hold them back.");
  });

  it("[GA-07] refuses a tool on such a machine, though everything was agreed to", () => {
    const { code, stderr } = ground(["network:none"]).run(
      ["tools", "call", "notes/add", "--arg", "text=x", "--allow-experimental"],
      { environment: { PATH: "/nowhere" } },
    );
    expect(code).toBe(1);
    expect(stderr).not.toBe("");
  });
});
