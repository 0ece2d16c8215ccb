import { joinPath, reasonOf } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import { compareSkills, type SkillChange } from "../../skill/compare/index.ts";
import { treeIntegrity } from "../package/digests.ts";
import { readInstalled, readManifest } from "../package/read-files.ts";
import type { AppliedSkill } from "../install/index.ts";
import { integrityAt } from "../install/installed-files.ts";
import { readPristine } from "../install/pristine.ts";
import type { LockEntry } from "../lock/index.ts";
import { ANY, byPreference, isInRange, isOlder, isPrerelease } from "../resolve/index.ts";
import { openReference, type SourceContext, type Wanted } from "../sources/open-source.ts";
import { readReference, type Reference } from "../sources/reference.ts";
import { readStates, whyTakenDown } from "../states/state-file.ts";

export interface SkippedSkill {
  readonly name: string;
  /** Completes "because …". */
  readonly reason: string;
  /** Its source could not be asked, so nobody knows whether there is a later version. */
  readonly isFailure?: boolean;
}

/** An installed version that its registry took away. */
interface TakenDownSkill {
  readonly name: string;
  readonly version: string;
  /** What the registry says of it. */
  readonly reason: string;
}

export interface UpdateReport {
  readonly skills: readonly AppliedSkill[];
  /** What was left alone, and why. */
  readonly skipped: readonly SkippedSkill[];
  /** What stays installed though its registry took it away. */
  readonly takenDown: readonly TakenDownSkill[];
}

/** An installed skill, of which somebody may have named another version. */
export interface UpdateCandidate extends LockEntry {
  readonly isChosen?: boolean;
}

/** What is newer of an installed skill, by what was asked for when it was installed. */
export async function openForUpdate(
  entry: UpdateCandidate,
  folder: string,
  ground: SourceContext,
): Promise<Wanted | SkippedSkill> {
  const { name, reference, requested } = entry;
  if (entry.source === "local") return { name, reason: "it was not installed from anywhere" };
  if (reference === undefined) return { name, reason: "its source cannot be asked again" };
  try {
    const renewed = renew(readReference(reference, folder), requested);
    const [wanted] = await openReference(renewed, { ...ground, folder }, { localName: name });
    if (wanted === undefined) return { name, reason: "its source has nothing any more" };
    const { tag, version } = wanted.tagged ?? {};
    if (version !== undefined && isOlder(version, entry.version) && entry.isChosen !== true)
      return { name, reason: `\`${tag}\` stands for the older version ${version}` };
    // Whoever names a version wants that one, also where it is older.
    return { ...wanted, requested, ...(entry.isChosen === true ? {} : { current: entry.version }) };
  } catch (error) {
    if (SkillError.isInstance(error))
      return { name, reason: reasonOf(error).replace(/\.$/u, ""), isFailure: true };
    throw error;
  }
}

/** A place that has only older versions than what is there was rolled back, by whomever. */
export async function skipOlder(
  wanted: Wanted,
  { name, version, isChosen = false }: UpdateCandidate,
  { allowsDowngrade = false }: { readonly allowsDowngrade?: boolean },
): Promise<Wanted | SkippedSkill> {
  if (allowsDowngrade || isChosen || isRegistry(wanted)) return wanted;
  const offers = await wanted.place.offersOf(wanted.name);
  const [latest] = offers.map((offer) => offer.version).toSorted(byPreference);
  if (latest === undefined || !isOlder(latest, version)) return wanted;
  return { name, reason: `its source has only the older version ${latest || "without a number"}` };
}

/** Of a registry, which keeps every version, only later ones are looked at. */
function isRegistry({ place }: Wanted): boolean {
  return place.kind === "registry" || place.kind === "clawhub";
}

/** The lock names exactly what was fetched; an update asks again for what was wanted. */
function renew(reference: Reference, requested: string): Reference {
  if ("range" in reference) return { ...reference, range: requested };
  if (reference.kind !== "git") return reference;
  const { url } = reference.address;
  return { ...reference, address: requested === ANY ? { url } : { url, ref: requested } };
}

/** Those of the installed skills that the registry took away, as was told when it was asked last. */
export function takenDownOf(
  entries: readonly LockEntry[],
  folder: string,
): readonly TakenDownSkill[] {
  const states = readStates(folder);
  return entries.flatMap((entry) => {
    const reason = whyTakenDown(states, entry);
    return reason === undefined ? [] : [{ name: entry.name, version: entry.version, reason }];
  });
}

export function isSkipped(item: Wanted | OutdatedSkill | SkippedSkill): item is SkippedSkill {
  return "reason" in item;
}

export interface OutdatedSkill {
  readonly name: string;
  readonly current: string;
  /** The highest that was asked for, and that other installed skills can use. */
  readonly wanted: string;
  /** The highest that there is. */
  readonly latest: string;
  readonly isPinned: boolean;
  /** The source has other files under the same version. */
  readonly hasChanged: boolean;
  /** What the publisher tells those who use the version that is there. */
  readonly deprecation?: string;
  readonly isYanked: boolean;
  /** Why the registry took away the version that is there. */
  readonly takenDown?: string;
  /** What differs for users between the version that is there and the wanted one. */
  readonly changes?: readonly SkillChange[];
}

/** Of a skill that its registry does not even tell of any more. */
export function toTakenDown({ name, version, pin }: LockEntry, takenDown: string): OutdatedSkill {
  return {
    name,
    current: version,
    wanted: version,
    latest: version,
    isPinned: pin !== undefined,
    hasChanged: false,
    isYanked: false,
    takenDown,
  };
}

type Comparison = Parameters<typeof compareWithSource>[2];

/** The same as below; one source that does not answer keeps nobody from hearing of the others. */
export async function compareOrSkip(
  entry: LockEntry,
  source: Wanted,
  options: Comparison,
): Promise<OutdatedSkill | SkippedSkill | undefined> {
  try {
    return await compareWithSource(entry, source, options);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return { name: entry.name, reason: reasonOf(error).replace(/\.$/u, ""), isFailure: true };
  }
}

/** Undefined where it is up to date. */
async function compareWithSource(
  entry: LockEntry,
  source: Wanted,
  {
    folder,
    needed,
    takenDown,
  }: {
    readonly folder: string;
    readonly needed: readonly string[];
    readonly takenDown?: string;
  },
): Promise<OutdatedSkill | undefined> {
  const offers = await source.place.offersOf(source.name);
  const usable = offers.filter(({ isYanked }) => isYanked !== true).map(({ version }) => version);
  const [wanted = entry.version] = usable
    .filter((version) => [source.range, ...needed].every((range) => isInRange(version, range)))
    .toSorted(byPreference);
  const [latest = entry.version] = usable.toSorted(byPreference);
  const mine = offers.find(({ version }) => version === entry.version);
  const hasChanged = wanted === entry.version && (await differs(entry, source, folder));
  const isYanked = mine?.isYanked === true;
  const isNewer = (version: string): boolean =>
    version !== entry.version && byPreference(version, entry.version) < 0 && !isPrerelease(version);
  const { deprecation } = mine ?? {};
  // Nobody asked for what is only there for others, so that a version they cannot use is no news.
  const follows = source.tagged !== undefined && wanted !== entry.version;
  const isLater = follows || isNewer(wanted) || (entry.isDependency !== true && isNewer(latest));
  const isTaken = takenDown !== undefined;
  const target = follows || isNewer(wanted) ? wanted : entry.version;
  const changes =
    target === entry.version ? undefined : await changesTo(target, entry, source, folder);
  if (!isLater && !hasChanged && !isYanked && !isTaken && deprecation === undefined)
    return undefined;
  return {
    name: entry.name,
    current: entry.version,
    wanted: target,
    latest,
    isPinned: entry.pin !== undefined,
    hasChanged,
    isYanked,
    ...(deprecation === undefined ? {} : { deprecation }),
    ...(takenDown === undefined ? {} : { takenDown }),
    ...(changes === undefined ? {} : { changes }),
  };
}

/** Undefined where the two cannot be compared: the place gives no single files, or the skill was converted here. */
async function changesTo(
  version: string,
  { name, conversion }: LockEntry,
  { place, name: asked }: Wanted,
  folder: string,
): Promise<readonly SkillChange[] | undefined> {
  if (place.readManifest === undefined || conversion !== undefined) return undefined;
  const base = await readPristine(folder, name);
  const before = readManifest(base ?? readInstalled(joinPath(folder, name)).files);
  if (before === undefined) return undefined;
  try {
    const bytes = await place.readManifest(asked, version);
    const after = readManifest([{ path: "SKILL.md", bytes }]);
    return after && compareSkills(before, after);
  } catch (error) {
    // That there is a later version is known all the same.
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  }
}

/** Places without versions change what they have; compared with what was installed, not with what became of it. */
async function differs(
  entry: LockEntry,
  { place, name }: Wanted,
  folder: string,
): Promise<boolean> {
  if (place.kind === "registry" || place.kind === "clawhub") return false;
  const fetched = await place.fetch(name, entry.version);
  const base = await readPristine(folder, entry.name);
  const before =
    entry.conversion?.integrity ??
    (base === undefined ? integrityAt(joinPath(folder, entry.name)) : treeIntegrity(base));
  return treeIntegrity(fetched.files) !== before;
}
