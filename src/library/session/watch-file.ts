import {
  hashOf,
  lastPart,
  parentOf,
  readBytes,
  realPath,
  resolvePath,
} from "../../platform/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import { FolderWatch } from "../../platform/tree/index.ts";
import { Debounce } from "./debounce.ts";

const QUIET_MS = 100;

/** Calls back when a file has other content than before. The answer ends it. */
export function watchFile(file: string, clock: Clock, onChange: () => void): () => void {
  const path = resolvePath(file);
  let known = contentOf(path);
  const debounce = new Debounce(clock, QUIET_MS, () => {
    const now = contentOf(path);
    if (now === known) return;
    known = now;
    onChange();
  });
  const places = [...new Set([path, behind(path)])];
  const watch = new FolderWatch({
    onChange: (changed) => {
      if (places.some((place) => lastPart(changed) === lastPart(place))) debounce.poke();
    },
    // Whoever has no watches left for this file hears of it through the skills.
    onExhausted: () => {},
  });
  for (const place of places) watch.add(parentOf(place), "entries");
  return () => {
    debounce.stop();
    watch.close();
  };
}

/** The file itself, where the path is a link to it. */
function behind(path: string): string {
  try {
    return realPath(path);
  } catch {
    return path;
  }
}

function contentOf(path: string): string | undefined {
  try {
    return hashOf(readBytes(path));
  } catch {
    return undefined;
  }
}
