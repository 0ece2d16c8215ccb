import { watch } from "node:fs";

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
  const watcher = watch(root, { recursive: true }, (_kind, name) => {
    if (name !== null && name.split(/[\\/]/)[0] === hidden) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, SETTLE_MS);
  });
  watcher.on("error", onError);
  return {
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
