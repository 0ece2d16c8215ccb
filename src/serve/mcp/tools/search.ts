import { nextTurn } from "../../../platform/machine/index.ts";
import { type ServedSkill, FileChanged } from "../../../app/catalog/index.ts";

export interface Hit {
  readonly skill: ServedSkill;
  readonly score: number;
}

/** Finds skills among those that are served, the best first; all of them without words. */
export type FindSkills = (
  skills: readonly ServedSkill[],
  query: string,
  tags: readonly string[],
  /** Whom the search counts for, where that is known. */
  owner?: string,
) => Promise<readonly Hit[]>;

const WEIGHTS = { name: 6, tags: 4, title: 4, description: 2, whenToUse: 2, body: 1 } as const;
/** Words of the text beyond these say little of what a skill is for. */
const BODY_CHARACTERS = 2000;
/** Words of a question beyond these are left out. */
const MOST_WORDS = 32;
/** Skills that are looked at before others have a turn. */
const SLICE = 50;

/**
 * Skills that have every word of a question somewhere, the best first: a word counts more in a name than in a
 * text, whole words more than beginnings, and rare words more than common ones.
 */
export async function searchSkills(
  skills: readonly ServedSkill[],
  query: string,
  tags: readonly string[] = [],
): Promise<readonly Hit[]> {
  const tagged = skills.filter((skill) => tags.every((tag) => skill.tags.includes(tag)));
  const words = [...new Set(wordsOf(query))].slice(0, MOST_WORDS);
  if (words.length === 0) return tagged.map((skill) => ({ skill, score: 0 }));
  const scores = words.map((): number[] => []);
  for (const [index, skill] of tagged.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn();
    const fields = fieldsOf(skill);
    for (const [at, word] of words.entries()) scores[at]?.push(weigh(fields, word));
  }
  const rarity = scores.map((row) =>
    Math.log(1 + tagged.length / (1 + row.filter(Boolean).length)),
  );
  const hits = tagged.flatMap((skill, index): readonly Hit[] => {
    const parts = scores.map((row, at) => (row[index] ?? 0) * (rarity[at] ?? 0));
    const found = parts.filter((part) => part > 0).length;
    if (found === 0) return [];
    const sum = parts.reduce((total, part) => total + part, 0);
    // A skill that has all the words comes before one that has a single word often.
    return [{ skill, score: round(sum * (found / words.length) ** 2) }];
  });
  return hits.toSorted((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1));
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}

/** The different words of a field, each between blanks; what it counts. */
interface Field {
  readonly weight: number;
  readonly words: string;
}

/** A skill is made anew when it changes. */
const known = new WeakMap<ServedSkill, readonly Field[]>();

function fieldsOf(served: ServedSkill): readonly Field[] {
  const { name, title = "", description, tags, skill } = served;
  const fields = known.get(served) ?? [
    toField(WEIGHTS.name, name),
    toField(WEIGHTS.title, title),
    toField(WEIGHTS.tags, tags.join(" ")),
    toField(WEIGHTS.description, description),
    toField(WEIGHTS.whenToUse, skill.guidance.whenToUse ?? ""),
    toField(WEIGHTS.body, beginningOf(served)),
  ];
  known.set(served, fields);
  return fields;
}

/** Nothing where the file is another by now: the next catalog has the new one. */
function beginningOf({ reading }: ServedSkill): string {
  try {
    return reading.body.slice(0, BODY_CHARACTERS);
  } catch (error) {
    if (error instanceof FileChanged) return "";
    throw error;
  }
}

function toField(weight: number, text: string): Field {
  return { weight, words: ` ${[...new Set(wordsOf(text))].join(" ")} ` };
}

function weigh(fields: readonly Field[], word: string): number {
  return fields.reduce((sum, { weight, words }) => sum + weight * match(words, word), 0);
}

/** 1 for the word itself, a half for a word that begins with it, a quarter inside one. */
function match(words: string, word: string): number {
  if (!words.includes(word)) return 0;
  if (words.includes(` ${word} `)) return 1;
  return words.includes(` ${word}`) ? 0.5 : 0.25;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
