/** `skillwright permissions` and `skillwright sandbox`: what a skill may touch, said, agreed to and enforced. */
import { mkdirSync, readFileSync } from "node:fs";
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

  it("[BX-14] quotes what a skill is called in commands that are there to be copied", () => {
    const here = playground({
      "skills/a;touch x;echo/SKILL.md": skill(DECLARED),
      "skills/a;touch x;echo/tools.py": TOOLS,
    });
    const { stdout } = here.run(["permissions", "skills/a;touch x;echo"]);
    expect(stdout).toContain("skillwright permissions 'skills/a;touch x;echo/SKILL.md' --allow");
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
    expect(JSON.parse(stdout)).toMatchObject({
      skills: [
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
      ],
    });
  });

  it("refuses to go on from a file of grants that it cannot read", () => {
    const place = ground();
    place.write(".home/.skillwright/grants.json", "[]");
    const { code, stderr } = place.run(["permissions", "notes"]);
    expect(code).toBe(2);
    expect(stderr).toContain("The permissions granted by users cannot be read");
  });
});

function signed(): Playground {
  const place = ground(["filesystem:read:./notes/**"]);
  place.write("notes/SKILL.md", skill(["filesystem:read:./notes/**"]));
  mkdirSync(place.path("work/notes"), { recursive: true });
  expect(place.run(["keygen"]).code).toBe(0);
  expect(place.run(["sign", "notes"]).code).toBe(0);
  return place;
}

describe("who stands behind a skill", () => {
  it("[GA-06] counts as much as a trusted key attests, and is not asked about then", () => {
    const place = signed();
    expect(place.run(["permissions", "notes"]).stdout).toContain("Tier `experimental`: it claims");
    const key = place.path(".home/.skillwright/keys/publisher.pub");
    expect(place.run(["trust", "add", key, "--role", "publisher"]).code).toBe(0);
    const { code, stdout } = place.run(["permissions", "notes"]);
    expect([code, stdout.split("\n")[1]]).toEqual([0, "  Tier `community`."]);
  });

  it("[GA-06] is refused with a wrong signature, whatever is allowed", () => {
    const place = signed();
    place.write("notes/tools.py", `${TOOLS}# changed\n`);
    for (const words of [
      ["permissions", "notes", "--allow-experimental"],
      ["tools", "call", "notes/add", "-a", "text=x", "--allow-experimental"],
    ]) {
      const { code, stderr } = place.run(words);
      expect(code, words.join(" ")).toBe(1);
      expect(stderr).toContain("The signature of `notes` does not match");
    }
  });
});

describe("rules of an organisation", () => {
  it("hold over what a user allows, from an option and from the environment", () => {
    const place = ground(["network:read:a.com,b.com"]);
    place.write("policy.json", '{"deny":["network:read:b.com:443"]}');
    const words = ["permissions", "notes", "--allow-experimental", "--json"];
    const states = (more: readonly string[], environment: Record<string, string> = {}): unknown =>
      JSON.parse(place.run([...words, ...more], { environment }).stdout).skills[0].items[0].state;
    expect(states([])).toBe("granted");
    expect(states(["--policy", "policy.json"])).toBe("refused");
    expect(states([], { SKILLWRIGHT_POLICY: place.path("policy.json") })).toBe("refused");
  });

  it("hold where tools are offered over MCP", () => {
    const place = ground(["network:read:a.com,b.com"]);
    place.write("policy.json", '{"deny":["network:read:b.com:443"]}');
    expect(place.run(["permissions", "notes", "--allow-experimental"]).code).toBe(0);
    const serve = (...more: readonly string[]): string =>
      place.run(["mcp", "notes", "--tools", ...more]).stderr;
    expect(serve()).not.toContain("Not offered");
    expect(serve("--policy", "policy.json")).toContain("Not offered: tools of notes: ");
  });

  it("that are misspelt or missing let no skill load, and say where", () => {
    const place = ground(["network:read:a.com"]);
    place.write("policy.json", '{"deny":["network:raed"]}');
    const call = (file: string): ReturnType<Playground["run"]> =>
      place.run(["tools", "call", "notes/add", "-a", "text=x", "--policy", file]);
    expect(call("policy.json").stderr).toContain("`deny[0]` cannot be `network:raed`");
    expect(call("other.json").stderr).toContain("other.json");
    expect([call("policy.json").code, call("other.json").code]).toEqual([2, 2]);
  });
});

describe("a yes to the working folder", () => {
  it("[GA-03] holds in the folder where it was given, and in no other", () => {
    const place = ground(["filesystem:write:./out/**"]);
    mkdirSync(place.path("one"));
    mkdirSync(place.path("two"));
    const ask = (folder: string, ...more: readonly string[]): number | null =>
      place.run(["permissions", place.path("notes"), ...more], { folder }).code;
    expect(ask("one", "--allow-experimental")).toBe(0);
    expect([ask("one"), ask("two")]).toEqual([0, 1]);
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
