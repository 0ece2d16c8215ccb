/** What every conversion must show, for generated skills, handwritten ones and the corpus alike. */
import { expect } from "vitest";
import {
  authoredSkill,
  type Conversion,
  convert,
  differingExtensions,
  unaccounted,
} from "../../src/skill/convert/index.ts";
import {
  type Dialect,
  facetIds,
  getFacet,
  isEqual,
  type Path,
  readAs,
  readDocument,
} from "../../src/skill/index.ts";

/** The target reads the result, and the report accounts for every value of the source. */
export function checkConversion(
  text: string,
  from: Dialect,
  to: Dialect,
  path: string,
): Conversion {
  const conversion = convert(text, { from, to, path });
  const result = readAs(to, readDocument(conversion.text), { path });
  expect(result.refusals).toEqual([]);
  const source = readAs(from, readDocument(text), { path });
  expect(unaccounted(source.view, conversion.report)).toEqual([]);
  for (const entry of conversion.report.entries)
    if (entry.outcome === "dropped" || entry.outcome === "stowed")
      expect(entry.note).toMatch(/\.$/);
  return conversion;
}

/** There and back again, all is as it was but for what the two reports give up. */
export function checkRoundTrip(text: string, from: Dialect, to: Dialect, path: string): void {
  const there = checkConversion(text, from, to, path);
  const back = checkConversion(there.text, to, from, path);
  const before = authoredSkill(readDocument(text), from, { path });
  const after = authoredSkill(readDocument(back.text), from, { path });
  const givenUp = [there, back].flatMap(({ report }) =>
    report.entries.filter(
      ({ outcome, stowedAt }) =>
        outcome === "dropped" || (outcome === "approximated" && stowedAt === undefined),
    ),
  );
  const changed = facetIds.filter((id) => !isEqual(getFacet(before, id), getFacet(after, id)));
  expect(changed.filter((id) => !givenUp.some(({ facet }) => facet === id))).toEqual([]);
  expect(
    differingExtensions(before.extensions, after.extensions) satisfies readonly Path[],
  ).toEqual([]);
}
