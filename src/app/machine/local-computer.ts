import type { Environment } from "../../platform/index.ts";

/** The computer of the person who calls. */
export interface LocalComputer {
  readonly version: string;
  readonly environment: Environment;
  /** The working directory. */
  readonly folder: string;
  readonly now: () => number;
  /** To be called when all is loaded and thousands of files come, each for a moment. */
  readonly beginSweep: () => void;
  /** Shows text beside the answer. */
  readonly err: (text: string) => void;
}
