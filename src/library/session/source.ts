import type { Diagnostic } from "../../skill/index.ts";
import type { RefusedFile, RootScan, SkillRoot } from "../roots/index.ts";

export interface SourceEvents {
  /** Something may have changed; a look tells what. */
  readonly onChange: () => void;
  /** Changes can no longer be heard of, and must be looked for; `why` completes "… because …". */
  readonly onDeaf: (why: string, error: Error) => void;
  /** Something that changed could not be read. */
  readonly onProblem: (problem: Diagnostic) => void;
}

/** Where the skills of a library come from: folders of this machine, or a store. */
export interface SkillSource {
  /** What an agent has, as far as it is known here. Only what changed is read. */
  readonly look: (agent: string) => RootScan;
  /** Makes known what changed without being reported. */
  readonly refresh: () => Promise<void>;
  /** The folders in which skills are looked for, highest precedence first. */
  readonly roots: (agent: string) => readonly SkillRoot[];
  /** Skills that a look never comes by, each with the reason. */
  readonly passedOver: (agent: string) => readonly RefusedFile[];
  /** The names that a file which is not taken gives itself, the likeliest first. */
  readonly namesIn: (file: string) => readonly string[];
  /** Something that changed could not be read, so that only a refresh makes it known. */
  readonly isStale?: () => boolean;
  /** Begins to report changes; false where it cannot. */
  readonly watch: (events: SourceEvents) => Promise<boolean>;
  readonly close: () => Promise<void>;
}
