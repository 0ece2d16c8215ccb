import type { HostFacts, HostInventory, Library, SkillExplanation } from "../../library/index.ts";
import { promptLimits, type PromptSkill } from "../../library/prompt/index.ts";
import { rowOfFolder, type SkillRow } from "./rows.ts";

/** The list for the model, as far as a page needs it to write the list itself under other limits. */
export interface PromptParts {
  readonly skills: readonly PromptSkill[];
  readonly maxLength?: number;
  readonly maxSkills?: number;
}

/** Skills in folders that the server keeps evaluated, and the hosts that they are held against. */
export interface LibraryView {
  readonly rows: () => readonly SkillRow[];
  /** Undefined where no such system is served. */
  readonly explain: (dialect: string, agent: string, name: string) => SkillExplanation | undefined;
  readonly prompt: (dialect: string, agent: string) => PromptParts | undefined;
  /** The text of a file that was considered; no other can be had. */
  readonly text: (dialect: string, agent: string, path: string) => string | undefined;
  readonly hosts: () => readonly HostFacts[];
  readonly subscribe: (listener: () => void) => () => void;
}

export function createLibraryView(
  libraries: readonly Library[],
  hosts: HostInventory,
): LibraryView {
  const find = (dialect: string, agent: string): Library | undefined =>
    libraries.find(
      (library) =>
        library.circumstances.dialect.id === dialect && agentsOf(library).includes(agent),
    );
  return {
    rows: () => libraries.flatMap((library) => rowsOf(library)),
    explain: (dialect, agent, name) => find(dialect, agent)?.explain(name, { agent }),
    prompt: (dialect, agent) => {
      const library = find(dialect, agent);
      return library === undefined ? undefined : promptOf(library, agent);
    },
    text: (dialect, agent, path) => {
      const all = find(dialect, agent)?.snapshot({ agent }).considered() ?? [];
      return all.find(({ candidate }) => candidate.path === path)?.candidate.reading.document.text;
    },
    hosts: () => hosts.known(),
    subscribe: (listener) => {
      const closers = [
        ...libraries.map((library) => library.subscribe(listener)),
        hosts.subscribe(listener),
      ];
      return () => {
        for (const close of closers) close();
      };
    },
  };
}

/** The agent of the library and those of its settings. */
function agentsOf(library: Library): readonly string[] {
  return [...new Set([library.snapshot().agent, ...library.config.agents.keys()])];
}

function rowsOf(library: Library): readonly SkillRow[] {
  const dialect = library.circumstances.dialect.id;
  return agentsOf(library).flatMap((agent) => {
    const considered = library.snapshot({ agent }).considered();
    const explanations = library.explainAll({ agent });
    // What was considered comes first, in the same order; files that were not taken follow.
    return explanations.map((explanation, index) =>
      rowOfFolder(explanation, considered[index], { dialect, agent }),
    );
  });
}

function promptOf(library: Library, agent: string): PromptParts | undefined {
  const { dialect, config } = library.circumstances;
  if (dialect.listing === undefined) return undefined;
  const { included, cut } = library.snapshot({ agent }).listing();
  const { maxLength, maxSkills } = promptLimits(dialect.listing, config.facts, agent);
  return {
    skills: [...included, ...cut.map(({ skill }) => skill)],
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(maxSkills === undefined ? {} : { maxSkills }),
  };
}
