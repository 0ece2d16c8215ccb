/** Addresses that nobody should ask for, by a real client: each gets a clean refusal. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connectTo, type Era, serve } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

const pieces = [
  ..."skill:// resource://skills/ file:/// one SKILL.md notes.md references guide document".split(
    " ",
  ),
  ..."/ // .. . %2e%2e %2E %252e%252e %2f %5c \\ ..\\ C: ~ %00 ? # @ : [ ] { } | ^ %".split(" "),
  ..."_manifest index.json catalog etc/passwd secret.txt".split(" "),
  "\u0000",
  "\n",
  " ",
  "é",
  "\u{1f419}",
  "\ud800",
  "x".repeat(3000),
];

describe("hostile addresses", () => {
  it.each<Era>(["legacy", "modern"])("get -32602, whatever they are made of (%s)", async (era) => {
    writeTree(folder.path, {
      "skills/one/SKILL.md": skill("one"),
      "skills/one/notes.md": "notes",
      "secret.txt": "secret",
    });
    const { url } = await serve([`${folder.path}/skills`]);
    const { client, skills } = await connectTo(url, era);
    const parts = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 });
    const starts = fc.constantFrom("skill://one/", "skill://", "resource://skills/one/", "");
    const property = fc.asyncProperty(starts, parts, async (start, rest) => {
      const uri = (start + rest.join("")).toWellFormed();
      const asked = [
        client.readResource({ uri }, { cacheMode: "refresh" }),
        skills.get(uri),
        skills.readDirectory(uri),
      ];
      for (const result of await Promise.allSettled(asked)) {
        if (result.status === "fulfilled")
          expect(JSON.stringify(result.value)).not.toContain("secret");
        else expect(result.reason).toMatchObject({ code: -32_602 });
      }
    });
    await fc.assert(property, { seed: 2640, numRuns: 150 });
    expect((await skills.list()).skills).toHaveLength(1);
  });
});
