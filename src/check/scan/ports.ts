import type { SyntaxReader } from "./code/syntax.ts";

/** What the scanner needs from outside, since it does no I/O and loads no engine itself. */

/**
 * Languages that code of a skill is told apart by; `other` is searched as text alone.
 */
export type CodeLanguage =
  | "python"
  | "javascript"
  | "typescript"
  | "shell"
  | "powershell"
  | "ruby"
  | "php"
  | "go"
  | "other";

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

/** A feed as it was kept or named, in the format of docs/reference/feeds.md. */
export interface FeedText {
  readonly file: string;
  readonly text: string;
}

/** What others found to be bad, beside the feed that comes along. */
export interface KnownBadPort {
  readonly feeds: readonly FeedText[];
  /** SHA-256 in hexadecimal digits. */
  readonly digest: (content: string | Uint8Array) => string;
}

/** Parsers, secret detectors and feeds that the caller provides. */
export interface ScanPorts {
  /** Without it, code is searched as text. Its grammars are loaded before rules run. */
  readonly syntax?: SyntaxReader;
  /** Without it, the shapes of the linter are used alone. */
  readonly secrets?: SecretPort;
  /** Without it, only the feed that comes along counts, and no digest. */
  readonly knownBad?: KnownBadPort;
}
