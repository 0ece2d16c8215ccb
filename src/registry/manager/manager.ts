import { resolvePath } from "../../platform/index.ts";
import { homeFolder, ownVariables } from "../../platform/process/index.ts";
import { type SkillError } from "../../skill/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import {
  type AppliedSkill,
  applyPlan,
  type Agree,
  type ConversionRequest,
  type FrozenReport,
  type GateOptions,
  installFrozen,
  pinSkill,
  planInstall,
  rangesIn,
  type Preference,
  type RemovedSkill,
  removeSkills,
  requireInstalled,
  type ScanMemory,
  type ReviewOptions,
  type SignerOptions,
} from "../install/index.ts";
import { type LockEntry, openLock, type SkillLock } from "../lock/index.ts";
import { type TrustedKeys, userTrust } from "../sign/index.ts";
import { refreshStates, type UnreachedRegistry } from "../states/index.ts";
import { openOnce, openSource, type SourceContext, type Wanted } from "../sources/open-source.ts";
import type { SkillPlace } from "../sources/place.ts";
import { openRegistryClient, type RegistryClient } from "../sources/registry/index.ts";
import { readStates, whyTakenDown } from "../states/state-file.ts";
import { askedOnce, installEach } from "./install-each.ts";
import { type InstalledSkill, listInstalled } from "./list.ts";
import { type Published, type PublishOptions, publishSkill } from "./publish.ts";
import {
  compareOrSkip,
  isSkipped,
  openForUpdate,
  type OutdatedSkill,
  type SkippedSkill,
  skipOlder,
  toTakenDown,
  takenDownOf,
  type UpdateCandidate,
  type UpdateReport,
} from "./update.ts";

export type { OutdatedSkill, SkippedSkill, UpdateReport } from "./update.ts";

/** The folder of skills, trusted keys, the registry and the environment. */
export interface ManagerOptions extends Partial<Omit<SourceContext, "folder" | "trust">> {
  /** The folder of skills. */
  readonly folder: string;
  /** From which paths in sources count; the folder of skills where absent. */
  readonly workingFolder?: string;
  /** Keys whose signatures count; those that the user trusts where absent. */
  readonly trust?: TrustedKeys;
  /** Spares the scan of files that were scanned before. */
  readonly scans?: ScanMemory;
  /** Scans also what a trusted registry has scanned. */
  readonly scansAgain?: boolean;
  readonly now?: () => number;
}

/** What a change of the folder may do. */
interface ChangeOptions extends SignerOptions, ReviewOptions {
  readonly allowsExperimental?: boolean;
  readonly mayBeRisky?: boolean;
  /** Permissions that were agreed to by name. */
  readonly allow?: readonly string[];
  readonly agree?: Agree;
  /** Replaces whatever has the name, and loses changes made here. */
  readonly isForced?: boolean;
  readonly isDryRun?: boolean;
  readonly onProgress?: (done: number, all: number) => void;
  /** The dialect of who reads the folder; skills that it would refuse are said in it. */
  readonly conversion?: ConversionRequest;
  /** Options with which a command reaches the same folder, for hints. */
  readonly placeOptions?: string;
}

export interface InstallOptions extends ChangeOptions {
  /** A range, for a name that has none. */
  readonly version?: string;
  /** Takes every skill of a place that holds several. */
  readonly takesAll?: boolean;
  /** Receives what one source is refused for, and the others are installed. Default: all or nothing. */
  readonly onRefused?: (source: string, refusal: SkillError) => void;
}

export interface UpdateOptions extends ChangeOptions {
  /** Takes an older version where the source has no later one. */
  readonly allowsDowngrade?: boolean;
  readonly preference?: Preference;
}

/** Installed skills of one folder. */
export interface SkillManager {
  /** By name with a range, by path, or by address; all or nothing. */
  readonly install: (
    sources: string | readonly string[],
    options?: InstallOptions,
  ) => Promise<readonly AppliedSkill[]>;
  /** Exactly what the lock says. */
  readonly installFrozen: (options?: ChangeOptions) => Promise<FrozenReport>;
  /** Later versions of some or of all, with what was changed here merged into them. */
  readonly update: (
    names: readonly string[] | "all",
    options?: UpdateOptions,
  ) => Promise<UpdateReport>;
  readonly remove: (
    names: readonly string[],
    options?: Pick<ChangeOptions, "isForced" | "isDryRun">,
  ) => Promise<readonly RemovedSkill[]>;
  readonly listInstalled: () => Promise<readonly InstalledSkill[]>;
  /** Asks registries what became of what is installed; gives those that could not be asked. */
  readonly refreshStates: (maxAgeMs?: number) => Promise<readonly UnreachedRegistry[]>;
  readonly outdated: () => Promise<{
    readonly skills: readonly OutdatedSkill[];
    readonly skipped: readonly SkippedSkill[];
  }>;
  /** Keeps a skill at its version; without a reason it is let go again. */
  readonly pin: (name: string, reason?: string) => Promise<LockEntry>;
  /** The registry for names without an address; throws where none is set. */
  readonly registry: () => RegistryClient;
  /** Packs the skill of a folder, and hands it to the registry. */
  readonly publish: (folder: string, options?: PublishOptions) => Promise<Published>;
}

interface ManagerContext extends Pick<ManagerOptions, "scans" | "scansAgain"> {
  readonly folder: string;
  readonly source: SourceContext;
  readonly trust: TrustedKeys;
  readonly now: () => number;
}

/** The skills of a folder, to be installed, renewed and removed. */
export function openManager(options: ManagerOptions): SkillManager {
  const { folder: given, trust, scans, scansAgain = false, now = Date.now, ...rest } = options;
  const { workingFolder, ...source } = rest;
  const folder = resolvePath(given);
  const environment = source.environment ?? ownVariables();
  const home = environment["HOME"] ?? "";
  const trusted = trust ?? userTrust(home === "" ? homeFolder() : home);
  const ground: ManagerContext = {
    folder,
    source: { ...source, environment, folder: workingFolder ?? folder, trust: trusted },
    trust: trusted,
    scansAgain,
    now,
    ...(scans === undefined ? {} : { scans }),
  };
  return {
    install: (sources, change = {}) => install([sources].flat(), change, ground),
    installFrozen: (change = {}) =>
      installFrozen({
        folder,
        gates: gatesOf(change, ground),
        ground: sourceFor({}, ground),
        ...pick(change),
      }),
    update: (names, change = {}) => update(names, change, ground),
    remove: (names, { isForced = false, isDryRun = false } = {}) =>
      removeSkills(names, { folder, now: now(), isForced, isDryRun }),
    listInstalled: () => listInstalled(folder, ground.trust),
    refreshStates: (maxAgeMs = 0) => refresh(ground, maxAgeMs),
    outdated: () => outdated(ground),
    pin: (name, reason) => pinSkill(folder, name, reason, now()),
    registry: () => clientOf(ground.source),
    publish: async (path, more = {}) =>
      await publishSkill(resolvePath(ground.source.folder, path), clientOf(ground.source), more),
  };
}

async function refresh(
  { folder, source, trust, now }: ManagerContext,
  maxAgeMs: number,
): Promise<readonly UnreachedRegistry[]> {
  return await refreshStates(folder, await openLock(folder), {
    ...source,
    trust,
    now: now(),
    maxAgeMs,
  });
}

function clientOf(source: SourceContext): RegistryClient {
  if (source.registry !== undefined) return openRegistryClient(source.registry, source);
  throw registryError(registryCodes.invalidAddress, "No registry configured.", {
    hint: "Pass `--registry URL`, or set `SKILLWRIGHT_REGISTRY`.",
  });
}

function gatesOf(change: ChangeOptions, context: ManagerContext): GateOptions {
  const { trust, scans, scansAgain = false, now } = context;
  const { allowsExperimental = false, mayBeRisky = false, allow = [], agree } = change;
  const { placeOptions, acceptedSigners, agreeToSigner, acceptsReview, agreeToReview } = change;
  return {
    trust,
    scansAgain,
    now: now(),
    allowsExperimental,
    mayBeRisky,
    allow,
    ...(scans === undefined ? {} : { scans }),
    ...(agree === undefined ? {} : { agree }),
    ...(acceptedSigners === undefined ? {} : { acceptedSigners }),
    ...(agreeToSigner === undefined ? {} : { agreeToSigner }),
    ...(acceptsReview === undefined ? {} : { acceptsReview }),
    ...(agreeToReview === undefined ? {} : { agreeToReview }),
    ...(placeOptions === undefined ? {} : { placeOptions }),
  };
}

function pick({ isForced = false, isDryRun = false, onProgress }: ChangeOptions): {
  readonly mayReplace: boolean;
  readonly isDryRun: boolean;
  readonly onProgress?: (done: number, all: number) => void;
} {
  return {
    mayReplace: isForced,
    isDryRun,
    ...(onProgress === undefined ? {} : { onProgress }),
  };
}

async function install(
  words: readonly string[],
  change: InstallOptions,
  ground: ManagerContext,
): Promise<readonly AppliedSkill[]> {
  const source = sourceFor(change, ground);
  const { takesAll = false } = change;
  const asked = change.onRefused === undefined ? change : { ...change, ...askedOnce(change) };
  const open = (word: string): Promise<readonly Wanted[]> =>
    openSource(withVersion(word, change.version), source, { takesAll });
  const place = async (wanted: readonly Wanted[]): Promise<readonly AppliedSkill[]> =>
    await applyChange(
      wanted,
      await openLock(ground.folder),
      asked,
      { ...ground, source },
      "refuse",
    );
  if (change.onRefused !== undefined)
    return await installEach(words, { open, place, onRefused: change.onRefused });
  const wanted: Wanted[] = [];
  for (const word of words) wanted.push(...(await open(word)));
  return await place(wanted);
}

function withVersion(word: string, version: string | undefined): string {
  return version === undefined || word.includes("@", 1) ? word : `${word}@${version}`;
}

/** What one operation reaches places with; all of its skills share what it has opened. */
function sourceFor(
  { mayBeRisky = false }: ChangeOptions,
  { source }: ManagerContext,
): SourceContext {
  return { ...source, mayBeRisky, opened: new Map() };
}

async function applyChange(
  wanted: readonly Wanted[],
  lock: SkillLock,
  change: InstallOptions & UpdateOptions,
  ground: ManagerContext,
  edits: "merge" | "refuse",
  renewsDependencies = false,
): Promise<readonly AppliedSkill[]> {
  const { folder } = ground;
  const { mayReplace, isDryRun, onProgress } = pick(change);
  const planned = await planInstall({
    folder,
    lock,
    wanted,
    places: await placesFor(ground.source),
    renewsDependencies,
    movesPinned: change.isForced === true,
    allowsDowngrade: change.allowsDowngrade === true,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return await applyPlan(planned, {
    folder,
    gates: gatesOf(change, ground),
    edits,
    mayReplace,
    isDryRun,
    ...(change.preference === undefined ? {} : { preference: change.preference }),
    ...(change.conversion === undefined ? {} : { conversion: change.conversion }),
  });
}

/** Opened when something is needed that nobody else has: most skills need nothing. */
async function placesFor(source: SourceContext): Promise<readonly SkillPlace[]> {
  const { registry } = source;
  if (registry === undefined) return [];
  const open = (): Promise<SkillPlace> => openOnce("registry", registry, source);
  return [
    {
      kind: "registry",
      address: registry,
      names: () => Promise.resolve(undefined),
      offersOf: async (name) => await (await open()).offersOf(name),
      fetch: async (name, version) => await (await open()).fetch(name, version),
    },
  ];
}

async function update(
  names: readonly string[] | "all",
  change: UpdateOptions,
  ground: ManagerContext,
): Promise<UpdateReport> {
  const { folder } = ground;
  const lock = await openLock(folder);
  const entries =
    names === "all"
      ? [...lock.values()].filter(({ isDependency }) => isDependency !== true)
      : names.map((name) => entryAt(lock, name, folder));
  const skipped: SkippedSkill[] = [];
  const wanted: Wanted[] = [];
  const source = sourceFor(change, ground);
  for (const entry of entries) {
    const found = await openUnpinned(entry, names !== "all", change, { ...ground, source });
    const kept = isSkipped(found) ? found : await skipOlder(found, entry, change);
    if (isSkipped(kept)) skipped.push(kept);
    else wanted.push(kept);
    if (isSkipped(kept) && !isSkipped(found) && names !== "all")
      throw fail("registry/older-version", {
        name: entry.name,
        from: entry.version,
        why: kept.reason,
      });
  }
  const skills =
    wanted.length === 0
      ? []
      : await applyChange(wanted, lock, change, { ...ground, source }, "merge", names === "all");
  const renewed = new Set(skills.flatMap(({ name, done }) => (done === "updated" ? [name] : [])));
  const stays = (names === "all" ? [...lock.values()] : entries).filter(
    ({ name }) => !renewed.has(name),
  );
  await refresh(ground, 0);
  return { skills, skipped, takenDown: takenDownOf(stays, folder) };
}

/** An installed skill by its name; with `@` and a version, as if that had been asked for. */
function entryAt(lock: SkillLock, word: string, folder: string): UpdateCandidate {
  const at = word.indexOf("@", 1);
  if (at === -1) return requireInstalled(lock, word, folder);
  const entry = requireInstalled(lock, word.slice(0, at), folder);
  return { ...entry, requested: word.slice(at + 1), isChosen: true };
}

async function openUnpinned(
  entry: UpdateCandidate,
  isNamed: boolean,
  change: UpdateOptions,
  { folder, source }: ManagerContext,
): Promise<Wanted | SkippedSkill> {
  const { name, pin } = entry;
  if (pin === undefined || (isNamed && change.isForced === true))
    return await openForUpdate(entry, folder, source);
  const reason = pin === "" ? "it is pinned" : `it is pinned: ${pin}`;
  if (!isNamed) return { name, reason };
  throw fail("registry/pinned-skill", { name, pin });
}

async function outdated(ground: ManagerContext): Promise<{
  readonly skills: readonly OutdatedSkill[];
  readonly skipped: readonly SkippedSkill[];
}> {
  const { folder } = ground;
  const source = sourceFor({}, ground);
  const lock = await openLock(folder);
  await refresh(ground, 0);
  const states = readStates(folder);
  const ranges = rangesIn(folder, lock);
  const skills: OutdatedSkill[] = [];
  const skipped: SkippedSkill[] = [];
  for (const entry of lock.values()) {
    const found = await openForUpdate(entry, folder, source);
    const needed = ranges.get(entry.name) ?? [];
    const takenDown = whyTakenDown(states, entry);
    const compared = isSkipped(found)
      ? found
      : await compareOrSkip(entry, found, {
          folder,
          needed,
          ...(takenDown === undefined ? {} : { takenDown }),
        });
    if (compared === undefined) continue;
    if (!isSkipped(compared)) skills.push(compared);
    else if (takenDown === undefined) skipped.push(compared);
    else skills.push(toTakenDown(entry, takenDown));
  }
  return { skills, skipped };
}
