import { stampOf, type Stamp } from "./files.ts";
import { type FolderContent, type FolderReader, readFolder } from "./walk.ts";

/** A stamp as it is kept: device, inode, size, time of modification, time of change. */
export type KeptStamp = readonly [number, number, number, number, number];

/** A folder as it was when it was last read. */
export type KeptFolder = readonly [
  path: string,
  stamp: KeptStamp,
  folders: readonly string[],
  skills: readonly string[],
  links: readonly string[],
];

/** File systems have clocks as coarse as two seconds. */
const SETTLED_AFTER = 2500;

/**
 * True when a later change must show in the stamp. What changed just now may change again within the same
 * tick of the file system's clock, so its stamp proves nothing.
 */
export function isSettled(stamp: KeptStamp, now: number): boolean {
  return Math.max(stamp[3], stamp[4]) < now - SETTLED_AFTER;
}

export function keepStamp(stamp: Stamp): KeptStamp {
  return [stamp.device, stamp.inode, stamp.size, stamp.modified, stamp.changed];
}

/** Undefined where there is nothing to take a stamp of. */
export function takeStamp(path: string): KeptStamp | undefined {
  try {
    return keepStamp(stampOf(path));
  } catch {
    return undefined;
  }
}

export function isSameStamp(a: KeptStamp, b: KeptStamp): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4];
}

export interface IndexedFolders {
  readonly read: FolderReader;
  /** The folders of this run that the next one may trust. */
  kept(): readonly KeptFolder[];
  hasChanged(): boolean;
}

/**
 * Reads folders through an index: every change of the entries of a folder changes its time, so one that
 * has the stamp of before has the entries of before.
 */
export function indexFolders(known: readonly KeptFolder[], now: number): IndexedFolders {
  const before = new Map(known.map((folder) => [folder[0], folder]));
  const kept: KeptFolder[] = [];
  let isChanged = false;
  return {
    read: (path) => {
      const stamp = keepStamp(stampOf(path));
      const folder = before.get(path);
      if (folder !== undefined && isSameStamp(folder[1], stamp)) {
        kept.push(folder);
        return { folders: folder[2], skills: folder[3], links: folder[4] };
      }
      const content: FolderContent = readFolder(path);
      isChanged = true;
      if (isSettled(stamp, now))
        kept.push([path, stamp, content.folders, content.skills, content.links]);
      return content;
    },
    kept: () => kept,
    hasChanged: () => isChanged || kept.length !== known.length,
  };
}
