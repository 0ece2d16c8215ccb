import { type Catalog, type CatalogVersion, type Demand, remembering } from "./catalog.ts";
import { type Chain, type Conflict, type Obstacle } from "./conflict.ts";

import { byPreference, isInRange } from "./ranges.ts";

export interface ResolvedSkill {
  readonly name: string;
  readonly version: string;
  /** Somebody asked for it by name. */
  readonly isDirect: boolean;
  /** The exact versions of the skills that it needs. */
  readonly dependencies: Readonly<Record<string, string>>;
}

export type Resolution =
  | {
      readonly kind: "resolved";
      /** Each after everything that it needs. */
      readonly skills: readonly ResolvedSkill[];
    }
  | { readonly kind: "conflict"; readonly conflict: Conflict };

export interface ResolveOptions {
  /** Versions that are there, which stay where nothing stands against them. */
  readonly preferred?: ReadonlyMap<string, string>;
  /** Decisions to try before giving up. */
  readonly maxDecisions?: number;
}

interface Decision {
  readonly version: string;
  readonly dependencies: readonly Demand[];
}

/** Why there is no way on: the decisions that are to blame, and what a person is told. */
interface Failure {
  readonly culprits: Set<string>;
  readonly conflict: Conflict;
}

const MAX_DECISIONS = 50_000;

/**
 * One version of each skill that is needed, so that every demand is met, or why there is none. The first of the roots
 * gets the highest version with which there is a way at all, then the next one. A failure goes back to the last decision
 * that has to do with it, so that the whole space is searched without being walked.
 */
export async function resolve(
  roots: readonly Demand[],
  catalog: Catalog,
  options: ResolveOptions = {},
): Promise<Resolution> {
  const search = new Search(roots, remembering(catalog), options);
  const failure = await search.run();
  if (failure !== undefined) return { kind: "conflict", conflict: failure.conflict };
  return { kind: "resolved", skills: search.result() };
}

/** Some catalogs have to be asked, and only for what is about to be taken. */
async function isTrue(value: boolean | (() => Promise<boolean>)): Promise<boolean> {
  return typeof value === "function" ? await value() : value;
}

class Search {
  readonly #roots: readonly Demand[];
  readonly #direct: ReadonlySet<string>;
  readonly #catalog: Catalog;
  readonly #preferred: ReadonlyMap<string, string>;
  readonly #decided = new Map<string, Decision>();
  #left: number;

  constructor(roots: readonly Demand[], catalog: Catalog, options: ResolveOptions) {
    this.#roots = roots;
    this.#direct = new Set(roots.map(({ name }) => name));
    this.#catalog = catalog;
    this.#preferred = options.preferred ?? new Map();
    this.#left = options.maxDecisions ?? MAX_DECISIONS;
  }

  result(): readonly ResolvedSkill[] {
    const skills = [...this.#decided].map(([name, { version, dependencies }]): ResolvedSkill => {
      const exact = dependencies.map((demand) => [
        demand.name,
        this.#decided.get(demand.name)?.version ?? "",
      ]);
      return {
        name,
        version,
        isDirect: this.#direct.has(name),
        dependencies: Object.fromEntries(exact),
      };
    });
    return inInstallOrder(skills);
  }

  /** Undefined: all that is demanded is decided. */
  async run(): Promise<Failure | undefined> {
    const name = this.#nextName();
    if (name === undefined) return undefined;
    const demands = this.#demandsOn(name);
    const culprits = new Set(demands.flatMap(({ by }) => (by === undefined ? [] : [by])));
    const versions = await this.#catalog.versionsOf(name);
    const obstacles: Obstacle[] = [];
    let inner: Conflict | undefined;
    for (const candidate of this.#inOrder(name, versions)) {
      const obstacle = await this.#tryOut(name, candidate, demands, culprits);
      if (obstacle !== undefined) {
        obstacles.push(obstacle);
        continue;
      }
      const failure = await this.run();
      if (failure === undefined) return undefined;
      this.#decided.delete(name);
      // The decision has nothing to do with it, so another one would not help.
      if (!failure.culprits.delete(name)) return failure;
      inner ??= failure.conflict;
      for (const culprit of failure.culprits) culprits.add(culprit);
    }
    return { culprits, conflict: inner ?? this.#conflictOn(name, versions, obstacles) };
  }

  /** In the order in which names come up, which makes the answer the same every time. */
  #nextName(): string | undefined {
    const root = this.#roots.find(({ name }) => !this.#decided.has(name));
    if (root !== undefined) return root.name;
    for (const { dependencies } of this.#decided.values()) {
      const next = dependencies.find(({ name }) => !this.#decided.has(name));
      if (next !== undefined) return next.name;
    }
    return undefined;
  }

  #demandsOn(name: string): readonly { readonly range: string; readonly by?: string }[] {
    return [
      ...this.#roots.filter((root) => root.name === name).map(({ range }) => ({ range })),
      ...[...this.#decided].flatMap(([by, { dependencies }]) =>
        dependencies.filter((demand) => demand.name === name).map(({ range }) => ({ range, by })),
      ),
    ];
  }

  #inOrder(name: string, versions: readonly CatalogVersion[]): readonly CatalogVersion[] {
    const kept = this.#preferred.get(name);
    return versions
      .filter(({ version, isYanked }) => isYanked !== true || version === kept)
      .toSorted(
        (a, b) =>
          Number(b.version === kept) - Number(a.version === kept) ||
          byPreference(a.version, b.version),
      );
  }

  /** Decides for a version, or says why it cannot be. */
  async #tryOut(
    name: string,
    { version, isExperimental = false }: CatalogVersion,
    demands: readonly { readonly range: string }[],
    culprits: Set<string>,
  ): Promise<Obstacle | undefined> {
    if (!demands.every(({ range }) => isInRange(version, range))) return { kind: "range", version };
    if (!this.#direct.has(name) && (await isTrue(isExperimental)))
      return { kind: "experimental", version };
    const dependencies = await this.#catalog.dependenciesOf(name, version);
    const unmet = dependencies.find((demand) => {
      const decided = this.#decided.get(demand.name);
      return decided !== undefined && !isInRange(decided.version, demand.range);
    });
    if (unmet !== undefined) {
      culprits.add(unmet.name);
      const chosen = this.#decided.get(unmet.name)?.version ?? "";
      return {
        kind: "dependency",
        version,
        demand: unmet,
        chosen,
        chains: this.#chains(unmet.name),
      };
    }
    const cycle = this.#cycleWith(name, dependencies);
    if (cycle !== undefined) {
      for (const step of cycle) if (step !== name) culprits.add(step);
      return { kind: "cycle", version, cycle };
    }
    this.#left -= 1;
    if (this.#left < 0) return { kind: "given-up", version };
    this.#decided.set(name, { version, dependencies });
    return undefined;
  }

  /** From the skill through what it needs back to itself. */
  #cycleWith(name: string, dependencies: readonly Demand[]): readonly string[] | undefined {
    const seen = new Set<string>();
    const walk = (
      demands: readonly Demand[],
      path: readonly string[],
    ): readonly string[] | undefined => {
      for (const demand of demands) {
        if (demand.name === name) return [...path, name];
        const decided = this.#decided.get(demand.name);
        if (decided === undefined || seen.has(demand.name)) continue;
        seen.add(demand.name);
        const found = walk(decided.dependencies, [...path, demand.name]);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return walk(dependencies, [name]);
  }

  #conflictOn(
    name: string,
    versions: readonly CatalogVersion[],
    obstacles: readonly Obstacle[],
  ): Conflict {
    return {
      name,
      chains: this.#chains(name),
      available: versions
        .filter(({ isYanked }) => isYanked !== true)
        .map(({ version }) => version)
        .toSorted(byPreference),
      obstacles,
    };
  }

  /** Every demand on a name, with the way from what was asked for to it. */
  #chains(name: string): readonly Chain[] {
    return this.#demandsOn(name).map(({ range, by }) => ({
      range,
      steps: by === undefined ? [] : this.#wayTo(by),
    }));
  }

  #wayTo(name: string): Chain["steps"] {
    const version = this.#decided.get(name)?.version ?? "";
    const step = { name, version };
    if (this.#direct.has(name)) return [step];
    // There are no cycles among what is decided, and whatever is no root was demanded by something.
    const demander = [...this.#decided].find(([, { dependencies }]) =>
      dependencies.some((demand) => demand.name === name),
    );
    return demander === undefined ? [step] : [...this.#wayTo(demander[0]), step];
  }
}

interface Dependent {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Each after everything that it needs, and otherwise as given; what runs in a circle stays in it. */
function inInstallOrder<T extends Dependent>(skills: readonly T[]): readonly T[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const ordered = new Set<T>();
  const begun = new Set<string>();
  const visit = (skill: T): void => {
    if (begun.has(skill.name)) return;
    begun.add(skill.name);
    for (const name of Object.keys(skill.dependencies)) {
      const next = byName.get(name);
      if (next !== undefined) visit(next);
    }
    ordered.add(skill);
  };
  for (const skill of skills) visit(skill);
  return [...ordered];
}
