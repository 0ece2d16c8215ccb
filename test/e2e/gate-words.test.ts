/** What the gates of an installation tell: true, and enough to go on. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { playground, type Playground } from "../support/program.ts";

const TEXT =
  "---\nname: letters\ndescription: Writes letters. Use when asked.\nmetadata:\n  version: 1.0.0\n---\n\nOne.\n";

function signed(text = TEXT): Playground {
  const at = playground({ "source/letters/SKILL.md": text });
  for (const words of [
    ["keygen"],
    ["sign", "source/letters"],
    ["trust", "add", ".home/.skillwright/keys/publisher.pub"],
  ])
    expect(at.run(words), words.join(" ")).toMatchObject({ code: 0 });
  return at;
}

describe("the gate of the tier", () => {
  it("[GA-07] tells of a signature that is trusted, and of a tier that nobody claims", () => {
    const at = signed();
    expect(at.run(["install", "./source"])).toMatchObject({
      code: 1,
      stderr: [
        "error: `letters` is experimental: its signature attests community, but it claims no tier itself.",
        "  Nothing was written. `--allow-experimental` installs it.",
        "",
      ].join("\n"),
    });
    const told = at.run(["install", "./source", "--allow-experimental", "--verbose"]).stdout;
    expect(told).toContain("tier: claims no tier, so it counts as experimental, which was allowed");
  });

  it("[GA-07] tells of a key that nobody trusts", () => {
    const at = signed();
    writeFileSync(at.path("nobody.json"), '{"keys":[]}');
    const refused = at.run(["install", "./source", "--trust", "nobody.json"]);
    expect(refused.stderr).toContain(
      "is experimental: the key that signed it is not trusted here.\n",
    );
  });
});

describe("a refusal with --json", () => {
  it.each<readonly [string, readonly string[], string]>([
    ["an experimental skill", ["install", "./source"], "registry/experimental-skill"],
    ["a skill that is not installed", ["remove", "nope"], "registry/not-installed"],
    ["a source with nothing in it", ["install", "./source#nope"], "registry/unknown-skill"],
  ])("[GA-12] tells of %s on the standard output", (_what, words, code) => {
    const at = playground({ "source/letters/SKILL.md": TEXT });
    const refused = at.run([...words, "--json"]);
    expect(refused.code).toBe(1);
    const told = JSON.parse(refused.stdout) as { readonly error: { readonly message: string } };
    expect(told).toMatchObject({ error: { code, severity: "error" } });
    expect(refused.stderr).toContain(told.error.message);
  });

  it("[GA-12] tells both sides of a conflict in the same text", () => {
    const at = playground({ "source/letters/SKILL.md": TEXT });
    at.run(["install", "./source", "--allow-experimental"]);
    at.write("skills/letters/SKILL.md", TEXT.replace("One.", "Mine."));
    at.write("source/letters/SKILL.md", TEXT.replace("One.", "Theirs."));
    const refused = at.run(["update", "letters", "--allow-experimental", "--json"]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { code: "registry/merge-conflict" },
      skill: "letters",
      conflicts: [{ path: "SKILL.md", kind: "text" }],
    });
  });
});
