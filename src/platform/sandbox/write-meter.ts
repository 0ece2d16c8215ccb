import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Mount } from "./contract.ts";

export interface WriteMeterOptions {
  /** What a run can see; only what it may write is looked at. */
  readonly mounts: readonly Mount[];
  readonly mostBytes: number;
  /** Called once, when more was written. */
  readonly onOver: () => void;
}

const FIRST_LOOK_MS = 250;
/** Looking takes no more than a small part of the time. */
const PAUSE_FACTOR = 10;
/** Every file takes room beside its content. */
const LEAST_BYTES = 1024;
const MOST_ENTRIES = 500_000;

/**
 * Looks again and again how much a run has written to folders of this machine; the size of single files, which the
 * system limits, bounds nothing where there may be many. Gives what ends it.
 */
export function meterWrites({ mounts, mostBytes, onOver }: WriteMeterOptions): () => void {
  const places = outermost(mounts.filter(({ access }) => access === "write"));
  if (places.length === 0) return () => undefined;
  // Clocks of file systems may be a little behind.
  const since = Date.now() - 50;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const began = performance.now();
    const written = await writtenSince(places, since, mostBytes, () => isEnded);
    if (isEnded) return;
    if (written > mostBytes) onOver();
    else plan(Math.max(FIRST_LOOK_MS, (performance.now() - began) * PAUSE_FACTOR));
  };
  const plan = (delay: number): void => {
    timer = setTimeout(() => void look(), delay).unref();
  };
  plan(FIRST_LOOK_MS);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
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
    } catch {
      // It is gone, or not for us to see.
    }
  }
  return written;
}
