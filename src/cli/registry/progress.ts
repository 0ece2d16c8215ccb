import { readTerminal } from "../../platform/index.ts";
import type { Context } from "../context.ts";

const WIDTH = 24;

/** Hears how far something is. */
export interface Progress {
  readonly onProgress: (done: number, all: number) => void;
  /** Leaves the line empty for what follows. */
  readonly end: () => void;
}

/** A bar on standard error, where somebody looks at it. */
export function progressOf(context: Context, verb: string): Progress {
  const { isTerminal } = readTerminal(process.stderr, context.environment);
  if (!isTerminal || context.options.flag("json")) return { onProgress: () => {}, end: () => {} };
  let isShown = false;
  return {
    onProgress: (done, all) => {
      if (all < 2) return;
      isShown = true;
      const filled = Math.round((done / all) * WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)}`;
      context.clearLine();
      context.err(`${verb} ${bar} ${done}/${all}`);
    },
    end: () => {
      if (isShown) context.clearLine();
      isShown = false;
    },
  };
}
