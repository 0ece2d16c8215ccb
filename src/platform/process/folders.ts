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
