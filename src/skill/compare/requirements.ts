import { facetTitles, type FacetId, getFacet, isList, type Skill } from "../model/index.ts";
import { addedTo, change, quote, type SkillChange } from "./change.ts";

/** Each entry must be there: one more, and some machines no longer have all. */
const ALL_NEEDED: readonly FacetId[] = [
  "requirements.bins",
  "requirements.env",
  "requirements.config",
  "requirements.hostRoles",
  "requirements.capabilities",
  "tools.required",
];

/** One of the entries is enough; none at all asks for nothing. */
const ONE_NEEDED: readonly FacetId[] = [
  "requirements.os",
  "requirements.anyBins",
  "requirements.anyCapabilities",
];

/** Written with a bound, such as `>=7B` or `>=3.10`. */
const BOUNDS: readonly FacetId[] = [
  "requirements.modelSize",
  "requirements.contextWindow",
  "requirements.python",
];

/** What a machine, a model or a host must have. */
export function compareRequirements(before: Skill, after: Skill): readonly SkillChange[] {
  return [
    ...ALL_NEEDED.flatMap((id) => compareAll(id, textsOf(before, id), textsOf(after, id))),
    ...ONE_NEEDED.flatMap((id) => compareOne(id, textsOf(before, id), textsOf(after, id))),
    ...BOUNDS.flatMap((id) => compareBound(id, before, after)),
    ...compareAlways(before.requirements.always ?? false, after.requirements.always ?? false),
  ];
}

function textsOf(skill: Skill, id: FacetId): readonly string[] {
  const value = getFacet(skill, id);
  return isList(value) ? value.filter((one) => typeof one === "string") : [];
}

function compareAll(
  id: FacetId,
  before: readonly string[],
  after: readonly string[],
): readonly SkillChange[] {
  const title = facetTitles[id];
  return [
    ...addedTo(before, after).map((name) =>
      change("major", "requirement", `Needs ${quote(name)} (${title}).`),
    ),
    ...addedTo(after, before).map((name) =>
      change("patch", "requirement", `No longer needs ${quote(name)} (${title}).`),
    ),
  ];
}

function compareOne(
  id: FacetId,
  before: readonly string[],
  after: readonly string[],
): readonly SkillChange[] {
  const title = facetTitles[id];
  const lost = addedTo(after, before);
  const listed = after.map(quote).join(", ");
  if (after.length > 0 && (before.length === 0 || lost.length > 0))
    return [change("major", "requirement", `Works only with ${listed} (${title}).`)];
  const isWider = before.length > 0 && (after.length === 0 || addedTo(before, after).length > 0);
  if (!isWider) return [];
  const now = after.length === 0 ? "whichever there is" : listed;
  return [change("minor", "requirement", `Works also with ${now} (${title}).`)];
}

const UNITS: { readonly [unit: string]: number } = { "": 1, K: 1e3, M: 1e6, B: 1e9, G: 1e9 };
const LOWER = /^(?:>=|>)?\s*(?<number>\d{1,9}(?:\.\d{1,9}){0,3})\s*(?<unit>[kmbg]?)b?$/iu;

/** The numbers of a lower bound, to be compared one after the other; undefined for any other text. */
function lowerBound(id: FacetId, text: string): readonly number[] | undefined {
  const { number = "", unit = "" } = LOWER.exec(text.trim())?.groups ?? {};
  if (number === "") return undefined;
  // Versions are not decimals: 3.10 is later than 3.9.
  if (id === "requirements.python") return number.split(".").map(Number);
  return [Number.parseFloat(number) * (UNITS[unit.toUpperCase()] ?? 1)];
}

function compareBound(id: FacetId, before: Skill, after: Skill): readonly SkillChange[] {
  const [had, has] = [getFacet(before, id), getFacet(after, id)];
  if (had === has || (typeof had !== "string" && typeof has !== "string")) return [];
  const title = facetTitles[id];
  if (typeof has !== "string")
    return [change("patch", "requirement", `No longer asks for a ${title}.`)];
  if (typeof had !== "string")
    return [change("major", "requirement", `Asks for the ${title} ${quote(has)}.`)];
  const message = `Asks for the ${title} ${quote(has)} (before: ${quote(had)}).`;
  const [from, to] = [lowerBound(id, had), lowerBound(id, has)];
  if (from === undefined || to === undefined) return [change("minor", "requirement", message)];
  return [change(isHigher(to, from) ? "major" : "patch", "requirement", message)];
}

function isHigher(a: readonly number[], b: readonly number[]): boolean {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function compareAlways(before: boolean, after: boolean): readonly SkillChange[] {
  if (before === after) return [];
  return after
    ? [change("minor", "requirement", "Is eligible on every machine now.")]
    : [change("major", "requirement", "Is no longer eligible on every machine.")];
}
