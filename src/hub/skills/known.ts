/** What can be told of a skill without looking at its file again. */
export interface KnownSkill {
  readonly name: string;
  readonly version: string;
  readonly updatedAt: string;
  readonly ownerId: string | undefined;
}

/**
 * Every skill as it was at the last full listing, with the changes that this process has made since.
 * Looking at ten thousand files takes a second; what was seen then can be told at once.
 */
export interface KnownSkills {
  /** The newest first; undefined before anybody has looked. */
  readonly all: () => readonly KnownSkill[] | undefined;
  /** Settles when the listing under way is done; at once if there is none. */
  readonly looked: () => Promise<void>;
  /** Somebody begins to look; takes what was found once that is all, or nothing where it came to no end. */
  readonly look: () => (found: readonly KnownSkill[] | undefined) => void;
  /** A skill was written, or deleted. */
  readonly note: (name: string, skill: KnownSkill | undefined) => void;
}

export function createKnownSkills(): KnownSkills {
  let known: readonly KnownSkill[] | undefined;
  let going: Promise<void> | undefined;
  /** Changes made during a listing, which may have read the file before or after. */
  const changesOfLooks = new Set<Map<string, KnownSkill | undefined>>();
  return {
    all: () => known,
    looked: async () => {
      await going;
    },
    look: () => {
      const changes = new Map<string, KnownSkill | undefined>();
      changesOfLooks.add(changes);
      const { promise, resolve } = Promise.withResolvers<void>();
      going = promise;
      return (found) => {
        changesOfLooks.delete(changes);
        if (going === promise) going = undefined;
        resolve();
        if (found === undefined) return;
        known = found.toSorted(byAge);
        for (const [name, skill] of changes) known = withChange(known, name, skill);
      };
    },
    note: (name, skill) => {
      for (const changes of changesOfLooks) changes.set(name, skill);
      if (known !== undefined) known = withChange(known, name, skill);
    },
  };
}

function withChange(
  skills: readonly KnownSkill[],
  name: string,
  skill: KnownSkill | undefined,
): readonly KnownSkill[] {
  const others = skills.filter((other) => other.name !== name);
  return skill === undefined ? others : [...others, skill].toSorted(byAge);
}

type CachedEntry = Pick<KnownSkill, "name" | "updatedAt">;

/** Moments and names are plain letters, which sort as they stand; rules of a language would cost more than the list. */
export function byAge(a: CachedEntry, b: CachedEntry): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}
