/** A proposal where one skill ends and the other begins, in their own words. */
import type { IndexedSkill } from "./library.ts";
import { toWords } from "./words.ts";

export interface Line {
  /** The skill whose description to change. */
  readonly skill: string;
  /** A sentence to add, or what to do where the two cannot be told apart. */
  readonly proposal: string;
}

const MOST_WORDS = 3;

/** `known` keeps the words of each skill, which many pairs ask for. */
export function drawLine(
  a: IndexedSkill,
  b: IndexedSkill,
  known: Map<IndexedSkill, readonly string[]>,
): readonly Line[] {
  if (a.skill.name === b.skill.name)
    return [
      {
        skill: a.skill.name,
        proposal: `Rename or remove one of the two: ${a.skill.path} and ${b.skill.path} have the same name.`,
      },
    ];
  const [ofA, ofB] = [ownWords(a, known), ownWords(b, known)];
  const forB = nameOnly(b, a) ?? joinWithOr(differing(ofB, ofA));
  const forA = nameOnly(a, b) ?? joinWithOr(differing(ofA, ofB));
  if (forA === "" && forB === "")
    return [
      {
        skill: a.skill.name,
        proposal: `Merge it with \`${b.skill.name}\`, or say what only one of the two does: no word tells them apart.`,
      },
    ];
  return [...toLine(a, b, forB), ...toLine(b, a, forA)];
}

/** What a name says that the other skill says nowhere, as the description writes it: `Android` of `meeting-kit-android`. */
function nameOnly(own: IndexedSkill, { skill: other }: IndexedSkill): string | undefined {
  const theirs = new Set(toWords(`${other.name} ${other.description}`).map(({ stem }) => stem));
  const parts = nameParts(own);
  const different = parts.filter(
    (part) => isTelling(part, own) && toWords(part).every(({ stem }) => !theirs.has(stem)),
  );
  if (different.length === 0) return undefined;
  return different.map((part) => asWritten(part, own.skill.description)).join(" ");
}

function nameParts({ skill }: IndexedSkill): readonly string[] {
  return skill.name.split(/[-_:\s]+/u);
}

/** Versions and single letters of a name say nothing of what a skill is for, unless its description takes them up. */
function isTelling(part: string, { skill }: IndexedSkill): boolean {
  const words = toWords(part);
  if (words.length === 0) return false;
  if (!/\d|^[a-z]{1,2}$/iu.test(part)) return true;
  const said = new Set(toWords(skill.description).map(({ stem }) => stem));
  return words.every(({ stem }) => said.has(stem));
}

function asWritten(part: string, description: string): string {
  const words = description.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.find((word) => word.toLowerCase() === part.toLowerCase()) ?? part;
}

function toLine(from: IndexedSkill, to: IndexedSkill, what: string): readonly Line[] {
  if (what === "") return [];
  return [
    {
      skill: from.skill.name,
      proposal: `Add "Not for ${what}: use \`${to.skill.name}\`."`,
    },
  ];
}

function joinWithOr(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/** Words of a description, those that it says most often first, then in the order of the text. */
function ownWords(
  own: IndexedSkill,
  known: Map<IndexedSkill, readonly string[]>,
): readonly string[] {
  const before = known.get(own);
  if (before !== undefined) return before;
  const name = nameParts(own).filter((part) => isTelling(part, own));
  const said = [...name, ...own.clauses.map(({ text }) => text)].join(". ");
  const words = toWords(said).filter(({ form }) => form.length > 3);
  const counts = new Map<string, { form: string; count: number }>();
  for (const { stem, form } of words) {
    const entry = counts.get(stem);
    if (entry === undefined) counts.set(stem, { form, count: 1 });
    else entry.count += 1;
  }
  const found = [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ form }) => form);
  known.set(own, found);
  return found;
}

function differing(words: readonly string[], others: readonly string[]): readonly string[] {
  const stems = new Set(others.flatMap((word) => toWords(word).map(({ stem }) => stem)));
  return words
    .filter((word) => toWords(word).every(({ stem }) => !stems.has(stem)))
    .slice(0, MOST_WORDS);
}
