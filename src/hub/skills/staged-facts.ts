import type { PublishedManifest } from "../../registry/contract/index.ts";

/** What all files of a skill come to. */
export interface StagedFacts {
  /** Of all files; what was granted holds for no other. */
  readonly digest: string;
  /** Undefined where the text cannot be read as a skill. */
  readonly manifest: PublishedManifest | undefined;
}

/** What was made of the files of a skill, so that they are read once for each change and not for each request. */
export interface StagedFactsCache {
  /** The facts for files with this mark; those who ask while they are read wait for the same reading. */
  readonly load: (
    name: string,
    mark: string,
    read: () => Promise<StagedFacts>,
  ) => Promise<StagedFacts>;
  readonly forget: (name: string, mark: string) => void;
}

/** Skills that are remembered; what is known of one is small. */
const MOST_KNOWN = 2000;

export function createStagedFacts(): StagedFactsCache {
  const known = new Map<string, { readonly mark: string; readonly facts: Promise<StagedFacts> }>();
  const forget: StagedFactsCache["forget"] = (name, mark) => {
    if (known.get(name)?.mark === mark) known.delete(name);
  };
  return {
    forget,
    load: async (name, mark, read) => {
      const found = known.get(name);
      if (found?.mark === mark) return await found.facts;
      const facts = read();
      known.delete(name);
      known.set(name, { mark, facts });
      for (const oldest of known.keys()) {
        if (known.size <= MOST_KNOWN) break;
        known.delete(oldest);
      }
      try {
        return await facts;
      } catch (error) {
        forget(name, mark);
        throw error;
      }
    },
  };
}
