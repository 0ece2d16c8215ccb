/** The skills of a library as texts that can be compared. */
import { type Clause, splitDescription } from "./clauses.ts";

export interface LibrarySkill {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  /** Requests that its author means for it, from evaluations. */
  readonly requests?: readonly string[];
}

/** A sentence of a description, or a request, by its place in the list of texts. */
export interface Probe {
  readonly index: number;
  /** As the author wrote it. */
  readonly text: string;
}

export interface IndexedSkill {
  readonly skill: LibrarySkill;
  /** Its place in the library. */
  readonly place: number;
  /** Its name, as a text. */
  readonly name: number;
  readonly clauses: readonly Probe[];
  readonly requests: readonly Probe[];
  /** Skills that its description speaks of. */
  readonly mentions: ReadonlySet<string>;
}

export interface IndexedLibrary {
  readonly skills: readonly IndexedSkill[];
  /** What has to be compared; the vectors of an embedding model come in this order. */
  readonly texts: readonly string[];
}

export function indexLibrary(skills: readonly LibrarySkill[]): IndexedLibrary {
  const texts: string[] = [];
  const add = (text: string): number => texts.push(text) - 1;
  const names = skills.map(({ name }) => name);
  const split = skills.map(({ name, description }) => {
    const { uses, requests } = splitDescription(
      description,
      names.filter((other) => other !== name),
    );
    return [...uses, ...requests.map((text) => ({ text, core: text }))];
  });
  const isCommon = findCommon(split);
  const indexed = skills.map((skill, place): IndexedSkill => {
    const others = names.filter((name) => name !== skill.name);
    const all = split[place] ?? [];
    const own = all.filter(({ core }) => !isCommon(core));
    const said = own.length === 0 ? all : own;
    return {
      skill,
      place,
      name: add(skill.name.replaceAll(/[-_:]+/gu, " ")),
      clauses: said.map(({ text, core }) => ({ index: add(core), text })),
      requests: (skill.requests ?? []).map((text) => ({ index: add(text), text })),
      mentions: mentionsIn(skill.description, others),
    };
  });
  return { skills: indexed, texts };
}

/** From so many skills on, a sentence is a notice of the library, and tells none of them from the others. */
const COMMON = 3;

function findCommon(split: readonly (readonly Clause[])[]): (core: string) => boolean {
  const counts = new Map<string, number>();
  for (const clauses of split)
    for (const core of new Set(clauses.map((clause) => plainText(clause.core))))
      counts.set(core, (counts.get(core) ?? 0) + 1);
  return (core) => (counts.get(plainText(core)) ?? 0) >= COMMON;
}

/** Letters and digits alone, for texts that differ in nothing else. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A name such as `spring` is a word as well: it counts where the reader is sent to it. */
function mentionsIn(description: string, names: readonly string[]): ReadonlySet<string> {
  const text = description.toLowerCase();
  const words = new Set(text.match(/[\p{L}\p{N}]+(?:[-_:][\p{L}\p{N}]+)*/gu));
  const sentTo = new Set(
    [...text.matchAll(/(?:`|\b(?:use|see|prefer) (?:the )?)([\p{L}\p{N}_:-]+)/gu)].map(
      (match) => match[1] ?? "",
    ),
  );
  return new Set(
    names.filter((name) => {
      const lower = name.toLowerCase();
      return /[-_:]/u.test(lower) ? words.has(lower) : sentTo.has(lower);
    }),
  );
}
