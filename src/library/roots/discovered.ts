import type { Diagnostic } from "../../skill/index.ts";
import type { Candidate } from "../gate/index.ts";
import type { RefusedFile } from "./refused.ts";
import type { SkillRoot } from "./root.ts";

/** A file that may be a skill. */
export interface FoundSkill {
  readonly root: SkillRoot;
  /** As the file system is asked for it. */
  readonly path: string;
  /** Its folder inside the root, with `/` between the parts. */
  readonly folder: string;
  /** The real path where links lead out of the root, otherwise the same as `path`. */
  readonly shown: string;
}

/** A skill as it was seen, with all that the gate asks for. */
export interface DiscoveredSkill extends Candidate {
  /** Equal for equal content. */
  readonly hash: string;
  /** The folder of the skill, for `{baseDir}`. */
  readonly baseDir: string;
}

export interface RootScan {
  /** In the order that the gate expects of candidates. */
  readonly skills: readonly DiscoveredSkill[];
  /** What lies in a root and is not taken. */
  readonly refused: readonly RefusedFile[];
  /** The same as problems, and those that are of no file in a root. */
  readonly problems: readonly Diagnostic[];
}
