/** A folder in which skills are looked for. */
export interface SkillRoot {
  /** One of the sources that the system puts in order. */
  readonly source: string;
  readonly path: string;
  /** Links may lead out of the root. */
  readonly mayLinkOut: boolean;
  /** Other folders into which links may lead. */
  readonly linkTargets: readonly string[];
  /** The plugin that brings it. */
  readonly plugin?: string;
}

/** What callers write: a path, or a path with its source. */
export type RootInput =
  | string
  | { readonly path: string; readonly source?: string; readonly mayLinkOut?: boolean };
