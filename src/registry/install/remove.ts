import { isTaken } from "../../platform/archive/index.ts";
import { joinPath } from "../../platform/index.ts";
import { suggest } from "../../skill/index.ts";
import { fail } from "../errors.ts";
import { LOCAL_SOURCE } from "../lock/entry.ts";
import { type LockEntry, openLock, readLock, type SkillLock, updateLock } from "../lock/index.ts";
import { treeIntegrity } from "../package/digests.ts";
import { commit } from "./commit.ts";
import { integrityAt } from "./installed-files.ts";
import { installedBehind, linksTo, removeLinks } from "./links.ts";
import { checkFolderName } from "./name-check.ts";
import { readPristine } from "./pristine.ts";

export interface RemoveOptions {
  readonly folder: string;
  readonly now: number;
  /** Removes also what others need, and what was changed here. */
  readonly isForced?: boolean;
  readonly isDryRun?: boolean;
}

export interface RemovedSkill {
  readonly name: string;
  readonly version: string;
  /** Nothing needs it any more. */
  readonly isDependency: boolean;
  /** Links that go: those of clients to the skill, or the one that was meant itself. */
  readonly links: readonly string[];
  /** The folder in which the skill stays, where only a link to it was meant. */
  readonly staysIn?: string;
}

/** Removes installed skills, and those that were only there for them. */
export async function removeSkills(
  names: readonly string[],
  options: RemoveOptions,
): Promise<readonly RemovedSkill[]> {
  const { folder, now, isForced = false, isDryRun = false } = options;
  const lock = await openLock(folder);
  const linked = names.flatMap((name) => linkedSkill(lock, name, folder));
  const own = names.filter((name) => linked.every((skill) => skill.name !== name));
  const asked = new Set(own.map((name) => requireInstalled(lock, name, folder).name));
  const gone = withUnneeded(lock, asked);
  for (const name of asked) {
    const users = findDependents(lock, name).filter((user) => !gone.has(user));
    if (users.length > 0 && !isForced) throw fail("registry/needed-skill", { name, users });
  }
  for (const name of gone) if (!isForced) await refuseEdited(folder, name, lock.get(name));
  const removed = [...gone].map((name) => ({
    name,
    version: lock.get(name)?.version ?? "",
    isDependency: !asked.has(name),
    links: linksTo(folder, name),
  }));
  if (!isDryRun && gone.size > 0)
    await commit(folder, { placements: [], removals: [...gone], now });
  if (!isDryRun) await removeLinks(linked.flatMap(({ links }) => links));
  return [...removed, ...linked];
}

/** A link to a skill that is installed in another folder, which stays there. */
function linkedSkill(lock: SkillLock, name: string, folder: string): readonly RemovedSkill[] {
  checkFolderName(name);
  const staysIn = lock.has(name) ? undefined : installedBehind(folder, name);
  if (staysIn === undefined) return [];
  const version = readLock(staysIn).get(name)?.version ?? "";
  return [{ name, version, isDependency: false, links: [joinPath(folder, name)], staysIn }];
}

/** The entry of a skill; throws where it is not installed, or the name is none. */
export function requireInstalled(lock: SkillLock, name: string, folder: string): LockEntry {
  checkFolderName(name);
  const entry = lock.get(name);
  if (entry !== undefined) return entry;
  throw fail("registry/not-installed", {
    name,
    folder,
    behind: installedBehind(folder, name),
    near: suggest(name, [...lock.keys()]),
  });
}

function findDependents(lock: SkillLock, name: string): readonly string[] {
  return [...lock.values()]
    .filter(({ dependencies }) => Object.hasOwn(dependencies, name))
    .map((entry) => entry.name);
}

/** Those that go, and everything that is only there for one of them. */
function withUnneeded(lock: SkillLock, asked: ReadonlySet<string>): ReadonlySet<string> {
  const gone = new Set(asked);
  for (;;) {
    const next = [...lock.values()].find(
      ({ name, isDependency }) =>
        isDependency === true &&
        !gone.has(name) &&
        findDependents(lock, name).every((user) => gone.has(user)),
    );
    if (next === undefined) return gone;
    gone.add(next.name);
  }
}

async function refuseEdited(folder: string, name: string, entry?: LockEntry): Promise<void> {
  const path = joinPath(folder, name);
  if (!(await isTaken(path))) return;
  const base = await readPristine(folder, name);
  const before = base === undefined ? recordedIn(entry) : treeIntegrity(base);
  if (before === "" || integrityAt(path) === before) return;
  throw fail("registry/edited-skill", { name, during: "removal" }, { file: path });
}

/** Empty where the lock says nothing of what came from its source. */
function recordedIn(entry: LockEntry | undefined): string {
  return entry === undefined || entry.source === LOCAL_SOURCE ? "" : entry.integrity;
}

/** Keeps a skill at its version, or lets it go again where no reason is given. */
export async function pinSkill(
  folder: string,
  name: string,
  reason: string | undefined,
  now: number,
): Promise<LockEntry> {
  requireInstalled(await openLock(folder), name, folder);
  let pinned: LockEntry | undefined;
  await updateLock(folder, now, (lock) => {
    const { pin: _before, ...entry } = requireInstalled(lock, name, folder);
    pinned = reason === undefined ? entry : { ...entry, pin: reason };
    return new Map([...lock, [name, pinned]]);
  });
  return pinned ?? requireInstalled(await openLock(folder), name, folder);
}
