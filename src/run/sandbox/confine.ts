import { fileExists, isInside, joinPath, parentOf, realPath } from "../../platform/index.ts";
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
import type { RunnerOptions } from "./runner.ts";

type Folders = Pick<RunnerOptions, "home" | "folder">;

/** A policy on this machine: which files, variables and hosts it means here and now. */
export function confine(policy: SandboxPolicy, options: RunnerOptions): Confinement {
  const granted = policy.files.flatMap((rule) => mountsFor(placeOf(rule, options)));
  const mounts = [...granted, ...(options.mounts ?? [])];
  return {
    mounts,
    hidden: hiddenIn(granted, policy.hidden, options),
    scratch: scratchFor(policy, mounts, options),
    hosts: policy.hosts,
    commands: policy.commands,
    environment: { ...variablesOf(policy, options), ...options.variables },
    limits: policy.limits,
  };
}

function placeOf({ pattern, access, isDatabase }: FileRule, folders: Folders): Place {
  const { base, rest } = splitPattern(pattern);
  const makes = isDatabase ? "file" : "folder";
  return { ...anchored(base, folders), rest, access, makes };
}

function anchored(base: string, { home, folder }: Folders): Pick<Place, "anchor" | "way"> {
  if (base === "~" || base.startsWith("~/")) return { anchor: home, way: base.slice(2) };
  if (base === "." || base.startsWith("./")) return { anchor: folder, way: base.slice(2) };
  return { anchor: "/", way: base.slice(1) };
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

/** Only what a mount would show has to be hidden; a link is hidden together with what it leads to. */
function hiddenIn(
  mounts: readonly Mount[],
  hidden: readonly string[],
  folders: Folders,
): readonly string[] {
  const places = hidden.flatMap((place) => {
    const { anchor, way } = anchored(place, folders);
    const path = joinPath(anchor, way);
    if (!fileExists(path)) return [];
    return [path, realPath(path)];
  });
  return [...new Set(places)].filter((place) =>
    mounts.some(({ path, at }) => {
      const root = at ?? path;
      // A mount of the place itself was asked for by its own name.
      return root !== place && isInside(place, root);
    }),
  );
}

function variablesOf(
  { environment: { names, isOpen } }: SandboxPolicy,
  { environment }: RunnerOptions,
): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(
    entries.filter(([name]) => names.includes(name) || (isOpen && isOpenVariable(name))),
  );
}
