/** What somebody wants of a skill. */
export interface Demand {
  readonly name: string;
  /** Comparators with versions, a comma between those that all have to hold; `*` for any. */
  readonly range: string;
}

export interface CatalogVersion {
  readonly version: string;
  /** Nobody vouches for it, so that it is not taken unless somebody asks for it by name. */
  readonly isExperimental?: boolean | (() => Promise<boolean>);
  /** Taken back by its publisher: taken only where it is there already. */
  readonly isYanked?: boolean;
}

/** What there is to choose from; nothing for a name that nobody knows. */
export interface Catalog {
  readonly versionsOf: (name: string) => Promise<readonly CatalogVersion[]>;
  readonly dependenciesOf: (name: string, version: string) => Promise<readonly Demand[]>;
}

/** Asks a catalog for each thing once. */
export function remembering(catalog: Catalog): Catalog {
  const versions = new Map<string, Promise<readonly CatalogVersion[]>>();
  const dependencies = new Map<string, Promise<readonly Demand[]>>();
  return {
    versionsOf: (name) => once(versions, name, () => catalog.versionsOf(name)),
    dependenciesOf: (name, version) =>
      once(dependencies, JSON.stringify([name, version]), () =>
        catalog.dependenciesOf(name, version),
      ),
  };
}

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = ask();
  known.set(key, answer);
  return answer;
}
