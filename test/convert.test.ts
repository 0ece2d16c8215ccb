import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dialect, dialects, profiles } from "../src/skill/index.ts";
import { anySkill } from "./support/arbitrary-skill.ts";
import { checkRoundTrip } from "./support/conversion.ts";
import { handwritten } from "./support/handwritten-skills.ts";

const all = [...dialects, ...profiles];
const PATH = "skills/sort-photos/SKILL.md";

function others(dialect: Dialect): readonly (readonly [string, Dialect])[] {
  return all.filter((item) => item !== dialect).map((item) => [item.id, item]);
}

describe.each(all.map((from) => [from.id, from] as const))("any skill of %s", (_id, from) => {
  it.each(others(from))(
    "[BX-02] goes to %s and back without a loss that is not reported",
    (_to, to) => {
      fc.assert(
        fc.property(anySkill(from), (text) => {
          checkRoundTrip(text, from, to, PATH);
        }),
        { seed: 20261115, numRuns: 15 },
      );
    },
  );
});

describe.each(all.map((from) => [from.id, from] as const))("skills written for %s", (id, from) => {
  const texts = handwritten[id.replace(/@.*$/, "")] ?? [];

  it.each(others(from))("[BX-02] go to %s and back", (_to, to) => {
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) checkRoundTrip(text, from, to, PATH);
  });
});
