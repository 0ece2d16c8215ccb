/** The port through which code is read; whoever scans brings a reader, so that the analysis itself runs anywhere. */

/** Languages that have a grammar. */
export type GrammarLanguage =
  | "python"
  | "javascript"
  | "typescript"
  | "tsx"
  | "bash"
  | "powershell"
  | "ruby"
  | "php"
  | "go";

/** Languages whose libraries share one table of models. */
export function isScript(language: GrammarLanguage): boolean {
  return language === "ruby" || language === "php" || language === "go";
}

/** A node of the tree as plain data: nodes with a name, and marks that stand in a field. */
export interface SyntaxNode {
  readonly type: string;
  readonly named: boolean;
  /** Offsets into the text that was parsed, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The name of the field of the parent in which the node stands. */
  readonly field?: string;
  readonly children: readonly SyntaxNode[];
}

/** Why a text has no tree, or only the upper part of one. */
export type SyntaxProblem = "too-large" | "too-deep" | "too-slow" | "unavailable";

export interface SyntaxTree {
  readonly root?: SyntaxNode;
  readonly problem?: SyntaxProblem;
}

export interface SyntaxReader {
  /** Makes the grammars ready; what cannot be had is `unavailable` in `parse`. */
  load(languages: readonly GrammarLanguage[]): Promise<void>;
  parse(language: GrammarLanguage, text: string): SyntaxTree;
}
