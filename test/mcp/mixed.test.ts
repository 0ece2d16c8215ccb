/** Many skills of every dialect, with all that goes wrong in files: each is listed, or named with a reason. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../src/serve/mcp/index.ts";
import { dialects } from "../../src/skill/index.ts";
import { anySkill } from "../support/arbitrary-skill.ts";
import { handwritten } from "../support/handwritten-skills.ts";
import { connectTo, type Era, serve } from "../support/mcp.ts";
import { skill, useFolder, writeGenerated, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

/** What the scan makes of so many is not asked here. */
const allowAll = (): Verdict => ({ decision: "allow", reason: "" });

/** 500 skills: such as people write, such as nobody would, and some with another name than their folder. */
function writeMixed(): number {
  const files: Record<string, string> = {};
  for (const [index, dialect] of dialects.entries()) {
    const texts = fc.sample(anySkill(dialect), { seed: 2640 + index, numRuns: 35 });
    for (const [at, text] of [...texts, ...(handwritten[dialect.id] ?? [])].entries())
      files[`${dialect.id}/case-${index}-${at}/SKILL.md`] = text;
  }
  for (const name of [
    "Über Uns",
    "技能",
    "UPPER_case",
    "a--b",
    "-edge-",
    "x".repeat(70),
    "123",
    "same",
  ])
    files[`names/${name}/SKILL.md`] = skill(JSON.stringify(name));
  files["again/same/SKILL.md"] = skill("same");
  files["case/lower/skill.md"] = skill("lower");
  const rest = 500 - Object.keys(files).length;
  writeTree(folder.path, files);
  writeGenerated(`${folder.path}/generated`, rest);
  return 500;
}

describe("500 skills of mixed dialects", () => {
  it.each<Era>(["legacy", "modern"])(
    "[BX-05] are all listed or named, and none is dropped by the official client (%s)",
    async (era) => {
      const count = writeMixed();
      const { server, url } = await serve([folder.path], {
        whenBroken: "skip",
        verdictOf: allowAll,
      });
      const { skills: served, listed, leftOut } = server.catalog();
      expect(served.length + leftOut.length).toBe(count);
      expect(
        new Set([...served.map(({ shown }) => shown), ...leftOut.map(({ path }) => path)]).size,
      ).toBe(count);
      for (const { reasons } of leftOut) {
        expect(reasons.length).toBeGreaterThan(0);
        for (const { say } of reasons) expect(say).toMatch(/\.$/);
      }
      const { skills } = await connectTo(url, era);
      // Without `skipInvalid`, one entry that the client refuses would make this throw.
      const listing = await skills.list();
      expect(listing.skills.map(({ uri }) => uri)).toEqual(listed.map(({ uri }) => uri));
      expect(listing.skills.length).toBeGreaterThan(200);
      for (const entry of listing.skills)
        expect(await skills.read(entry)).toMatchObject({ verified: true });
      expect(listing.skills.filter(({ frontmatter }) => frontmatter.name === "same")).toHaveLength(
        2,
      );
    },
  );

  it("give every skill a path of its own that addresses can hold", async () => {
    writeMixed();
    const { server } = await serve([folder.path], { whenBroken: "skip", verdictOf: allowAll });
    const names = server.catalog().skills.map(({ path }) => path);
    expect(new Set(names).size).toBe(names.length);
    for (const part of names.flatMap((path) => path.split("/")))
      expect(part).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(names).toEqual(
      expect.arrayContaining(["uber-uns", "upper-case", "a-b-2", "edge", "lower"]),
    );
  });
});
