import type { HostFacts, HostInventory, Library } from "../../library/index.ts";
import { promptLimits, type PromptSkill } from "../../library/prompt/index.ts";
import { listAgents, toFolderRows } from "./folder-rows.ts";
import { readTextIfPresent } from "../../platform/index.ts";
import type { AgentFiles, AgentsView, SkillRow } from "./rows.ts";

/** The list for the model, as far as a page needs it to write the list itself under other limits. */
export interface PromptParts {
  readonly skills: readonly PromptSkill[];
  readonly maxLength?: number;
  readonly maxSkills?: number;
  /** Of a coding agent, whose own rules have been applied: the entries of its list, in its order. */
  readonly entries?: readonly PromptEntry[];
}

export interface PromptEntry {
  readonly name: string;
  /** As it stands in the list; null: the model does not see the skill. */
  readonly shown: string | null;
  /** Characters that were cut. */
  readonly cut: number;
  /** Why not all of it is shown: a sentence. */
  readonly why?: string;
}

/** Skills in folders that the server keeps evaluated, and the hosts that they are held against. */
export interface LibraryView {
  /** One for each file. */
  readonly rows: () => readonly SkillRow[];
  /** Each the skills of one system, kept up to date. */
  readonly libraries: readonly Library[];
  /** Undefined where no such system is served. */
  readonly prompt: (dialect: string, agent: string) => PromptParts | undefined;
  /** The text of a file that was considered; no other can be had. */
  readonly text: (dialect: string, agent: string, path: string) => string | undefined;
  readonly hosts: () => readonly HostFacts[];
  readonly subscribe: (listener: () => void) => () => void;
  /** The coding agents of this machine, where it shows them. */
  readonly agents?: AgentsView;
  /** Its skills may be changed where they lie: only users of this machine reach the server. */
  readonly isLocal: boolean;
}

export function createLibraryView(
  libraries: readonly Library[],
  hosts: HostInventory,
  { agents, isLocal = false }: { readonly agents?: AgentsView; readonly isLocal?: boolean } = {},
): LibraryView {
  const find = (dialect: string, agent: string): Library | undefined =>
    libraries.find(
      (library) =>
        library.environment.dialect.id === dialect && listAgents(library).includes(agent),
    );
  return {
    rows: cacheRows(libraries, agents),
    ...(agents === undefined ? {} : { agents }),
    libraries,
    isLocal,
    prompt: (dialect, agent) => {
      const library = find(dialect, agent);
      return library === undefined
        ? buildAgentPromptParts(agents, dialect)
        : buildPromptParts(library, agent);
    },
    text: (dialect, agent, path) => {
      const all = find(dialect, agent)?.snapshot({ agent }).evaluations() ?? [];
      const read = all.find(({ candidate }) => candidate.path === path);
      if (read !== undefined) return read.candidate.reading.document.text;
      const known = agents?.list().find(({ id }) => id === dialect)?.files ?? [];
      return known.some(({ file }) => file === path) ? readTextIfPresent(path) : undefined;
    },
    hosts: () => hosts.known(),
    subscribe: (listener) => {
      const closers = [
        ...libraries.map((library) => library.subscribe(listener)),
        hosts.subscribe(listener),
        ...(agents === undefined ? [] : [agents.subscribe(listener)]),
      ];
      return () => {
        for (const close of closers) close();
      };
    },
  };
}

/** Rows of thousands of files stay as they are until something changes. */
function cacheRows(
  libraries: readonly Library[],
  agents: AgentsView | undefined,
): () => readonly SkillRow[] {
  const versionsNow = (): string => libraries.map(({ version }) => version).join(" ");
  let kept:
    | {
        readonly versions: string;
        readonly seen: readonly AgentFiles[] | undefined;
        readonly rows: readonly SkillRow[];
      }
    | undefined;
  return () => {
    const versions = versionsNow();
    const seen = agents?.list();
    // Looking at files may bring a change to light, so that what was seen before it is asked for again.
    if (kept?.versions !== versions || kept.seen !== seen)
      kept = { versions, seen, rows: toFolderRows(libraries, seen) };
    return kept.rows;
  };
}

function buildAgentPromptParts(
  agents: AgentsView | undefined,
  id: string,
): PromptParts | undefined {
  const [seen] = agents?.see(id) ?? [];
  if (seen === undefined) return undefined;
  const entries = seen.view.skills.map(({ name, shown, cut, why }): PromptEntry => ({
    name,
    shown,
    cut: cut === undefined ? 0 : cut.of - cut.kept,
    ...(why === undefined ? {} : { why }),
  }));
  return { skills: [], entries };
}

function buildPromptParts(library: Library, agent: string): PromptParts | undefined {
  const { dialect, config } = library.environment;
  if (dialect.listing === undefined) return undefined;
  const { included, cut } = library.snapshot({ agent }).listing();
  const { maxLength, maxSkills } = promptLimits(dialect.listing, config.facts, agent);
  return {
    skills: [...included, ...cut.map(({ skill }) => skill)],
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(maxSkills === undefined ? {} : { maxSkills }),
  };
}
