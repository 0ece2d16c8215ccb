import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a lock, precise enough to tell whether that process still lives. */
export interface Owner {
  /** The machine, and on Linux the world of process ids in it: containers may share a machine's name. */
  readonly host: string;
  /** Changes with every start of the machine. */
  readonly boot: string;
  readonly pid: number;
  /** When the process began, since numbers of processes are used again. */
  readonly start: string;
}

export function readOwner(): Owner {
  return {
    host: `${hostname()} ${attempt(() => readlinkSync("/proc/self/ns/pid"))}`.trim(),
    boot: attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    pid: process.pid,
    start: readStartTime(process.pid),
  };
}

/** True only when the owner is gone for certain; of another machine nothing is known. */
export function isGone(owner: Owner, self: Owner): boolean {
  if (owner.host !== self.host) return false;
  if (owner.boot !== self.boot) return true;
  return !isRunning(owner.pid) || readStartTime(owner.pid) !== owner.start;
}

export function parseOwner(text: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isOwner(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== "object" || value === null) return false;
  const { host, boot, pid, start } = value as Partial<Record<keyof Owner, unknown>>;
  return [host, boot, start].every((part) => typeof part === "string") && Number.isInteger(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, which shows that it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Field 22 of the status line; the name before it stands in brackets and may hold anything. */
function readStartTime(pid: number): string {
  return attempt(() => {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  });
}

/** Empty where the system has no such file. */
function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
