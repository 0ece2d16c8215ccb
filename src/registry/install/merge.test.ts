import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SkillFile } from "../package/skill-file.ts";
import { mergeSkill } from "./merge.ts";

const texts = fc
  .array(fc.constantFrom("one\n", "two\n", "three\r\n", "four", "five\n"), { maxLength: 6 })
  .map((lines) => lines.join(""));
const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: texts.map((text) => Uint8Array.from(Buffer.from(text))) },
  fc.uint8Array({ maxLength: 4 }),
);
const skills: fc.Arbitrary<readonly SkillFile[]> = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom("SKILL.md", "a.txt", "b/c.sh"),
    bytes,
    isExecutable: fc.boolean(),
  }),
  { selector: ({ path }) => path },
);

function shown(files: readonly SkillFile[]): readonly string[] {
  return files
    .map(
      ({ path, bytes: content, isExecutable = false }) =>
        `${path} ${String(isExecutable)} ${Buffer.from(content).toString("hex")}`,
    )
    .toSorted();
}

async function merged(
  base: readonly SkillFile[],
  local: readonly SkillFile[],
  next: readonly SkillFile[],
): Promise<readonly string[] | "conflict"> {
  const { files, conflicts } = await mergeSkill({ base, local, next });
  return conflicts.length > 0 ? "conflict" : shown(files);
}

describe("a merge", () => {
  it("is the side that changed, where only one did, and what both say where they agree", async () => {
    await fc.assert(
      fc.asyncProperty(skills, skills, async (one, other) => {
        expect(await merged(one, one, other)).toEqual(shown(other));
        expect(await merged(one, other, one)).toEqual(shown(other));
        expect(await merged(one, other, other)).toEqual(shown(other));
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it("is the same from both sides, and decided where somebody decides", async () => {
    await fc.assert(
      fc.asyncProperty(skills, skills, skills, async (base, local, next) => {
        expect(await merged(base, local, next)).toEqual(await merged(base, next, local));
        for (const preference of ["local", "new"] as const)
          expect((await mergeSkill({ base, local, next }, preference)).conflicts).toEqual([]);
      }),
      { numRuns: 300, seed: 12 },
    );
  });
});
