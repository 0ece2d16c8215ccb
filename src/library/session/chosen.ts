import type { LoadedSkill } from "../gate/index.ts";
import type { DiscoveredSkill } from "../roots/index.ts";
import type { CommandSkill } from "./commands.ts";
import type { EnvironmentSkill } from "./environment.ts";

/** A skill that an agent has. */
export interface SnapshotSkill extends EnvironmentSkill {
  readonly description: string;
  /** Where it comes from, by the name that the system has for it. */
  readonly source: string;
  /** Its file, as the system names it. */
  readonly location: string;
  /** Its folder. */
  readonly baseDir: string;
  readonly isOfferedToModel: boolean;
  readonly isOfferedToUser: boolean;
  /** Hosts that can serve it, where hosts decide. */
  readonly hosts: readonly string[];
  /** What a sandbox must have as well. */
  readonly bins: { readonly all: readonly string[]; readonly any: readonly string[] };
}

/** The same in all the forms in which a snapshot shows it. */
export interface Chosen {
  readonly skill: SnapshotSkill;
  readonly loaded: LoadedSkill;
  readonly command: CommandSkill;
}

export function toChosen(loaded: LoadedSkill, hosts: readonly string[]): Chosen {
  // The candidates are those of the look that the snapshot is made from.
  const candidate = loaded.candidate as DiscoveredSkill;
  const { requirements } = loaded.skill;
  const skill: SnapshotSkill = {
    name: loaded.name,
    description: loaded.description,
    source: candidate.source,
    location: candidate.path,
    baseDir: candidate.baseDir,
    configKeys: loaded.configKeys,
    ...(loaded.primaryEnv === undefined ? {} : { primaryEnv: loaded.primaryEnv }),
    requiredEnv: requirements.env ?? [],
    isOfferedToModel: loaded.isOfferedToModel,
    isOfferedToUser: loaded.isOfferedToUser,
    hosts,
    bins: { all: requirements.bins ?? [], any: requirements.anyBins ?? [] },
  };
  return {
    skill: Object.freeze(skill),
    loaded,
    command: { ...skill, ...loaded.skill.invocation },
  };
}
