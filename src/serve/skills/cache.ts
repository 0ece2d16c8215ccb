import type { KeptSkill } from "./detail.ts";

/** What a version of a file was read as, so that a list reads only what has changed. */
export interface SkillCache {
  /** Undefined: not known. Null: that version cannot be read. */
  readonly get: (name: string, version: string) => KeptSkill | null | undefined;
  readonly set: (name: string, version: string, kept: KeptSkill | null) => void;
}

/** Characters of text that are remembered at most; what was read of them takes some times as much. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** Also the smallest skill takes some room. */
const LEAST = 500;

export function createSkillCache(most: number = MOST_CHARACTERS): SkillCache {
  const known = new Map<string, { readonly version: string; readonly kept: KeptSkill | null }>();
  let size = 0;
  const forget = (name: string): void => {
    const found = known.get(name);
    if (found !== undefined) size -= sizeOf(found.kept);
    known.delete(name);
  };
  return {
    get: (name, version) => {
      const found = known.get(name);
      return found?.version === version ? found.kept : undefined;
    },
    set: (name, version, kept) => {
      forget(name);
      size += sizeOf(kept);
      for (const oldest of known.keys()) {
        if (size <= most) break;
        forget(oldest);
      }
      known.set(name, { version, kept });
    },
  };
}

function sizeOf(kept: KeptSkill | null): number {
  return LEAST + (kept?.text.length ?? 0);
}
