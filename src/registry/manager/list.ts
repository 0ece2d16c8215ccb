import { kindOf } from "../../platform/index.ts";
import { linksIn } from "../../platform/tree/index.ts";
import { installedBehind } from "../install/links.ts";
import { checkLock, type Drift, type LockEntry, openLock, type SkillLock } from "../lock/index.ts";
import { comparePaths } from "../package/skill-file.ts";
import type { Tier, TrustedKeys } from "../sign/index.ts";

/** A skill of the lock, and whether it is still what was recorded. */
export interface InstalledSkill {
  readonly name: string;
  readonly version: string;
  /** What counts here. */
  readonly securityTier: Tier;
  /** The kind of its source, and what was asked for there. */
  readonly source: string;
  readonly resolved: string;
  readonly requested: string;
  readonly isDependency: boolean;
  readonly isEdited: boolean;
  /** The id of the dialect in which it is said here, where it was published in another. */
  readonly convertedTo?: string;
  /** Why it stays at its version. */
  readonly pin?: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly installedAt: string;
  /** The folder in which it is installed, where it is only linked here. */
  readonly linkedFrom?: string;
  /** How it differs from what was recorded; empty where it does not. */
  readonly drifts: readonly Drift[];
}

export async function listInstalled(
  folder: string,
  trust: TrustedKeys,
): Promise<readonly InstalledSkill[]> {
  const lock = await openLock(folder);
  const drifts = await checkLock(folder, lock, trust);
  const own = [...lock.values()].map((entry) => toInstalled(entry, drifts));
  const linked = await listLinked(folder, lock, trust);
  return [...own, ...linked].toSorted((a, b) => comparePaths(a.name, b.name));
}

/** Skills of other folders to which links lead. */
async function listLinked(
  folder: string,
  lock: SkillLock,
  trust: TrustedKeys,
): Promise<readonly InstalledSkill[]> {
  const names = kindOf(folder) === "folder" ? [...linksIn(folder)] : [];
  const skills: InstalledSkill[] = [];
  for (const name of names) {
    const linkedFrom = lock.has(name) ? undefined : installedBehind(folder, name);
    const entry = linkedFrom === undefined ? undefined : (await openLock(linkedFrom)).get(name);
    if (linkedFrom === undefined || entry === undefined) continue;
    const drifts = await checkLock(linkedFrom, new Map([[name, entry]]), trust);
    skills.push({ ...toInstalled(entry, drifts), linkedFrom });
  }
  return skills;
}

function toInstalled(entry: LockEntry, drifts: readonly Drift[]): InstalledSkill {
  const { name, version, source, resolved, requested, dependencies, installedAt, pin, conversion } =
    entry;
  return {
    name,
    version,
    securityTier: entry.enforcedTier,
    source,
    resolved,
    requested,
    isDependency: entry.isDependency === true,
    isEdited: entry.isEdited === true,
    ...(conversion === undefined ? {} : { convertedTo: conversion.to }),
    ...(pin === undefined ? {} : { pin }),
    dependencies,
    installedAt,
    drifts: drifts.filter((drift) => drift.name === name),
  };
}
