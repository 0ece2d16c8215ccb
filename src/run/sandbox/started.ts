/** What programs of the user start by themselves, in folders that a skill may write: it is shown for reading alone. */
import {
  listFolderEntries,
  isInside,
  joinPath,
  realPath,
  relativePath,
} from "../../platform/index.ts";
import { isLink } from "../../platform/tree/index.ts";
import type { Mount } from "../../platform/sandbox/index.ts";
import {
  isStartedName,
  type SandboxPolicy,
  splitPattern,
  startedAround,
  startedPlaces,
} from "../authority/index.ts";
import { anchored, type Folders } from "./anchored.ts";
import { type ClosedPlace, realPlace } from "./closed.ts";

/** Folders that are looked through below one that may be written, those nearest to it first. */
const MOST_FOLDERS = 1000;
const DEEPEST = 6;

/** Mounts as they were granted, without the right to write what only a pattern reaches. */
export function withoutStarted(
  mounts: readonly Mount[],
  policy: SandboxPolicy,
  folders: Folders,
): readonly Mount[] {
  const named = namedIn(policy, folders);
  const homes = listHomes(folders);
  return mounts.map((mount) => {
    const place = mount.access === "write" ? startedAround(mount.path, homes) : undefined;
    const isNamed = place === undefined || named.some((path) => isInside(mount.path, path));
    return isNamed ? mount : { ...mount, access: "read" };
  });
}

/** Further mounts over those that may be written, with what was granted by name in them. */
export function startedIn(
  mounts: readonly Mount[],
  granted: readonly Mount[],
  closed: readonly ClosedPlace[],
  policy: SandboxPolicy,
  folders: Folders,
): readonly Mount[] {
  const named = namedIn(policy, folders);
  // What is out of sight stays so.
  const isClosed = (path: string): boolean => closed.some((place) => isInside(path, place.path));
  const found = new Map<string, Mount>();
  for (const { path: root, at = root, access } of mounts) {
    if (access !== "write") continue;
    for (const path of startedBelow(root, listHomes(folders))) {
      const place = joinPath(at, relativePath(root, path));
      if (!isClosed(path) && !named.some((item) => isInside(path, item)))
        found.set(place, { path, at: place, access: "read", isExact: true, isPin: true });
    }
  }
  // Of two folders in one another each is looked through, and a place is mounted once.
  const kept = [...found.values()];
  const inner = granted.filter(
    ({ path, access }) => access === "write" && kept.some((mount) => isInside(path, mount.path)),
  );
  return [...kept, ...inner.filter((mount) => !mounts.includes(mount))];
}

/** Places of that kind, or in one, that a permission to write names: they are the skill's. */
function namedIn({ files }: SandboxPolicy, folders: Folders): readonly string[] {
  const homes = listHomes(folders);
  const bases = files
    .filter(({ access }) => access === "write")
    .map(({ pattern }) => {
      const { anchor, way } = anchored(splitPattern(pattern).base, folders);
      return realPlace(joinPath(anchor, way));
    });
  return bases.filter((path) => startedAround(path, homes) !== undefined);
}

function listHomes({ home }: Folders): readonly string[] {
  return [...new Set([home, realPlace(home)])];
}

function startedBelow(root: string, homes: readonly string[]): readonly string[] {
  const own = homes
    .flatMap(startedPlaces)
    .filter((place) => isInside(place, root) && isPlain(place));
  const found: string[] = [];
  let level = [root];
  let seen = 0;
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if ((seen += 1) > MOST_FOLDERS) return [...own, ...found];
      for (const { name, path, kind, isLink: leadsAway } of listFolderEntries(folder)) {
        if (leadsAway) continue;
        if (isStartedName(name)) found.push(path);
        else if (kind === "folder" && name !== "node_modules") next.push(path);
      }
    }
    level = next;
  }
  return [...own, ...found];
}

/** There, and no link on the way: such a one is not mounted through. */
function isPlain(path: string): boolean {
  try {
    return !isLink(path) && realPath(path) === path;
  } catch {
    return false;
  }
}
