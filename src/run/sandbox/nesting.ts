/** Mounts that lie in one another. */
import { isInside, joinPath, parentOf, realPath, relativePath } from "../../platform/index.ts";
import type { Mount } from "../../platform/sandbox/index.ts";
import type { ClosedPlace } from "./closed.ts";

/**
 * Leaves out what another mount shows already, with the same rights and at the same place: the way to it lies in
 * hands of the skill, so that it is better not gone at all.
 */
export function withoutNested(
  mounts: readonly Mount[],
  closed: readonly ClosedPlace[],
): readonly Mount[] {
  return mounts.filter(
    (mount, index) =>
      !mounts.some((other, position) => {
        if (other === mount || !covers(other, mount)) return false;
        const isSame = other.path === mount.path && other.access === mount.access;
        const isCut = closed.some(
          ({ path }) => isInside(mount.path, path) && isInside(path, other.path),
        );
        return !isCut && (!isSame || position < index);
      }),
  );
}

function covers(outer: Mount, inner: Mount): boolean {
  if (inner.access === "write" && outer.access === "read") return false;
  if (!isInside(inner.path, outer.path)) return false;
  return placeIn(outer, relativePath(outer.path, inner.path)) === mountPath(inner);
}

function mountPath({ path, at }: Mount): string {
  return at ?? path;
}

function placeIn(mount: Mount, way: string): string {
  return joinPath(mountPath(mount), way);
}

/**
 * Folders between something that may be written and something in it that is closed or read-only, each as a mount of
 * its own: the kernel lets no process rename those, and so nothing is carried out of its place.
 */
export function pinsFor(mounts: readonly Mount[], hidden: readonly string[]): readonly Mount[] {
  const pins = new Map<string, Mount>();
  for (const place of [...hidden, ...mounts.map(mountPath)]) {
    for (let folder = parentOf(place); ; folder = parentOf(folder)) {
      const pin = pinFor(folder, mounts, hidden);
      if (pin === undefined) break;
      pins.set(folder, pin);
    }
  }
  return [...pins.values()];
}

function pinFor(
  folder: string,
  mounts: readonly Mount[],
  hidden: readonly string[],
): Mount | undefined {
  const holder = mounts
    .filter((mount) => isInside(folder, mountPath(mount)))
    .toSorted((a, b) => mountPath(b).length - mountPath(a).length)[0];
  if (holder?.access !== "write" || mountPath(holder) === folder) return undefined;
  if (hidden.some((place) => isInside(folder, place))) return undefined;
  const path = joinPath(holder.path, relativePath(mountPath(holder), folder));
  if (!isPlain(path)) return undefined;
  return { path, at: folder, access: "write", isExact: true, isPin: true };
}

function isPlain(path: string): boolean {
  try {
    return realPath(path) === path;
  } catch {
    return false;
  }
}
