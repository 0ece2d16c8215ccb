import type { Severity, Span, TextEdit } from "../model/index.ts";

/** Everything that can be odd about the way a file is written, before any field is looked at. */
export type ProblemKind =
  | "not-utf8"
  | "byte-order-mark"
  | "text-before-fence"
  | "missing-fence"
  | "no-frontmatter"
  | "fenced-in-code"
  | "link-text"
  | "empty-file"
  | "unclosed-frontmatter"
  | "empty-frontmatter"
  | "not-a-mapping"
  | "too-large"
  | "invalid-yaml"
  | "unquoted-text"
  | "json-comment"
  | "duplicate-key"
  | "tab-indent"
  | "opener-blanks"
  | "closer-blanks"
  | "mixed-line-ends"
  | "carriage-return";

export interface Problem extends Span {
  readonly kind: ProblemKind;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  /** Edits that mend it without changing what was meant. */
  readonly edits?: readonly TextEdit[];
  readonly fixTitle?: string;
  readonly isUnsafe?: boolean;
}
