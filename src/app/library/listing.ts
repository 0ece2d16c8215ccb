/** Skills of folders, as `list` tells of them. */
import type { Skipped } from "../../platform/index.ts";

/** What `list` tells of one skill. */
export interface Entry {
  readonly path: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly dialect?: string;
  /** Completes "This is … because …". */
  readonly reason?: string;
  readonly errors: number;
  readonly warnings: number;
  readonly codes: readonly string[];
  /** Why the file could not be read. */
  readonly failure?: string;
}

/** An entry as it is written and kept: text that holds on to nothing of the file it was read from. */
export interface Row {
  readonly path: string;
  /** The name as JSON; empty where there is none. */
  readonly name: string;
  readonly json: string;
}

/** Thousands of skills: their rows are written as they are, and parsed where somebody looks into them. */
export interface Listing {
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
}
