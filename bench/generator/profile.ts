import type { TreeFile } from "../tree.ts";

/** The keys after `name` and `description`, each with its line end, and what else the kind needs. */
export interface Profile {
  readonly entries: readonly string[];
  /** Files that the frontmatter names. */
  readonly files?: readonly TreeFile[];
  /** Inputs that the body must use. */
  readonly inputs?: readonly string[];
}
