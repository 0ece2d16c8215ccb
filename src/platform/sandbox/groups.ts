import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../failure.ts";

/** Counts memory and processes of a whole tree of processes, which limits of single ones cannot. */
export interface Group {
  /** Files into which a process writes its number to belong to it. */
  readonly doors: readonly string[];
  readonly remove: () => void;
}

interface Kinds {
  readonly memory: string;
  readonly processes: string;
  readonly version: 1 | 2;
}

const PREFIX = "skillwright-";

/** Folders of the kernel in which this process may make groups; undefined where there are none. */
export function findGroups(): Kinds | undefined {
  const own = readLines("/proc/self/cgroup").map((line) => {
    const [, kinds = "", path = ""] = /^\d+:([^:]*):(.*)$/u.exec(line) ?? [];
    return { kinds: kinds.split(","), path };
  });
  const mounts = readLines("/proc/self/mountinfo").map((line) => line.split(" "));
  const first = (kind: string): string | undefined => {
    const path = own.find(({ kinds }) => kinds.includes(kind))?.path;
    const mount = mounts.find(
      (parts) => parts.includes("cgroup") && (parts.at(-1) ?? "").split(",").includes(kind),
    );
    return path === undefined || mount?.[4] === undefined ? undefined : join(mount[4], path);
  };
  const [memory, processes] = [first("memory"), first("pids")];
  if (memory !== undefined && processes !== undefined) return { memory, processes, version: 1 };
  const path = own.find(({ kinds }) => kinds.length === 1 && kinds[0] === "")?.path;
  const mount = mounts.find((parts) => parts.includes("cgroup2"))?.[4];
  if (path === undefined || mount === undefined) return undefined;
  const folder = join(mount, path);
  const given = readLines(join(folder, "cgroup.subtree_control")).join(" ").split(" ");
  if (!given.includes("memory") || !given.includes("pids")) return undefined;
  return { memory: folder, processes: folder, version: 2 };
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

/** Makes a group for one run; undefined where the kernel gives none to this user. */
export function createGroup(
  id: string,
  limits: { readonly memoryBytes: number; readonly processes: number },
): Group | undefined {
  const kinds = findGroups();
  if (kinds === undefined) return undefined;
  const folders = [...new Set([kinds.memory, kinds.processes])].map((folder) =>
    join(folder, `${PREFIX}${process.pid}-${id}`),
  );
  const group: Group = {
    doors: folders.map((folder) => join(folder, "cgroup.procs")),
    remove: () => {
      for (const folder of folders) removeFolder(folder);
    },
  };
  try {
    sweep(kinds);
    for (const folder of folders) mkdirSync(folder);
    const [memory = "", processes = memory] = folders;
    const file = kinds.version === 1 ? "memory.limit_in_bytes" : "memory.max";
    writeFileSync(join(memory, file), String(limits.memoryBytes));
    writeFileSync(join(processes, "pids.max"), String(limits.processes));
    if (kinds.version === 2) lowerWeight(memory);
    return group;
  } catch {
    group.remove();
    return undefined;
  }
}

/** What one group gets of a processor that others want, too; a usual one has 100. */
const WEIGHT = "20";

function lowerWeight(folder: string): void {
  try {
    writeFileSync(join(folder, "cpu.weight"), WEIGHT);
  } catch {
    // The kernel gives this user groups without shares of the processor.
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // A process that is just ending keeps it for a moment; the next run sweeps it away.
  }
}

/** Takes away what programs left that were ended by force. */
function sweep(kinds: Kinds): void {
  for (const folder of new Set([kinds.memory, kinds.processes])) {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(PREFIX)) continue;
      const owner = Number(name.slice(PREFIX.length).split("-")[0]);
      if (!isAlive(owner)) removeFolder(join(folder, name));
    }
  }
}

/** Whether a process runs, be it of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
