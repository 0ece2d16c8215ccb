import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { listEntries } from "../tree/index.ts";
import { type SizeLimits, Tally, UnsafeArchiveError } from "./entry.ts";

export interface TreeContent {
  /** From the folder on, with `/` between the parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

/**
 * Every file below a folder with its bytes. Unlike a look at a folder it gives all or nothing: a link, a
 * device, more than the limits or a file that cannot be read ends it.
 */
export function readTree(
  folder: string,
  limits: SizeLimits,
  isLeftOut: (path: string, isFolder: boolean) => boolean = () => false,
): readonly TreeContent[] {
  const tally = new Tally(limits);
  const files: TreeContent[] = [];
  const visit = (inner: string): void => {
    for (const { name, kind } of listEntries(`${folder}/${inner}`)) {
      const path = inner + name;
      if (isLeftOut(path, kind === "folder")) continue;
      tally.addEntry();
      if (kind === "folder") visit(`${path}/`);
      else if (kind === "file") files.push({ path, ...readWhole(`${folder}/${path}`, tally) });
      else throw new UnsafeArchiveError("it holds a link or another thing that is no file", path);
    }
  };
  visit("");
  return files;
}

const OWNER_MAY_RUN = 0o100;

function readWhole(path: string, tally: Tally): Omit<TreeContent, "path"> {
  // Between the listing and now a link may have taken the place.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size, mode } = fstatSync(handle);
    tally.addBytes(size);
    return { bytes: readFileSync(handle), isExecutable: (mode & OWNER_MAY_RUN) !== 0 };
  } finally {
    closeSync(handle);
  }
}
