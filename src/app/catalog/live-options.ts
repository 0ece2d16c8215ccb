import type { Clock } from "../../platform/machine/index.ts";
import type { WatchFunction } from "../../platform/tree/index.ts";
import type { FoundSkill, RootNames } from "./find.ts";
import type { SkillLimits } from "./folder.ts";
import type { JudgeOptions } from "./judge.ts";
import type { SkillStore } from "./skill-cache.ts";
import type { SkillScanner, Verdict, VerdictStore } from "./verdicts.ts";

export interface LiveOptions extends JudgeOptions {
  /** Folders of skills, or skill files; the first has precedence. */
  readonly paths: readonly string[];
  /** How the paths are called where skills are named, also to clients. */
  readonly rootNames?: RootNames;
  readonly limits?: SkillLimits;
  /** Folders that are searched below a path at most. */
  readonly mostFolders?: number;
  /** Bytes of files that are kept ready at most. */
  readonly cacheBytes?: number;
  /** False: changes are looked for when `refresh` is called, and at no other time. */
  readonly watches?: boolean;
  readonly clock?: Clock;
  /** What scans skills, for about so many of them. */
  readonly openScanner: (count: number) => Promise<SkillScanner>;
  /** A verdict that whoever has the skills knows already, by the folder. */
  readonly verdictOf?: (folder: string) => Verdict | undefined;
  readonly verdictStore?: VerdictStore;
  /** Where what was made of skills is kept for the next start. */
  readonly skillStore?: SkillStore;
  /**
   * The skills, from whoever has placed them, in place of a search below the paths. A folder is looked at when it is
   * new, and again where `refresh` names a file in it. Default: the paths are searched.
   */
  readonly list?: () => readonly FoundSkill[];
  /** Skills to serve although the scan blocks them. */
  readonly allowBlocked?: readonly string[];
  /** How a folder is watched, for tests. */
  readonly watchFunction?: WatchFunction;
  /** Hears how many skills were found, before they are read. */
  readonly onFound?: (count: number) => void;
  /** Hears when all that had to be read is read, before anything is made of the last of them. */
  readonly onRead?: () => void;
  readonly onProblem?: (error: unknown) => void;
}
