import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isBusy, openSqlite } from "./open-sqlite.ts";

/** A sign of life that the system itself takes away when the process ends, however it ends. */
export interface PresenceLock {
  readonly end: () => void;
}

/** Holds the lock of a file of its own; the name must never have been used before. */
export function holdPresence(folder: string, name: string): PresenceLock {
  const file = lockFile(folder, name);
  const held = openSqlite(file);
  held.exec("create table held (id integer); begin immediate");
  return {
    end: () => {
      held.close();
      removeFile(file);
    },
  };
}

/**
 * Holds the lock of a name that one process at a time may have; undefined where another one has it. The file stays:
 * were it removed, one process could hold the old file and another the new one.
 */
export function lockExclusively(folder: string, name: string): PresenceLock | undefined {
  const held = openSqlite(lockFile(folder, name));
  try {
    held.exec("begin immediate");
  } catch (error) {
    held.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    end: () => {
      held.close();
    },
  };
}

/** Whether the lock of that name is free; what a dead process left behind is removed. */
export function isPresenceGone(folder: string, name: string): boolean {
  const file = lockFile(folder, name);
  if (!existsSync(file)) return true;
  const asked = openSqlite(file);
  try {
    asked.exec("begin immediate");
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    asked.close();
  }
  removeFile(file);
  return true;
}

function lockFile(folder: string, name: string): string {
  return join(folder, `${name}.lock`);
}

function removeFile(file: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${file}${end}`, { force: true });
}
