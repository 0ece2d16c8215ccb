import { isTaken } from "../../platform/archive/index.ts";
import { fileExists, joinPath } from "../../platform/index.ts";
import type { SkillError } from "../../skill/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import { checkLock, type LockEntry, lockPath, openLock, readPublished } from "../lock/index.ts";
import { treeIntegrity } from "../package/digests.ts";
import { readManifest } from "../package/read-files.ts";
import { ANY } from "../resolve/index.ts";
import { readArchiveBytes } from "../sources/archive/index.ts";
import { toFetched } from "../sources/fetched-files.ts";
import type { FetchedSkill } from "../sources/fetched.ts";
import { openReference, type SourceContext } from "../sources/open-source.ts";
import { readReference } from "../sources/reference.ts";
import { findPackage } from "../sources/web-cache.ts";
import { readStates, whyTakenDown } from "../states/state-file.ts";
import { commit } from "./commit.ts";
import { convertFetched } from "./convert-fetched.ts";
import { type AdmittedSkill, type Applicant, type GateOptions, passGates } from "./gates.ts";
import { integrityAt } from "./installed-files.ts";
import { readPristine } from "./pristine.ts";

export interface FrozenOptions {
  readonly folder: string;
  readonly gates: GateOptions;
  readonly ground: SourceContext;
  /** Loses changes that somebody made, and lets skills be that the lock does not have. */
  readonly mayReplace?: boolean;
  readonly isDryRun?: boolean;
  readonly onProgress?: (done: number, all: number) => void;
}

export interface FrozenReport {
  /** Skills that were fetched again. */
  readonly restored: readonly AdmittedSkill[];
  /** Skills that were there as recorded. */
  readonly kept: readonly string[];
  /** Skills that the lock does not have, which stay only where they may. */
  readonly untracked: readonly string[];
}

/** Makes the skills of a folder exactly what its lock says, and leaves the lock as it is; or fails, and writes nothing. */
export async function installFrozen(options: FrozenOptions): Promise<FrozenReport> {
  const { folder, gates, onProgress = () => {} } = options;
  if (!fileExists(lockPath(folder)))
    throw registryError(
      registryCodes.notReproducible,
      "The folder has no `skill-lock.json` to reproduce.",
      { file: folder },
    );
  const lock = await openLock(folder);
  const kept: string[] = [];
  const fetched: { readonly entry: LockEntry; readonly skill: FetchedSkill }[] = [];
  let done = 0;
  for (const entry of lock.values()) {
    if (await isThere(folder, entry)) kept.push(entry.name);
    else {
      if (options.mayReplace !== true) await refuseEdited(folder, entry);
      fetched.push({ entry, skill: await fetchRecorded(entry, options) });
    }
    onProgress((done += 1), lock.size);
  }
  const restored = await passGates(
    fetched.map(({ entry, skill }) => applicantFor(entry, skill)),
    gates,
  );
  for (const [index, { entry }] of fetched.entries()) compare(entry, restored[index]?.entry);
  const untracked = await refuseDrift(folder, kept, options);
  if (options.isDryRun !== true && restored.length > 0)
    await commit(folder, {
      placements: restored.map(({ skill, published, conversion }, index) => ({
        skill,
        entry: fetched[index]?.entry as LockEntry,
        pristine: skill.files,
        over: "anything",
        ...(conversion === undefined ? {} : { published: published.files }),
      })),
      now: gates.now,
      keepsLock: true,
    });
  return { restored, kept, untracked };
}

/** With what it was made of, where it was converted: only that shows what it is worth. */
async function isThere(folder: string, entry: LockEntry): Promise<boolean> {
  const { integrity, conversion } = entry;
  if (integrity === "" || integrityAt(joinPath(folder, entry.name)) !== integrity) return false;
  return conversion === undefined || entry.isEdited === true
    ? true
    : (await readPublished(folder, entry)) !== undefined;
}

function applicantFor(entry: LockEntry, published: FetchedSkill): Applicant {
  // What is in the lock was wanted by whoever wrote it.
  const wanted = { published, isDependency: false, promised: treeFetched(entry), before: entry };
  if (entry.conversion === undefined) return { ...wanted, skill: published };
  const conversion = convertFetched(published, undefined, entry);
  const skill = conversion?.skill ?? published;
  const actual = treeIntegrity(skill.files);
  if (conversion === undefined || actual !== entry.integrity)
    throw notReproducible(
      `Converting \`${entry.name}\` gave \`${actual}\`, but the lock records \`${entry.integrity}\`.`,
      "Nothing was written. It was converted by another version of this program; install it again.",
    );
  return { ...wanted, skill, conversion };
}

/** What its source has to give. */
function treeFetched({ integrity, conversion }: LockEntry): string {
  return conversion?.integrity ?? integrity;
}

/** A folder that somebody changed is not thrown away. */
async function refuseEdited(folder: string, { name, integrity }: LockEntry): Promise<void> {
  const path = joinPath(folder, name);
  if (!(await isTaken(path)) || integrityAt(path) === integrity) return;
  const base = await readPristine(folder, name);
  if (base !== undefined && integrityAt(path) === treeIntegrity(base)) return;
  throw fail("registry/edited-skill", { name, during: "restore" }, { file: path });
}

async function fetchRecorded(
  entry: LockEntry,
  { folder, ground }: FrozenOptions,
): Promise<FetchedSkill> {
  const { name, version, reference, artifact } = entry;
  if (entry.isEdited === true || reference === undefined || entry.integrity === "")
    throw notReproducible(
      entry.isEdited === true
        ? `\`${name}\` was changed after it was fetched, so it cannot be fetched again.`
        : `\`${name}\` has no source to fetch it from.`,
    );
  const why = whyTakenDown(readStates(folder), entry);
  if (why !== undefined) throw takenDown(name, version, why);
  const kept = await findRecorded(entry, ground);
  if (kept !== undefined) return kept;
  const read = readReference(reference, folder);
  const exact = "range" in read ? { ...read, range: `==${version}` } : read;
  const isPromised = artifact !== undefined && read.kind !== "git";
  const options = { localName: name, ...(isPromised ? { integrity: artifact } : {}) };
  const [wanted] = await openReference(exact, { ...ground, folder }, options);
  if (wanted === undefined) throw notReproducible(`\`${name}\` is not in its source.`);
  const offers = await wanted.place.offersOf(wanted.name);
  const offer = offers.find((item) => item.version === version);
  if (offer === undefined)
    throw notReproducible(
      `${wanted.place.address} does not have \`${name}\` ${version}, which the lock records.`,
    );
  const skill = await wanted.place.fetch(wanted.name, version);
  const actual = treeIntegrity(skill.files);
  const expected = treeFetched(entry);
  if (actual !== expected || skill.name !== name)
    throw notReproducible(
      `The content of \`${name}\` ${version || ANY} is \`${actual}\`, but the lock records \`${expected}\`.`,
    );
  return skill;
}

function takenDown(name: string, version: string, why: string): SkillError {
  return fail("registry/taken-down", { name, version, reason: why, during: "install" });
}

/** The archive with the digest of the lock, where this machine has it: whichever place gave it, it is the same. */
async function findRecorded(
  entry: LockEntry,
  { cache }: SourceContext,
): Promise<FetchedSkill | undefined> {
  const { name, version, reference, artifact, statement, source } = entry;
  // A registry that can be asked says first whether it still gives the version.
  const kind = cache?.mode === "online" ? undefined : CACHED.find((one) => one === source);
  const bytes = kind === undefined ? undefined : findPackage(cache, artifact);
  if (kind === undefined || bytes === undefined) return undefined;
  const files = (await readArchiveBytes(bytes)).files.map(toFetched);
  if (treeIntegrity(files) !== treeFetched(entry)) return undefined;
  return {
    name,
    description: readManifest(files)?.skill.guidance.description ?? "",
    origin: {
      kind,
      server: entry.resolved,
      uri: name,
      ...(reference === undefined ? {} : { reference }),
      ...(artifact === undefined ? {} : { artifact }),
    },
    files,
    version,
    ...(statement === undefined ? {} : { statement }),
    isAsPromised: true,
  };
}

/** Places whose archives are known by the digests that locks have. */
const CACHED = ["registry"] as const;

const COMPARED = [
  "version",
  "contentDigest",
  "claimedTier",
  "attestedTier",
  "enforcedTier",
  "permissions",
] as const;

function compare(recorded: LockEntry, actual: LockEntry | undefined): void {
  const different = COMPARED.find(
    (key) => JSON.stringify(recorded[key]) !== JSON.stringify(actual?.[key]),
  );
  if (actual === undefined || different === undefined) return;
  throw notReproducible(
    `The ${different} of \`${recorded.name}\` is \`${String(actual[different])}\`, but the lock records \`${String(recorded[different])}\`.`,
    different === "attestedTier" || different === "enforcedTier"
      ? "Nothing was written. Trust the key of its publisher with `skillwright trust add`."
      : undefined,
  );
}

/**
 * What is there as recorded may still have lost the trust that the lock gives it, and what the lock does not have may
 * be there as well. Gives the latter where it may stay.
 */
async function refuseDrift(
  folder: string,
  kept: readonly string[],
  { gates, mayReplace = false }: FrozenOptions,
): Promise<readonly string[]> {
  const whole = await openLock(folder);
  const lock = new Map([...whole].filter(([name]) => kept.includes(name)));
  const drifts = await checkLock(folder, lock, gates.trust);
  const untracked = drifts
    .filter(({ kind, name }) => kind === "untracked" && !whole.has(name))
    .map(({ name }) => name);
  if (untracked.length > 0 && !mayReplace)
    throw notReproducible(
      `The lock does not record \`${untracked.join("`, `")}\`.`,
      "Nothing was written. Remove it, record it with `skillwright lock`, or let it stay with `--force`.",
    );
  const drift = drifts.find(({ kind }) => kind !== "untracked");
  if (drift === undefined) return untracked;
  if (drift.kind === "taken-down") throw takenDown(drift.name, drift.expected, drift.actual);
  throw notReproducible(
    `The ${drift.kind} of \`${drift.name}\` is \`${drift.actual}\`, but the lock records \`${drift.expected}\`.`,
  );
}

function notReproducible(message: string, hint = "Nothing was written."): SkillError {
  return registryError(registryCodes.notReproducible, message, { hint });
}
