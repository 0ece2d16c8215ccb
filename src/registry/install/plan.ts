import { fail, registryCodes, registryError } from "../errors.ts";
import type { LockEntry, SkillLock } from "../lock/index.ts";
import {
  ANY,
  byPreference,
  type Catalog,
  compareVersions,
  conflictError,
  type Demand,
  isInRange,
  isOlder,
  remembering,
  resolve,
  type ResolvedSkill,
} from "../resolve/index.ts";
import type { FetchedSkill } from "../sources/fetched.ts";
import { underCurrentName, type Wanted } from "../sources/open-source.ts";
import type { Offer, SkillPlace } from "../sources/place.ts";
import { factsOf } from "../sources/skill-index.ts";
import { needsAt } from "./needs.ts";

export interface PlanRequest {
  readonly folder: string;
  readonly lock: SkillLock;
  readonly wanted: readonly Wanted[];
  /** Where skills that others need are looked for, after the places of what is wanted. */
  readonly places: readonly SkillPlace[];
  /** Takes later versions also of skills that are only there for others, and are not pinned. */
  readonly renewsDependencies?: boolean;
  /** Changes the versions of pinned skills that are wanted as well. */
  readonly movesPinned?: boolean;
  /** Takes older versions than those that are there. */
  readonly allowsDowngrade?: boolean;
  /** Hears how far the fetching is. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** A skill that belongs to the set, and whether anything is to be done for it. */
export interface PlannedSkill {
  readonly name: string;
  readonly version: string;
  readonly requested: string;
  readonly isDependency: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
  /** What the lock has of it now. */
  readonly before?: LockEntry;
  /** What its publisher tells those who still use it. */
  readonly deprecation?: string;
  /** The name that was asked for, where it has another by now. */
  readonly formerly?: string;
  /** Absent where it stays as it is. */
  readonly fetched?: FetchedSkill;
}

const AT_ONCE = 8;

/**
 * Decides on one version for everything that is wanted, needed or there, and fetches what is new. What is installed and
 * not wanted stays, but a skill that is only there for others follows what they need.
 */
export async function planInstall(given: PlanRequest): Promise<readonly PlannedSkill[]> {
  const { lock, renewsDependencies: renews = false } = given;
  await prepare(given.wanted);
  // What is installed stays what it is called here.
  const wanted = await severalAtOnce(given.wanted, async (item) =>
    lock.has(item.name) ? item : await underCurrentName(item).catch(() => item),
  );
  const request = { ...given, wanted };
  const shelves = new SkillIndex(request);
  const names = new Set(wanted.map(({ name }) => name));
  const standing = [...lock.values()].filter(
    ({ name, isDependency }) => !names.has(name) && isDependency !== true,
  );
  const roots: readonly Demand[] = [
    ...wanted.map(({ name, range }) => ({ name, range })),
    ...standing.map(({ name }) => ({ name, range: ANY })),
  ];
  const preferred = new Map(
    [...lock.values()]
      .filter(({ name, isDependency, pin }) =>
        pin === undefined ? !names.has(name) && !(isDependency && renews) : true,
      )
      .map((entry) => [entry.name, entry.version]),
  );
  const catalog = remembering(shelves);
  await prefetchCandidates(wanted, catalog);
  const resolution = await resolve(roots, catalog, { preferred });
  if (resolution.kind === "conflict")
    throw conflictError(resolution.conflict, shelves.askedFor(resolution.conflict.name));
  for (const { name, version } of resolution.skills) {
    checkPin(lock.get(name), version, request);
    checkOlder(lock.get(name), version, request);
  }
  return await fetchAll(resolution.skills, shelves, request);
}

/** A pin is taken off by hand, or with force; it never goes without a word. */
function checkPin(
  entry: LockEntry | undefined,
  version: string,
  { movesPinned = false }: PlanRequest,
): void {
  if (entry?.pin === undefined || entry.version === version || movesPinned) return;
  throw fail("registry/pinned-skill", {
    name: entry.name,
    pin: entry.pin,
    change: { from: entry.version, to: version },
  });
}

/** What nobody named never goes back to an older version, not even since another skill would like it better. */
function checkOlder(
  entry: LockEntry | undefined,
  version: string,
  { wanted, allowsDowngrade = false }: PlanRequest,
): void {
  if (allowsDowngrade || entry === undefined || !isOlder(version, entry.version)) return;
  const asked = wanted.find(({ name }) => name === entry.name);
  if (asked !== undefined && isNamed(asked)) return;
  const why = asked === undefined ? "which another skill needs" : "the latest that its source has";
  throw fail("registry/older-version", { name: entry.name, from: entry.version, to: version, why });
}

/** Somebody named a version, or a place that has only one. */
function isNamed({ place, range, current }: Wanted): boolean {
  if (current !== undefined) return false;
  return range !== ANY || (place.kind !== "registry" && place.kind !== "clawhub");
}

/**
 * Asks for several skills at once what the resolver asks one by one. It is the resolver that meets what fails: only it
 * knows whether a name counts at all.
 */
async function prefetchCandidates(wanted: readonly Wanted[], catalog: Catalog): Promise<void> {
  const ask = async ({ name, range }: Wanted): Promise<void> => {
    const versions = await catalog.versionsOf(name);
    const [likely] = versions
      .filter(({ version, isYanked }) => isYanked !== true && isInRange(version, range))
      .toSorted((a, b) => byPreference(a.version, b.version));
    if (likely !== undefined) await catalog.dependenciesOf(name, likely.version);
  };
  await severalAtOnce(wanted, (item) => ask(item).catch(() => {}));
}

async function prepare(wanted: readonly Wanted[]): Promise<void> {
  await Promise.all(
    [...Map.groupBy(wanted, ({ place }) => place)].map(async ([place, items]) => {
      await place.prepare?.(items.map(({ name }) => name)).catch(() => {});
    }),
  );
}

/** In their order, with a few of them under way at any time. */
async function severalAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

async function fetchAll(
  skills: readonly ResolvedSkill[],
  shelves: SkillIndex,
  { lock, wanted, onProgress = () => {} }: PlanRequest,
): Promise<readonly PlannedSkill[]> {
  const byName = new Map(wanted.map((item) => [item.name, item]));
  let done = 0;
  const plan = async (skill: ResolvedSkill): Promise<PlannedSkill> => {
    const { name, version, dependencies } = skill;
    const before = lock.get(name);
    const asked = byName.get(name);
    const isKept = before?.version === version && (asked === undefined || isFinal(asked));
    const fetched = isKept ? undefined : await shelves.fetch(name, version);
    const deprecation = isKept ? undefined : await shelves.deprecationOf(name, version);
    onProgress((done += 1), skills.length);
    return {
      name,
      version,
      requested: asked?.requested ?? before?.requested ?? ANY,
      isDependency: asked === undefined && (before === undefined || before.isDependency === true),
      dependencies,
      ...(before === undefined ? {} : { before }),
      ...(deprecation === undefined ? {} : { deprecation }),
      ...(asked?.formerly === undefined ? {} : { formerly: asked.formerly }),
      ...(fetched === undefined ? {} : { fetched }),
    };
  };
  return await severalAtOnce(skills, plan);
}

/** A version of a registry never changes; other places have only what they have now. */
function isFinal({ place, current }: Wanted): boolean {
  return current !== undefined && (place.kind === "registry" || place.kind === "clawhub");
}

/** Everything that can be chosen from: wanted places, what is installed, and places for what others need. */
class SkillIndex implements Catalog {
  readonly #folder: string;
  readonly #lock: SkillLock;
  readonly #wanted: ReadonlyMap<string, Wanted>;
  readonly #places: readonly SkillPlace[];
  readonly #allowsDowngrade: boolean;
  readonly #found = new Map<string, SkillPlace>();

  constructor({ folder, lock, wanted, places, allowsDowngrade = false }: PlanRequest) {
    this.#allowsDowngrade = allowsDowngrade;
    this.#folder = folder;
    this.#lock = lock;
    this.#wanted = new Map(wanted.map((item) => [item.name, item]));
    this.#places = [...new Set([...wanted.map(({ place }) => place), ...places])];
    const twice = wanted.find((item) => this.#wanted.get(item.name) !== item);
    if (twice !== undefined)
      throw registryError(registryCodes.nameTaken, `Two skills are called \`${twice.name}\`.`, {
        hint: "Nothing was written.",
      });
  }

  versionsOf = async (name: string): Promise<readonly Offer[]> => {
    const wanted = this.#wanted.get(name);
    const entry = this.#lock.get(name);
    if (wanted !== undefined) {
      const offers = await wanted.place.offersOf(name);
      const { current } = wanted;
      if (current === undefined || entry === undefined || !isFinal(wanted)) return offers;
      if (this.#allowsDowngrade) return withInstalled(offers, this.#installed(entry));
      // An update never goes back, not even for the sake of another skill that would then be newer.
      const later = offers.filter(({ version }) => compareVersions(version, current) > 0);
      return withInstalled(later, this.#installed(entry));
    }
    if (entry !== undefined && (entry.isDependency !== true || entry.pin !== undefined))
      return [this.#installed(entry)];
    for (const place of this.#places) {
      // A skill from elsewhere does not change its source because it is needed.
      if (entry !== undefined && entry.resolved !== place.address) continue;
      const offers = await place.offersOf(name);
      if (offers.length === 0) continue;
      this.#found.set(name, place);
      return entry === undefined ? offers : withInstalled(offers, this.#installed(entry));
    }
    return entry === undefined ? [] : [this.#installed(entry)];
  };

  dependenciesOf = async (name: string, version: string): Promise<readonly Demand[]> => {
    const offer = (await this.versionsOf(name)).find((item) => item.version === version);
    return offer?.dependencies ?? (await offer?.readDependencies?.()) ?? [];
  };

  /** The places in which a skill was looked for. */
  askedFor(name: string): readonly string[] {
    const wanted = this.#wanted.get(name);
    const places = wanted === undefined ? this.#places : [wanted.place];
    return [...new Set(places.map(({ address }) => address))];
  }

  async deprecationOf(name: string, version: string): Promise<string | undefined> {
    const offers = await this.versionsOf(name);
    return offers.find((offer) => offer.version === version)?.deprecation;
  }

  async fetch(name: string, version: string): Promise<FetchedSkill> {
    const place = this.#wanted.get(name)?.place ?? this.#found.get(name);
    if (place === undefined) throw new Error(`no source offers ${name}`);
    const skill = await place.fetch(name, version);
    const given = skill.version ?? factsOf(skill).version;
    if (skill.name === name && (given === version || given === "")) return skill;
    throw fail("registry/wrong-frontmatter", {
      place: place.address,
      name: `\`${name}\` ${version}`,
      given: `\`${skill.name}\` ${given}`,
    });
  }

  #installed({ name, version }: LockEntry): Offer {
    // What it lacks already is not for this change to mend.
    const dependencies = needsAt(this.#folder, name).filter(
      (demand) => this.#lock.has(demand.name) || this.#wanted.has(demand.name),
    );
    return { version, dependencies };
  }
}

function withInstalled(offers: readonly Offer[], installed: Offer): readonly Offer[] {
  // It may have been taken back, but it is there.
  return [...offers.filter(({ version }) => version !== installed.version), installed];
}
