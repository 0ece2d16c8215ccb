/** What became of a skill in every system that has come by it. */
import { declaredNames, fileOf } from "../../library/gate/index.ts";
import { fileExists, kindOf, lastPart, parentOf, resolvePath } from "../../platform/index.ts";
import { type Diagnostic, suggest } from "../../skill/index.ts";
import type { ServedFile, Systems } from "../context.ts";
import { fail } from "../errors.ts";
import type { DiscoveredAgent } from "../../library/agents/index.ts";
import { explainByAgent, explainElsewhere, isCovered } from "./agents.ts";
import { explainIn, type SystemExplanation } from "./explanation.ts";
import type { SystemSelection } from "./selection.ts";
import { systemProblems } from "./system-problems.ts";
import type { System } from "./systems.ts";

export interface SkillExplanations {
  readonly name: string;
  readonly systems: readonly SystemExplanation[];
  /** Only where no system has come by it: */
  readonly nearest?: string;
  /** An agent of the settings that has it. */
  readonly owner?: string;
  /** It exists, and no system looks into its folder. */
  readonly isOutside?: true;
  /** No system looks into its folder: this is what would be if one did. */
  readonly isSupposed?: true;
  /** What is wrong with the settings and machines of the systems. */
  readonly problems?: readonly Diagnostic[];
  /** On a server that serves skills itself: what it made of the files of that name. */
  readonly served?: readonly ServedFile[];
}

export async function explainSkill(
  systems: Systems,
  word: string,
  selection: SystemSelection,
): Promise<SkillExplanations> {
  if (word.trim() === "") throw fail("app/empty-name", undefined);
  const served = systems.served?.(word) ?? [];
  const explained = await explainHere(systems, word, selection);
  return served.length === 0 ? explained : { ...explained, served };
}

async function explainHere(
  systems: Systems,
  word: string,
  selection: SystemSelection,
): Promise<SkillExplanations> {
  const seen = (await systems.agents?.(selection)) ?? [];
  const byAgents = seen.flatMap((one) => explainByAgent(word, one) ?? []);
  const elsewhere = (): readonly SystemExplanation[] =>
    seen.flatMap((one) => explainElsewhere(word, one) ?? []);
  if (seen.length > 0 && isOfAgent(selection))
    return requireKnown(word, byAgents.length === 0 ? elsewhere() : byAgents, seen);
  const known = withAgents(await explainEach(systems, word, selection, seen), byAgents);
  const found = known.systems.length > 0 ? known : withAgents(known, elsewhere());
  if (found.systems.length > 0) return { name: word, systems: found.systems };
  const path = toPath(word, systems.folder);
  if (path === undefined || selection.as === undefined || selection.root.length > 0)
    return { ...found, ...(path === undefined ? {} : { isOutside: true }) };
  // Explained as if it were installed: the folder that holds it counts as one of the system's.
  const folder = kindOf(path) === "folder" ? path : parentOf(path);
  const there = await explainEach(systems, path, { ...selection, root: [parentOf(folder)] });
  if (there.systems.length === 0) return found;
  return { name: word, systems: there.systems, isSupposed: true };
}

/** The selection names a coding agent, so that no system is asked. */
function isOfAgent({ as, client }: SystemSelection): boolean {
  return as !== undefined || client !== undefined;
}

function withAgents(
  found: SkillExplanations,
  byAgents: readonly SystemExplanation[],
): SkillExplanations {
  if (byAgents.length === 0) return found;
  return { name: found.name, systems: [...found.systems, ...byAgents] };
}

function requireKnown(
  name: string,
  systems: readonly SystemExplanation[],
  seen: readonly DiscoveredAgent[],
): SkillExplanations {
  const known = new Set(
    seen.flatMap(({ view }) => [
      ...view.skills.map((skill) => skill.name),
      ...view.dropped.map(({ path }) => lastPart(parentOf(path))),
    ]),
  );
  const nearest = systems.length > 0 ? undefined : suggest(name, known);
  return { name, systems, ...(nearest === undefined ? {} : { nearest }) };
}

async function explainEach(
  systems: Systems,
  word: string,
  selection: SystemSelection,
  seen: readonly DiscoveredAgent[] = [],
): Promise<SkillExplanations> {
  const known = new Set<string>();
  const problems: Diagnostic[] = [];
  const owners = new Set<string>();
  const explained = await systems.each(selection, (system) => {
    if (seen.length > 0 && isCovered(system, seen)) return undefined;
    const explanation = explainIn(toKnownName(word, system, systems.folder), system);
    if (explanation !== undefined) return explanation;
    for (const name of listNames(system)) known.add(name);
    problems.push(...systemProblems(system));
    for (const agent of findOwners(word, system)) owners.add(agent);
    return undefined;
  });
  const nearest = explained.length > 0 ? undefined : suggest(word, known);
  const [owner] = owners;
  return {
    name: word,
    systems: explained,
    ...(nearest === undefined ? {} : { nearest }),
    ...(owner === undefined ? {} : { owner }),
    ...(explained.length > 0 || problems.length === 0 ? {} : { problems }),
  };
}

/** The file or folder that a word names, from the working directory. */
function toPath(word: string, folder: string | undefined): string | undefined {
  if (folder === undefined || !/[\\/]/u.test(word)) return undefined;
  const path = resolvePath(folder, word);
  return fileExists(path) ? path : undefined;
}

/** A skill can be called by its file or folder; the system knows it otherwise. */
function toKnownName(word: string, { library }: System, folder: string | undefined): string {
  const path = toPath(word, folder);
  if (path === undefined) return word;
  const own = library
    .snapshot()
    .evaluations()
    .find((item) => {
      const file = fileOf(item.candidate);
      return file !== undefined && (file === path || parentOf(file) === path);
    });
  return own?.candidate.path ?? word;
}

/** Every name under which a skill was come by, also where it could not be parsed. */
function listNames({ library }: System): readonly string[] {
  return library
    .snapshot()
    .evaluations()
    .flatMap(({ name, candidate }) => [
      ...(name === undefined ? declaredNames(candidate.reading) : [name]),
      candidate.reading.directory,
    ])
    .filter((name) => name !== undefined);
}

/** Agents of the settings that have come by a skill of that name. */
function findOwners(name: string, { library, askedAgent }: System): readonly string[] {
  return [...library.config.agents.keys()].filter(
    (agent) => agent !== askedAgent && library.explain(name, { agent }).files.length > 0,
  );
}
