import type { ServedSkill } from "../catalog/catalog.ts";

export interface Hit {
  readonly skill: ServedSkill;
  readonly score: number;
}

const WEIGHTS = { name: 6, tags: 4, title: 4, description: 2, whenToUse: 2, body: 1 } as const;
/** Words of the text beyond these say little of what a skill is for. */
const BODY_CHARACTERS = 2000;

/**
 * Skills that have every word of a question somewhere, the best first: a word counts more in a name than in a
 * text, whole words more than beginnings, and rare words more than common ones.
 */
export function searchSkills(
  skills: readonly ServedSkill[],
  query: string,
  tags: readonly string[] = [],
): readonly Hit[] {
  const tagged = skills.filter((skill) => tags.every((tag) => skill.tags.includes(tag)));
  const words = [...new Set(wordsOf(query))];
  if (words.length === 0) return tagged.map((skill) => ({ skill, score: 0 }));
  const scores = words.map((word) => tagged.map((skill) => weigh(skill, word)));
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

function weigh(served: ServedSkill, word: string): number {
  const { name, title = "", description, tags, skill, reading } = served;
  return (
    WEIGHTS.name * match(name, word) +
    WEIGHTS.title * match(title, word) +
    WEIGHTS.tags * match(tags.join(" "), word) +
    WEIGHTS.description * match(description, word) +
    WEIGHTS.whenToUse * match(skill.guidance.whenToUse ?? "", word) +
    WEIGHTS.body * match(reading.body.slice(0, BODY_CHARACTERS), word)
  );
}

/** 1 for the word itself, a half for a word that begins with it, a quarter inside one. */
function match(text: string, word: string): number {
  const folded = text.toLowerCase();
  let best = 0;
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    const isStart = at === 0 || !isLetter(folded.charAt(at - 1));
    const isEnd = !isLetter(folded.charAt(at + word.length));
    best = Math.max(best, isStart && isEnd ? 1 : isStart ? 0.5 : 0.25);
    if (best === 1) break;
  }
  return best;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
