import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface TreeFile {
  /** Relative to the skill directory, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly isExecutable?: boolean;
}

export const defaultCount = 6000;

/** One fixed time for every file: a cache that distrusts files written just now must not matter. */
const fileTime = new Date("2026-01-01T00:00:00Z");

/** `name`, or `name-2`, `name-3`… when it is taken (also in other case: some disks fold it). */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let suffix = 2; taken.has(free.toLowerCase()); suffix += 1) free = `${name}-${suffix}`;
  taken.add(free.toLowerCase());
  return free;
}

export function writeSkill(folder: string, files: readonly TreeFile[]): void {
  const made = new Set<string>();
  for (const file of files) {
    const path = join(folder, file.path);
    const parent = dirname(path);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(path, file.content);
    if (file.isExecutable === true) chmodSync(path, 0o755);
    utimesSync(path, fileTime, fileTime);
  }
}
