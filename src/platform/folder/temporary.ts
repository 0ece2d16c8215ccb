import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { RefusedPathError } from "./errors.ts";

export interface TemporaryFolder {
  readonly path: string;
  /** Takes it away with everything in it. */
  readonly close: () => void;
}

/**
 * Files in a folder of the given name that is there until it is closed. Its parent can be passed through but not
 * listed, so that code in the sandbox reads it under another user while nobody else comes across it.
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
