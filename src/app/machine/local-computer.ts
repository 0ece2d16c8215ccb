import type { Basis, Environment, Meter } from "../../platform/index.ts";

/** The computer of the person who calls. */
export interface LocalComputer {
  readonly version: string;
  readonly environment: Environment;
  /** The working directory. */
  readonly folder: string;
  readonly now: () => number;
  /** To be called when all is loaded and thousands of files come, each for a moment. */
  readonly tuneGc: () => void;
  /**
   * Tells what the answer is made of, so that it can be given again while none of that changes; undefined where it comes
   * from something else too. Called before anything is said.
   */
  readonly madeFrom?: ((basis: Basis | undefined) => void) | undefined;
  /** Shows how far work on many files has come; undefined if nothing shows it. */
  readonly startMeter?: (() => Meter | undefined) | undefined;
  /** Shows text beside the answer. */
  readonly err: (text: string) => void;
}
