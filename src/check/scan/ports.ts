/** What the scanner needs from outside, since it does no I/O and loads no engine itself. */

/** Languages that code of a skill is told apart by; `other` is searched as text alone. */
export type CodeLanguage =
  | "python"
  | "javascript"
  | "typescript"
  | "shell"
  | "powershell"
  | "other";

/** A node of a syntax tree; offsets are UTF-16 units of the text that was parsed. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly isNamed: boolean;
  readonly hasError: boolean;
  readonly namedChildren: readonly (SyntaxNode | null)[];
  readonly children: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
}

/** Parses at once: engines are loaded before the scan begins. */
export interface SyntaxPort {
  /**
   * Calls `use` with the root and frees the tree afterwards; undefined where the language is not known or the
   * parser gave up.
   */
  withTree<T>(language: CodeLanguage, text: string, use: (root: SyntaxNode) => T): T | undefined;
}

export interface FoundSecret {
  /** What kind of secret, such as `AWS access key`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A kept library of detectors, asked once for each text before rules run. */
export interface SecretPort {
  find(path: string, text: string): Promise<readonly FoundSecret[]>;
}

export interface ScanPorts {
  /** Without it, code is searched as text. */
  readonly syntax?: SyntaxPort;
  /** Without it, the shapes of the linter are used alone. */
  readonly secrets?: SecretPort;
}
