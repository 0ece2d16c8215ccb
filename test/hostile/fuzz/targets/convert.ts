import {
  authoredSkill,
  type Conversion,
  convert,
  differingExtensions,
  unaccounted,
} from "../../../../src/skill/convert/index.ts";
import {
  decodeText,
  type Dialect,
  dialects,
  facetIds,
  getFacet,
  isEqual,
  type Json,
  profiles,
  readAs,
  readDocument,
} from "../../../../src/skill/index.ts";
import { SKILL_WORDS, skillSeeds } from "../seeds.ts";
import { type FuzzTarget, must } from "../target.ts";

const path = "skills/sort-photos/SKILL.md";
const all = [...dialects, ...profiles];

export const convertTarget: FuzzTarget = {
  name: "convert",
  invariants: [
    "The target reads what was converted for it.",
    "The report accounts for every value of the source, and says why where one is lost.",
    "There and back again, the skill is as it was but for what the reports give up.",
  ],
  kind: "text",
  maxBytes: 16_000,
  maxCpuMs: 5000,
  words: SKILL_WORDS,
  seeds: skillSeeds,
  quickRuns: 150,
  open: () => ({ check }),
};

/** The pair of dialects depends on the input, so that a case says all there is to say. */
function check(input: Uint8Array): string {
  const { text } = decodeText(input);
  const sum = input.reduce((total, byte) => (total * 31 + byte) >>> 0, 7);
  const from = all[sum % all.length];
  const to = all[Math.floor(sum / all.length) % all.length];
  if (from === undefined || to === undefined || from === to) return "same";
  const there = checkConversion(text, from, to);
  const back = checkConversion(there.text, to, from);
  checkSame(text, from, there, back);
  const outcomes = new Set(there.report.entries.map(({ outcome }) => outcome));
  return `${from.id} ${to.id} ${[...outcomes].toSorted().join()}`;
}

function checkConversion(text: string, from: Dialect, to: Dialect): Conversion {
  const pair = `${from.id} to ${to.id}`;
  const conversion = convert(text, { from, to, path });
  const result = readAs(to, readDocument(conversion.text), { path });
  must(result.refusals.length === 0, `${pair}: the target refuses the result`);
  const source = readAs(from, readDocument(text), { path });
  const lost = unaccounted(source.view, conversion.report);
  must(lost.length === 0, `${pair}: values without an account`);
  const wordless = conversion.report.entries.filter(
    ({ outcome, note }) =>
      (outcome === "dropped" || outcome === "preserved") && note?.endsWith(".") !== true,
  );
  must(wordless.length === 0, `${pair}: a loss without a reason`);
  return conversion;
}

function checkSame(text: string, from: Dialect, there: Conversion, back: Conversion): void {
  const before = authoredSkill(readDocument(text), from, { path });
  const after = authoredSkill(readDocument(back.text), from, { path });
  const givenUp = [there, back].flatMap(({ report }) =>
    report.entries.filter(
      ({ outcome, preservedAt }) =>
        outcome === "dropped" || (outcome === "approximated" && preservedAt === undefined),
    ),
  );
  const changed = facetIds.filter(
    (id) =>
      !isSame(getFacet(before, id), getFacet(after, id)) &&
      !givenUp.some(({ facet }) => facet === id),
  );
  const pair = `${there.from.id} to ${there.to.id} and back`;
  must(changed.length === 0, `${pair}: ${changed.join()} changed`);
  const differing = differingExtensions(before.extensions, after.extensions);
  must(differing.length === 0, `${pair}: extensions changed`);
}

/** Blanks around a text are no part of it: some readers take them away, others do not. */
function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left === "string" && typeof right === "string") return left.trim() === right.trim();
  return isEqual(left, right);
}
