import { lstatSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { FolderWatch } from "../tree/index.ts";

/** Saving a file makes several events within this time; one report for them is enough. */
const SETTLE_MS = 20;

/** Reports that something in the tree may have changed. `hidden` is a name at the top that does not count. */
export function watchFolder(
  root: string,
  hidden: string,
  onChange: () => void,
  onError: (error: Error) => void,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watch = new FolderWatch({
    onChange: (path) => {
      if (relative(root, path).split(/[\\/]/)[0] === hidden) return;
      // A folder that has just come may hold others already.
      cover(path);
      timer ??= setTimeout(() => {
        timer = undefined;
        onChange();
      }, SETTLE_MS);
    },
    onExhausted: onError,
  });

  function cover(folder: string): void {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
    // The watch comes first, so that no folder can appear between the two.
    watch.add(folder, "tree");
    for (const name of foldersIn(folder))
      if (folder !== root || name !== hidden) cover(join(folder, name));
  }

  cover(root);
  return {
    close() {
      clearTimeout(timer);
      watch.close();
    },
  };
}

/** Names of the folders in a folder; none where it has just gone. */
function foldersIn(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
