import { statfsSync } from "node:fs";

/** Bytes that can still be written to the disk of a folder; `Infinity` where the system does not tell. */
export function freeSpace(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
