import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { RefusedPathError } from "./errors.ts";

export interface TemporaryFolder {
  readonly path: string;
  /** Takes it away with everything in it. */
  readonly close: () => void;
}

/**
 * Files in a folder of the given name that is there until it is closed. Its parent can be passed through but not
 * listed, so that code in the sandbox reads it under another user while other users cannot find it.
 */
export function writeTemporaryFolder(
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  executables: ReadonlySet<string> = new Set(),
): TemporaryFolder {
  const parent = mkdtempSync(join(tmpdir(), "skillwright-stage-"));
  const close = (): void => {
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    chmodSync(parent, 0o711);
    const path = join(parent, name);
    mkdirSync(path);
    for (const [relative, bytes] of files) {
      const file = join(path, relative);
      if (!file.startsWith(path + sep)) throw new RefusedPathError("name", relative);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes, { mode: executables.has(relative) ? 0o755 : 0o644 });
    }
    return { path, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What is laid out in a folder that does not last. Paths are absolute and lie in it. */
export interface Layout {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Links by the path at which they stand. They stay in the folder, and nothing is put behind one. */
  readonly links: ReadonlyMap<string, string>;
}

/** A folder without links in its path, filled by what `fill` says once it knows the path. */
export function createTemporaryFolder(fill: (path: string) => Layout): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-layout-")));
  const close = (): void => {
    rmSync(path, { recursive: true, force: true });
  };
  const requireInside = (place: string): string => {
    const whole = resolve(place);
    if (!whole.startsWith(path + sep)) throw new RefusedPathError("name", place);
    return whole;
  };
  const inside = (place: string): string => {
    const whole = requireInside(place);
    mkdirSync(dirname(whole), { recursive: true });
    // A link that was made before would lead what comes after it elsewhere.
    if (realpathSync(dirname(whole)) !== dirname(whole)) throw new RefusedPathError("link", place);
    return whole;
  };
  try {
    const { folders, files, links } = fill(path);
    for (const folder of folders) mkdirSync(inside(folder), { recursive: true });
    for (const [file, bytes] of files) writeFileSync(inside(file), bytes);
    for (const [link, target] of links) {
      const whole = inside(link);
      // Written out, since `..` behind another link would go up from where that one leads.
      symlinkSync(requireInside(resolve(dirname(whole), target)), whole);
    }
    return { path, close };
  } catch (error) {
    close();
    throw error;
  }
}
