import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../failure.ts";
import type { Mount } from "./contract.ts";
import { countSent, countUnnamed } from "./hidden-writes.ts";

export interface WriteMeterOptions {
  /** What a run can see; only what it may write is looked at. */
  readonly mounts: readonly Mount[];
  /** Number of the first process behind the walls. */
  readonly pid: number | undefined;
  readonly mostBytes: number;
  /** Called once, when more was written. */
  readonly onOver: () => void;
}

const LOOK_MS = 250;
/** Looking through folders takes no more than a small part of the time. */
const PAUSE_FACTOR = 10;
/** Every file takes room beside its content. */
const LEAST_BYTES = 1024;
const MOST_ENTRIES = 500_000;

/**
 * Looks again and again how much a run has written to folders of this machine; the size of single files, which the
 * system limits, bounds nothing where there may be many. Many files make a look into folders slow, so that what the
 * processes have written is asked for as well. Gives what ends it.
 */
export function meterWrites({ mounts, pid, mostBytes, onOver }: WriteMeterOptions): () => void {
  const places = outermost(mounts.filter(({ access }) => access === "write"));
  if (places.length === 0) return () => undefined;
  // Clocks of file systems may be a little behind.
  const since = Date.now() - 50;
  let isEnded = false;
  const timers = new Set<NodeJS.Timeout>();
  const end = (): void => {
    isEnded = true;
    for (const timer of timers) clearTimeout(timer);
  };
  const keepLooking = (count: () => Promise<number>): void => {
    const plan = (delay: number): void => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void look();
      }, delay).unref();
      timers.add(timer);
    };
    const look = async (): Promise<void> => {
      const began = performance.now();
      const written = await count();
      if (isEnded) return;
      if (written <= mostBytes) {
        plan(Math.max(LOOK_MS, (performance.now() - began) * PAUSE_FACTOR));
        return;
      }
      end();
      onOver();
    };
    plan(LOOK_MS);
  };
  keepLooking(() => writtenSince(places, since, mostBytes, () => isEnded));
  if (pid !== undefined) {
    keepLooking(() => countSent(pid));
    keepLooking(() => countUnnamed(pid));
  }
  return end;
}

function outermost(mounts: readonly Mount[]): readonly string[] {
  const paths = [...new Set(mounts.map(({ path }) => path))];
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}

/** Bytes of files that changed; when they did is told by the system, and cannot be set from inside. */
async function writtenSince(
  places: readonly string[],
  since: number,
  most: number,
  isEnded: () => boolean,
): Promise<number> {
  const open = [...places];
  let written = 0;
  let entries = 0;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (isEnded() || written > most) return written;
    // So many can only be a flood.
    if ((entries += 1) > MOST_ENTRIES) return Number.POSITIVE_INFINITY;
    try {
      const state = await lstat(path);
      if (state.ctimeMs >= since && !state.isDirectory())
        written += Math.max(LEAST_BYTES, state.blocks * 512);
      if (!state.isDirectory()) continue;
      for await (const { name } of await opendir(path)) open.push(join(path, name));
    } catch (error) {
      // So deep is nobody's work but that of somebody who hides, and what lies there has no path by which it could be counted.
      if (errorCode(error) === "ENAMETOOLONG") return Number.POSITIVE_INFINITY;
      // It is gone, or not for us to see.
    }
  }
  return written;
}
