import { isTaken } from "../../platform/archive/index.ts";
import { fileExists, joinPath, kindOf } from "../../platform/index.ts";
import { isLink, listEntries } from "../../platform/tree/index.ts";
import { SkillError } from "../../skill/index.ts";
import { readInstalled, type SkillContent } from "../package/read-files.ts";
import { tiers } from "../sign/tiers.ts";
import { readStates, whyTakenDown } from "../states/state-file.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import { entryOf, LOCAL_SOURCE, type LockEntry, statedVersion } from "./entry.ts";
import type { SkillLock } from "./lock-file.ts";
import { damageReason } from "./pristine.ts";
import { toConvertedEntry } from "./published.ts";

export type DriftKind =
  | "version"
  | "tier"
  | "content"
  | "missing"
  | "untracked"
  | "unrecorded"
  /** The registry that it came from took it away; what it is for stands in `actual`. */
  | "taken-down"
  /** What was installed first, which updates tell changes from, is damaged; the skill itself is not. */
  | "pristine";

/** One way in which a skill is not what the lock says. */
export interface Drift {
  readonly name: string;
  readonly kind: DriftKind;
  readonly expected: string;
  readonly actual: string;
  /** Whether it takes away what the trust in the skill rests on. */
  readonly isGrave: boolean;
}

/** Compares the skills of a folder with its lock, and their signatures with the keys that are trusted. */
export async function checkLock(
  folder: string,
  lock: SkillLock,
  trust: TrustedKeys,
): Promise<readonly Drift[]> {
  const drifts: Drift[] = [];
  for (const entry of lock.values()) {
    drifts.push(...(await findDrifts(folder, entry, trust)));
    drifts.push(...emptyFolders(folder, entry));
    const actual = await damageReason(folder, entry.name);
    if (actual !== undefined)
      drifts.push({ name: entry.name, kind: "pristine", expected: "", actual, isGrave: false });
  }
  const untracked = foldersWithSkills(folder).filter((name) => !lock.has(name));
  return [
    ...drifts,
    ...untracked.map((name): Drift => {
      return { name, kind: "untracked", expected: "", actual: name, isGrave: false };
    }),
  ];
}

/** No package has an empty folder, and digests of files say nothing of one. */
function emptyFolders(folder: string, { name, source }: LockEntry): readonly Drift[] {
  const path = joinPath(folder, name);
  if (source === LOCAL_SOURCE || isLink(path) || kindOf(path) !== "folder") return [];
  const visit = (inner: string): readonly string[] => {
    const entries = listEntries(joinPath(path, inner));
    if (entries.length === 0) return [inner];
    return entries.flatMap((entry) =>
      entry.kind === "folder" ? visit(inner === "" ? entry.name : `${inner}/${entry.name}`) : [],
    );
  };
  return visit("")
    .filter((inner) => inner !== "")
    .map((inner) => {
      const actual = `the empty folder \`${inner}\` came after it was installed`;
      return { name, kind: "content", expected: "", actual, isGrave: false };
    });
}

/** Folders of the folder in which skills are recorded. */
export function skillFolders(folder: string): readonly string[] {
  return foldersWithSkills(folder).filter((name) => !name.startsWith("."));
}

/** Folders of the folder that hold a skill. Links lead to skills that are kept elsewhere. */
function foldersWithSkills(folder: string): readonly string[] {
  if (kindOf(folder) !== "folder") return [];
  return listEntries(folder)
    .filter(({ kind }) => kind === "folder")
    .map(({ name }) => name)
    .filter((name) => fileExists(joinPath(folder, name, "SKILL.md")));
}

/** How one skill differs from what the lock says. */
export async function findDrifts(
  folder: string,
  entry: LockEntry,
  trust: TrustedKeys,
): Promise<readonly Drift[]> {
  const { name, version } = entry;
  const actual = whyTakenDown(readStates(folder), entry);
  const taken: readonly Drift[] =
    actual === undefined
      ? []
      : [{ name, kind: "taken-down", expected: version, actual, isGrave: true }];
  return [...taken, ...(await contentDrifts(folder, entry, trust))];
}

/** The same for its files alone. */
async function contentDrifts(
  folder: string,
  entry: LockEntry,
  trust: TrustedKeys,
): Promise<readonly Drift[]> {
  const { name } = entry;
  const path = joinPath(folder, name);
  const isAttested = entry.enforcedTier !== "experimental";
  const drift = (
    kind: DriftKind,
    expected: string,
    actual: string,
    isGrave = isAttested,
  ): Drift => ({
    name,
    kind,
    expected,
    actual,
    isGrave,
  });
  if (isLink(path)) return [drift("content", entry.integrity, "a link in its place")];
  const isMissing = kindOf(path) !== "folder" || !(await isTaken(joinPath(path, "SKILL.md")));
  if (isMissing) return [drift("missing", name, "", false)];
  const content = tryRead(path);
  if (typeof content === "string") return [drift("content", entry.integrity, content)];
  const context = { trust, now: 0 };
  const now =
    entry.conversion === undefined || entry.isEdited === true
      ? await entryOf(name, content, entry, context)
      : await toConvertedEntry(folder, entry, content, context);
  if ("wrong" in now) return [drift("content", entry.integrity, now.wrong, true)];
  return [
    ...(statedVersion(now) === statedVersion(entry)
      ? []
      : [drift("version", statedVersion(entry), statedVersion(now))]),
    ...(now.claimedTier === entry.claimedTier
      ? []
      : [
          drift(
            "tier",
            entry.claimedTier,
            now.claimedTier,
            isAttested || claimedRank(now) > claimedRank(entry),
          ),
        ]),
    ...(tiers.indexOf(now.attestedTier) >= tiers.indexOf(entry.enforcedTier)
      ? []
      : [drift("tier", entry.enforcedTier, now.attestedTier)]),
    ...contentDrift(entry, now, drift),
  ];
}

function claimedRank({ claimedTier }: LockEntry): number {
  return tiers.indexOf(claimedTier);
}

function contentDrift(
  entry: LockEntry,
  now: LockEntry,
  drift: (kind: DriftKind, expected: string, actual: string, isGrave?: boolean) => Drift,
): readonly Drift[] {
  // A lock of another program may have only the weaker digest, or none.
  const key = entry.integrity === "" ? "contentDigest" : "integrity";
  if (entry[key] === "") return [drift("unrecorded", "", now.integrity, false)];
  return entry[key] === now[key] ? [] : [drift("content", entry[key], now[key])];
}

/** The reason where it cannot be read whole. */
function tryRead(path: string): SkillContent | string {
  try {
    return readInstalled(path);
  } catch (error) {
    if (SkillError.isInstance(error)) return error.message;
    throw error;
  }
}
