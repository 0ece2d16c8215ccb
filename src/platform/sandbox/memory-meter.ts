import { readdirSync, readFileSync } from "node:fs";

export interface MemoryMeterOptions {
  /** The first process of a run, from which all others of it descend. */
  readonly pid: number;
  readonly mostBytes: number;
  /** Called once, when more is held. */
  readonly onOver: () => void;
}

const LOOK_MS = 100;
/** Looking takes no more than a small part of the time. */
const PAUSE_FACTOR = 20;
const KIB = 1024;

/**
 * Looks again and again how much memory all processes of a run hold, where the kernel does not count it: its limit on
 * one process knows nothing of the others, and nothing of memory that is shared. Gives what ends it.
 */
export function meterMemory({ pid, mostBytes, onOver }: MemoryMeterOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const began = performance.now();
    if (bytesBelow(pid) > mostBytes) onOver();
    else plan(Math.max(LOOK_MS, (performance.now() - began) * PAUSE_FACTOR));
  };
  const plan = (delay: number): void => {
    timer = setTimeout(look, delay).unref();
  };
  plan(LOOK_MS);
  return () => clearTimeout(timer);
}

function bytesBelow(first: number): number {
  const open = [String(first)];
  let bytes = 0;
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const threads = entriesOf(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
    // A thread that has ended says nothing of the memory, and may be the first.
    bytes += threads.reduce((held, thread) => (held > 0 ? held : bytesOf(thread)), 0);
    for (const thread of threads)
      open.push(...(readIfThere(`${thread}/children`).match(/\d+/gu) ?? []));
  }
  return bytes;
}

/** What is not read from a file, from which the kernel could read it again. */
const HELD = /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gmu;

function bytesOf(thread: string): number {
  const sizes = [...readIfThere(`${thread}/status`).matchAll(HELD)];
  return sizes.reduce((sum, [, size]) => sum + Number(size) * KIB, 0);
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has just ended.
    return [];
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
