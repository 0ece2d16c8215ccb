import { type Store, storeCodes, type StoreObject } from "../../library/store/index.ts";
import { type Clock, createTurns, type Turns } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { Database } from "../data/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { HistoryPorts } from "./history.ts";
import { createSkillCache, type SkillCache } from "./cache.ts";
import { createKnownSkills, type KnownSkills } from "./known.ts";
import { createStagedFacts, type StagedFactsCache } from "./staged-facts.ts";

export interface StoredSkillPorts extends HistoryPorts {
  /** Holds `NAME/SKILL.md` for every skill. */
  readonly store: Store;
  readonly database: Database;
  readonly clock: Clock;
  /** What each user may keep. */
  readonly quotas?: Quotas;
  /** Reads the files, which strangers wrote. */
  readonly jobs: Jobs;
  /** Absent: every list reads every file. */
  readonly cache?: SkillCache;
  /** Absent: the newest ones are looked for among all, each time. */
  readonly known?: KnownSkills;
  /** Absent: whoever asks what a skill may do reads all of its files. */
  readonly facts?: StagedFactsCache;
  /** Lets changes of one skill wait for each other; absent: they retry on conflict. */
  readonly turns?: Turns;
}

/** The stored skills as one process sees them: it remembers what it read, and lets its own changes wait for each other. */
export function openStoredSkills(
  ports: Pick<StoredSkillPorts, "store" | "database" | "clock" | "history" | "quotas" | "jobs">,
): StoredSkillPorts {
  return {
    ...ports,
    cache: createSkillCache(),
    known: createKnownSkills(),
    facts: createStagedFacts(),
    turns: createTurns(),
  };
}

export const SKILL_FILE = "SKILL.md";

export function skillKey(name: string): string {
  return `${name}/${SKILL_FILE}`;
}

/** A file of a skill; a link or a folder is none, and where a link leads is not for those who ask. */
export async function readFile(
  { store }: StoredSkillPorts,
  key: string,
): Promise<StoreObject | undefined> {
  try {
    return await store.get(key);
  } catch (error) {
    if (isInTheWay(error)) return undefined;
    throw error;
  }
}

const IN_THE_WAY: ReadonlySet<string> = new Set([storeCodes.linkRefused, storeCodes.keyBlocked]);

/** Whether something other than a file of the store stands at a key, or on the way to it. */
export function isInTheWay(error: unknown): boolean {
  return SkillError.isInstance(error) && IN_THE_WAY.has(error.diagnostic.code);
}
