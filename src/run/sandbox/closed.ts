/** Places that no permission opens, or only one that names them, as they are on this machine. */
import {
  cacheFolder,
  failure,
  fileExists,
  isInside,
  joinPath,
  makeFolder,
  OWN_FOLDER,
  parentOf,
  realPath,
  relativePath,
  resolvePath,
} from "../../platform/index.ts";
import { type Mount, type Place, sandboxCodes } from "../../platform/sandbox/index.ts";
import { MACHINERY, type SandboxPolicy } from "../authority/index.ts";
import { anchored } from "./anchored.ts";
import type { RunnerOptions } from "./runner.ts";

export interface ClosedPlace {
  /** With all links followed, as far as it is there. */
  readonly path: string;
  /** Not even its own name opens it. */
  readonly isOwn: boolean;
  /** A folder that is made before a skill could make it. */
  readonly isMade: boolean;
}

/** Where this program keeps data, keys and answers: closed to every skill, whatever was granted. All are absolute. */
export interface OwnPlaces {
  readonly folders: readonly string[];
  readonly files?: readonly string[];
}

/** Those of a user: `~/.skillwright`, the caches, and the data folder of the environment. */
export function listOwnPlaces(
  home: string,
  folder: string,
  environment: RunnerOptions["environment"],
): OwnPlaces {
  const data = environment["SKILLWRIGHT_DATA"] ?? "";
  return {
    folders: [
      joinPath(home, OWN_FOLDER),
      resolvePath(folder, cacheFolder(environment)),
      // Compiled code of this program lies there, wherever the other caches are.
      cacheFolder({}),
      // Data that is kept in memory alone lies nowhere.
      ...(data === "" || data.startsWith(":") ? [] : [resolvePath(folder, data)]),
    ],
  };
}

/** Where this program keeps what no skill may see, and the places of secrets that nothing names. */
export function closedPlaces(
  { hidden }: SandboxPolicy,
  options: RunnerOptions,
  { folders, files = [] }: OwnPlaces,
): readonly ClosedPlace[] {
  const absolute = (place: string): string => {
    const { anchor, way } = anchored(place, options);
    return joinPath(anchor, way);
  };
  const { folders: here } = listOwnPlaces(options.home, options.folder, options.environment);
  const made = [...new Set([...here, ...folders].map(realPlace))];
  const own = [
    ...made.map((path) => ({ path, isOwn: true, isMade: true })),
    ...files.map((path) => ({ path: realPlace(path), isOwn: true, isMade: false })),
  ];
  const secret = hidden.map((place) => ({
    path: realPlace(absolute(place)),
    isOwn: false,
    isMade: false,
  }));
  const isKnown = ({ path }: ClosedPlace): boolean => own.some((item) => item.path === path);
  return [...own, ...secret.filter((place) => !isKnown(place))];
}

/** Where a path leads; of what is not there, the part that is. */
export function realPlace(path: string): string {
  try {
    return realPath(path);
  } catch {
    const parent = parentOf(path);
    return parent === path ? path : joinPath(realPlace(parent), path.slice(parent.length));
  }
}

/** Throws for a permission that would open what this program keeps. */
export function requireOpen(pattern: string, place: Place, closed: readonly ClosedPlace[]): void {
  const base = realPlace(joinPath(place.anchor, place.way));
  if (!closed.some(({ path, isOwn }) => isOwn && isInside(base, path))) return;
  throw failure(
    sandboxCodes.badMount,
    `The sandbox may not use the path \`${pattern}\`, where Skillwright keeps data, answers, keys and packages.`,
    { hint: "Name another folder in the permission." },
  );
}

/** Throws for a pattern that reaches processes or devices of the machine; who works among them has them around anyway. */
export function requireFiles(pattern: string, { anchor }: Place, mounts: readonly Mount[]): void {
  if (MACHINERY.test(realPlace(anchor))) return;
  if (!mounts.some(({ path }) => MACHINERY.test(path))) return;
  throw failure(
    sandboxCodes.badMount,
    `The sandbox may not use the path \`${pattern}\`, which shows processes or devices of the machine.`,
    { hint: "Name the folder of the files in the permission." },
  );
}

/** What a pattern matches in a closed place is left out, unless the pattern begins in it. */
export function shownBy(
  place: Place,
  mounts: readonly Mount[],
  closed: readonly ClosedPlace[],
): readonly Mount[] {
  const base = realPlace(joinPath(place.anchor, place.way));
  const foreign = closed.filter(({ path }) => !isInside(base, path));
  return mounts.filter(({ path: found }) => !foreign.some(({ path }) => isInside(found, path)));
}

/** Closed places that a mount would show, where they are seen inside. */
export function hiddenIn(
  mounts: readonly Mount[],
  closed: readonly ClosedPlace[],
): readonly string[] {
  const places = mounts.flatMap((mount) => {
    const root = realPlace(mount.path);
    return closed
      .filter(({ path }) => path !== root && isInside(path, root))
      .filter((place) => isThere(place, mount))
      .map(({ path }) => joinPath(mount.at ?? mount.path, relativePath(root, path)));
  });
  return [...new Set(places)].filter((place) => !mounts.some((mount) => mount.at === place));
}

/** What this program may keep later has to be closed before a skill could make it. */
function isThere({ path, isMade }: ClosedPlace, { access }: Mount): boolean {
  if (isMade && access === "write") makeFolder(path);
  return fileExists(path);
}
