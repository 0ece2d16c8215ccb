/** The skills of a library as texts that can be compared. */
import { splitDescription } from "./clauses.ts";

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
  /** Its name and all that it says of itself. */
  readonly whole: number;
  /** Its name alone. */
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
  const indexed = skills.map((skill): IndexedSkill => {
    const others = names.filter((name) => name !== skill.name);
    const { uses, requests } = splitDescription(skill.description, others);
    const said = [...uses, ...requests.map((text) => ({ text, core: text }))];
    const title = skill.name.replaceAll(/[-_:]+/gu, " ");
    return {
      skill,
      name: add(title),
      whole: add([title, ...said.map(({ core }) => core)].join(". ")),
      clauses: said.map(({ text, core }) => ({ index: add(core), text })),
      requests: (skill.requests ?? []).map((text) => ({ index: add(text), text })),
      mentions: mentionsIn(skill.description, others),
    };
  });
  return { skills: indexed, texts };
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
