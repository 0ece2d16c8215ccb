import { type Dialect, readAs, readDocument } from "../../skill/index.ts";
import { agentPrefix, readPathOf, type ScopeName, skillDirectory, SKILLS } from "./scope-paths.ts";

/** A skill that an agent can see. */
export interface ScopedSkill {
  /** The name of its folder, by which an agent's own skill hides a shared one. */
  readonly directory: string;
  /** The key in the store. */
  readonly location: string;
  /** The path under which the agent reads it. */
  readonly readPath: string;
  readonly source: ScopeName;
}

/**
 * The skills among these keys that the agent can see: its own, in their order, then the shared ones whose
 * folder is not called like one of its own.
 */
export function selectSkills(keys: readonly string[], agentId: string): readonly ScopedSkill[] {
  const own = skillsUnder(keys, agentPrefix(agentId), agentId, "agent");
  const hidden = new Set(own.map(({ directory }) => directory));
  const shared = skillsUnder(keys, SKILLS, agentId, "global");
  return [...own, ...shared.filter(({ directory }) => !hidden.has(directory))];
}

function skillsUnder(
  keys: readonly string[],
  prefix: string,
  agentId: string,
  source: ScopeName,
): readonly ScopedSkill[] {
  return keys.flatMap((location) => {
    const directory = location.startsWith(prefix) ? skillDirectory(location) : undefined;
    const readPath = readPathOf(location, agentId);
    if (directory === undefined || readPath === undefined) return [];
    return [{ directory, location, readPath, source }];
  });
}

export interface DescribedSkill extends ScopedSkill {
  /** What the system shows: the name in the file, or that of the folder. */
  readonly name: string;
  readonly description: string;
}

/** What the system of the dialect lists for an agent, given all objects by key. */
export function listSkills(
  dialect: Dialect,
  objects: Readonly<Record<string, string>>,
  agentId: string,
): readonly DescribedSkill[] {
  const keys = Object.keys(objects).sort();
  return selectSkills(keys, agentId).map((skill) =>
    describeSkill(dialect, skill, objects[skill.location] ?? ""),
  );
}

/** A skill with the name and description that the dialect finds in its text. */
function describeSkill(dialect: Dialect, skill: ScopedSkill, text: string): DescribedSkill {
  const reading = readAs(dialect, readDocument(text), { path: skill.location });
  const { name = skill.directory, description = "" } = dialect.describe(reading);
  return { ...skill, name, description };
}
