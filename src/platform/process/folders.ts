import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";

/** The home folder of the user. */
export function homeFolder(): string {
  return homedir();
}

/** The folder from which relative paths count. */
export function workingFolder(): string {
  return process.cwd();
}

/** Where the system keeps what is needed for a moment. */
export function systemTemporaryFolder(): string {
  return tmpdir();
}

/** Whether Node runs this program; otherwise it is a single binary, which Bun runs. */
export function runsOnNode(): boolean {
  return process.versions["bun"] === undefined;
}

/** How this program was started: the full paths of Node and of its first file. */
export function ownProgram(): { readonly node: string; readonly script?: string } {
  // What the binary has unpacked goes with its version, and it starts that by itself.
  if (!runsOnNode()) return { node: process.execPath };
  return { node: process.execPath, script: realpathSync(process.argv[1] ?? "") };
}
