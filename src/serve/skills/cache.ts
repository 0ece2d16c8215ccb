import type { KeptSkill } from "./detail.ts";

/** What a version of a file was read as, so that a list reads only what has changed. */
export interface SkillCache {
  /** Undefined: not known. Null: that version cannot be read. */
  readonly get: (name: string, version: string) => KeptSkill | null | undefined;
  readonly set: (name: string, version: string, kept: KeptSkill | null) => void;
}

/** Skills that are remembered at most; each has 50 KB at the most, and most have far less. */
const MOST_SKILLS = 5000;

export function createSkillCache(most: number = MOST_SKILLS): SkillCache {
  const known = new Map<string, { readonly version: string; readonly kept: KeptSkill | null }>();
  return {
    get: (name, version) => {
      const found = known.get(name);
      return found?.version === version ? found.kept : undefined;
    },
    set: (name, version, kept) => {
      known.delete(name);
      const [oldest] = known.keys();
      if (known.size >= most && oldest !== undefined) known.delete(oldest);
      known.set(name, { version, kept });
    },
  };
}
