import * as fc from "fast-check";
import { describe, it } from "vitest";
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

/** A dialect without examples here is still covered by the generated skills above. */
const written = all.flatMap((from) => {
  const texts = handwritten[from.id.replace(/@.*$/, "")];
  return texts === undefined ? [] : [[from.id, from, texts] as const];
});

describe.each(written)("skills written for %s", (_id, from, texts) => {
  it.each(others(from))("[BX-02] go to %s and back", (_to, to) => {
    for (const text of texts) checkRoundTrip(text, from, to, PATH);
  });
});

const pieces =
  "---,\n---\n,----,: ,\t,{,],',\", #,&a ,*a,!!str ,|,> ,- ,\r,\ufeff,\0,\\,  ,null,[],<b>"
    .split(",")
    .concat("\ud800", "metadata: {", "\n\n");

/** A cut in the text, and what is put in its place. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(8),
  piece: fc.constantFrom("", ...pieces),
});

describe("damaged skills", () => {
  it("[BX-02] are converted all the same, and come back as the source had read them", () => {
    const texts = fc.constantFrom(...Object.values(handwritten).flat());
    fc.assert(
      fc.property(
        texts,
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...all),
        fc.constantFrom(...all),
        (text, damages, from, to) => {
          const damaged = damages.reduce((current, { at, length, piece }) => {
            const start = Math.floor(at * Math.min(current.length, 500));
            return current.slice(0, start) + piece + current.slice(start + length);
          }, text);
          if (from !== to) checkRoundTrip(damaged, from, to, PATH);
        },
      ),
      { seed: 20261115, numRuns: 500 },
    );
  });
});
