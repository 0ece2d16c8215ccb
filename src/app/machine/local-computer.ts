import type { Environment } from "../../platform/index.ts";

/** The computer on which files are linted and listed. */
export interface LocalComputer {
  readonly version: string;
  readonly environment: Environment;
  /** The working directory. */
  readonly folder: string;
  readonly now: () => number;
  /** To be called when all is loaded and thousands of files come, each for a moment. */
  readonly beginSweep: () => void;
}
