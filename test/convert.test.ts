import * as fc from "fast-check";
import { describe, it } from "vitest";
import { dialects, profiles } from "../src/skill/index.ts";
import { anySkill } from "./support/arbitrary-skill.ts";
import { checkRoundTrip } from "./support/conversion.ts";

const all = [...dialects, ...profiles];

describe.each(all.map((from) => [from.id, from] as const))("any skill of %s", (_id, from) => {
  it.each(all.filter((to) => to !== from).map((to) => [to.id, to] as const))(
    "[BX-02] goes to %s and back without a loss that is not reported",
    (_to, to) => {
      fc.assert(
        fc.property(anySkill(from), (text) => {
          checkRoundTrip(text, from, to, "skills/sort-photos/SKILL.md");
        }),
        { seed: 20261115, numRuns: 15 },
      );
    },
  );
});
