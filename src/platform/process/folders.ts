import { homedir } from "node:os";

/** The home folder of the user. */
export function homeFolder(): string {
  return homedir();
}

/** The folder from which relative paths count. */
export function workingFolder(): string {
  return process.cwd();
}
