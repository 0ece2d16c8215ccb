import { isInside, joinPath, parentOf, variableProblem } from "../../platform/index.ts";
import {
  type Confinement,
  type Mount,
  mountsFor,
  type Place,
} from "../../platform/sandbox/index.ts";
import {
  type FileRule,
  isOpenVariable,
  type SandboxPolicy,
  splitPattern,
} from "../authority/index.ts";
import { anchored, type Folders } from "./anchored.ts";
import {
  type ClosedPlace,
  closedPlaces,
  hiddenIn,
  type OwnPlaces,
  requireFiles,
  requireOpen,
  shownBy,
} from "./closed.ts";
import { pinsFor, withoutNested } from "./nesting.ts";
import type { RunnerOptions } from "./runner.ts";
import { startedIn, withoutStarted } from "./started.ts";

/** A policy on this machine: which files, variables and hosts it means here and now. */
export function confine(
  policy: SandboxPolicy,
  options: RunnerOptions,
  own: OwnPlaces,
): Confinement {
  const closed = closedPlaces(policy, options, own);
  const granted = withoutStarted(
    policy.files.flatMap((rule) => listMounts(rule, closed, options)),
    policy,
    options,
  );
  const shown = withoutNested(granted, closed);
  const mounts = [
    ...shown,
    ...startedIn(shown, granted, closed, policy, options),
    ...(options.mounts ?? []),
  ];
  const hidden = hiddenIn(mounts, closed);
  return {
    mounts: [...mounts, ...pinsFor(mounts, hidden)],
    hidden,
    scratch: scratchFor(policy, mounts, options),
    hosts: policy.hosts,
    closedHosts: policy.closedHosts ?? [],
    commands: policy.commands,
    environment: buildVariables(policy, options),
    limits: policy.limits,
  };
}

/** Where a command starts: in the working folder where something of it was granted, so that `./` means the same. */
export function startFolder(
  { mounts, hidden }: Confinement,
  { folder, mounts: own = [] }: RunnerOptions,
): string | undefined {
  const granted = mounts.filter((mount) => !own.includes(mount)).map(({ path, at }) => at ?? path);
  // Of the whole machine some folders are private ones all the same.
  const isPrivate = /^\/(?:tmp|run|dev|proc)(?:\/|$)/u.test(folder);
  const isShown = granted
    .filter((place) => place !== "/" || !isPrivate)
    .some((place) => isInside(place, folder) || isInside(folder, place));
  return isShown && !hidden.some((place) => isInside(folder, place)) ? folder : undefined;
}

function listMounts(
  rule: FileRule,
  closed: readonly ClosedPlace[],
  folders: Folders,
): readonly Mount[] {
  const place = toPlace(rule, folders);
  requireOpen(rule.pattern, place, closed);
  const mounts = shownBy(place, mountsFor(place), closed);
  requireFiles(rule.pattern, place, mounts);
  return mounts;
}

function toPlace({ pattern, access, isDatabase }: FileRule, folders: Folders): Place {
  const { base, rest } = splitPattern(pattern);
  // What is not there says by its name alone what it is to be.
  const isFile = isDatabase || (rest === "" && /[^/]\.[^./]+$/u.test(base));
  const makes = isFile ? "file" : "folder";
  return { ...anchored(base, folders), rest, access, makes };
}

/** A database lays its journal beside its file; where nothing else is mounted there, memory takes it. */
function scratchFor(
  { files }: SandboxPolicy,
  mounts: readonly Mount[],
  folders: Folders,
): readonly string[] {
  const single = files.filter(({ isDatabase, access }) => isDatabase && access === "write");
  const parents = single.flatMap(({ pattern }) => {
    const { base, rest } = splitPattern(pattern);
    const { anchor, way } = anchored(base, folders);
    return rest === "" ? [parentOf(joinPath(anchor, way))] : [];
  });
  const isShown = (place: string): boolean =>
    mounts.some(({ path, at }) => isInside(place, at ?? path));
  return [...new Set(parents)].filter((place) => !isShown(place));
}

function buildVariables(
  { environment: { names, isOpen } }: SandboxPolicy,
  { environment }: RunnerOptions,
): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(
    entries.filter(
      ([name, value]) =>
        names.includes(name) ||
        (isOpen && isOpenVariable(name) && variableProblem(name, value) === undefined),
    ),
  );
}
