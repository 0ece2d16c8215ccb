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
  texts: readonly string[],
  known: Map<string, readonly string[]>,
): readonly Line[] {
  const ofA = ownWords(a, texts, known);
  const ofB = ownWords(b, texts, known);
  const onlyA = differing(ofA, ofB);
  const onlyB = differing(ofB, ofA);
  if (onlyA.length === 0 && onlyB.length === 0)
    return [
      {
        skill: a.skill.name,
        proposal: `Merge it with \`${b.skill.name}\`, or say what only one of the two does: no word tells them apart.`,
      },
    ];
  return [...toLine(a, b, onlyB), ...toLine(b, a, onlyA)];
}

function toLine(from: IndexedSkill, to: IndexedSkill, words: readonly string[]): readonly Line[] {
  if (words.length === 0) return [];
  return [
    {
      skill: from.skill.name,
      proposal: `Add "Not for ${listOf(words)}: use \`${to.skill.name}\`."`,
    },
  ];
}

function listOf(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/** Words of a description, those that it says most often first, then in the order of the text. */
function ownWords(
  { whole }: IndexedSkill,
  texts: readonly string[],
  known: Map<string, readonly string[]>,
): readonly string[] {
  const key = String(whole);
  const before = known.get(key);
  if (before !== undefined) return before;
  const words = toWords(texts[whole] ?? "").filter(({ form }) => form.length > 3);
  const counts = new Map<string, { form: string; count: number }>();
  for (const { stem, form } of words) {
    const entry = counts.get(stem);
    if (entry === undefined) counts.set(stem, { form, count: 1 });
    else entry.count += 1;
  }
  const found = [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ form }) => form);
  known.set(key, found);
  return found;
}

function differing(words: readonly string[], others: readonly string[]): readonly string[] {
  const stems = new Set(others.flatMap((word) => toWords(word).map(({ stem }) => stem)));
  return words
    .filter((word) => toWords(word).every(({ stem }) => !stems.has(stem)))
    .slice(0, MOST_WORDS);
}
