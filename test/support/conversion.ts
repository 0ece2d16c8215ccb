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
  type Json,
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
  const source = readAs(from, readDocument(text), { path });
  const wordless = conversion.report.entries.filter(
    ({ outcome, note }) =>
      (outcome === "dropped" || outcome === "preserved") && note?.endsWith(".") !== true,
  );
  // One comparison, since this runs some ten thousand times.
  expect([...result.refusals, ...unaccounted(source.view, conversion.report), ...wordless]).toEqual(
    [],
  );
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
      ({ outcome, preservedAt }) =>
        outcome === "dropped" || (outcome === "approximated" && preservedAt === undefined),
    ),
  );
  const changed = facetIds.filter((id) => !isSame(getFacet(before, id), getFacet(after, id)));
  expect([
    ...changed.filter((id) => !givenUp.some(({ facet }) => facet === id)),
    ...differingExtensions(before.extensions, after.extensions),
  ]).toEqual([]);
}

/** Some readers take the blanks around a text away, others do not; they are no part of it. */
function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left === "string" && typeof right === "string") return left.trim() === right.trim();
  return isEqual(left, right);
}
