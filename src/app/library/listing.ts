/** Skills of folders, as `list` tells of them. */
import type { SkippedEntry } from "../../platform/index.ts";

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

export interface Duplicate {
  readonly name: string;
  readonly paths: readonly string[];
}

/** What other programs get. */
export interface EntryList {
  readonly skills: readonly Entry[];
  /** Names that more than one skill has. */
  readonly duplicates: readonly Duplicate[];
  readonly skipped: readonly SkippedEntry[];
}

/** Thousands of skills: their rows are written as they are, and parsed only when they are inspected. */
export class Listing {
  readonly rows: readonly Row[];
  readonly skipped: readonly SkippedEntry[];

  constructor(rows: readonly Row[], skipped: readonly SkippedEntry[]) {
    this.rows = rows;
    this.skipped = skipped;
  }

  entries(): readonly Entry[] {
    // Rows are written by this program alone.
    return this.rows.map(({ json }) => JSON.parse(json) as Entry);
  }

  duplicates(): readonly Duplicate[] {
    const byName = new Map<string, string[]>();
    for (const { name, path } of this.rows) {
      if (name === "") continue;
      const paths = byName.get(name);
      if (paths === undefined) byName.set(name, [path]);
      else paths.push(path);
    }
    return [...byName]
      .filter(([, paths]) => paths.length > 1)
      .map(([name, paths]) => ({ name: JSON.parse(name) as string, paths }));
  }

  toJSON(): EntryList {
    return { skills: this.entries(), duplicates: this.duplicates(), skipped: this.skipped };
  }
}
