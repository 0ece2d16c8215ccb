import type { SkillReading } from "./reading/index.ts";

/** What a version of a file was read as, so that only what has changed is read. */
export interface SkillCache {
  /** Undefined: not known. */
  readonly get: (name: string, version: string) => SkillReading | undefined;
  readonly set: (name: string, version: string, reading: SkillReading) => void;
}

/** Characters of text that are remembered at most; what was read of them takes some times as much. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** Also the smallest skill takes some room. */
const LEAST = 500;

export function createSkillCache(most: number = MOST_CHARACTERS): SkillCache {
  const known = new Map<string, { readonly version: string; readonly reading: SkillReading }>();
  let size = 0;
  const forget = (name: string): void => {
    const found = known.get(name);
    if (found !== undefined) size -= estimateSize(found.reading);
    known.delete(name);
  };
  return {
    get: (name, version) => {
      const found = known.get(name);
      return found?.version === version ? found.reading : undefined;
    },
    set: (name, version, reading) => {
      forget(name);
      size += estimateSize(reading);
      for (const oldest of known.keys()) {
        if (size <= most) break;
        forget(oldest);
      }
      known.set(name, { version, reading });
    },
  };
}

function estimateSize(reading: SkillReading): number {
  return LEAST + ("content" in reading ? reading.content.text.length : 0);
}
