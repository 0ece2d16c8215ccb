import type { Path } from "./json.ts";

/** Line and column count from 1, offset from 0, all in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A part of a file, from its first position to the one after its last. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A stretch of text by offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Severity = "error" | "warning" | "info" | "hint";

/** Replaces `[start, end)` of the file's text. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** Edits that resolve a diagnostic. */
export interface Fix {
  readonly title: string;
  /** `safe` keeps the meaning; `unsafe` needs a person's eye. */
  readonly safety: "safe" | "unsafe";
  readonly edits: readonly TextEdit[];
}

export interface Related {
  readonly message: string;
  readonly file?: string;
  readonly range?: Range;
}

/** The one shape in which every part of Skillwright says that something is wrong. */
export interface Diagnostic {
  /** `area/slug`, permanent. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly file?: string;
  readonly range?: Range;
  readonly path?: Path;
  readonly related?: readonly Related[];
  readonly fix?: Fix;
  readonly cause?: unknown;
}

/** Bad input is returned, not thrown: a value where there is one, and all that was found. */
export interface Outcome<T> {
  readonly value?: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** As it is sent to others: what caused it is for the log. */
export function withoutCause({ cause: _cause, ...rest }: Diagnostic): Omit<Diagnostic, "cause"> {
  return rest;
}

export interface SkillErrorCodes {
  readonly status?: number;
  readonly exit?: 1 | 2;
  readonly more?: object;
}

const BRAND = "skillwright.SkillError";

/** Failed I/O, denied permission, failed verification: carries the one diagnostic to show. */
export class SkillError extends Error {
  readonly diagnostic: Diagnostic;
  readonly brand: string = BRAND;
  /** Status over HTTP, where its catalogue says one. */
  readonly status?: number;
  /** Exit code of a command, where its catalogue says one. */
  readonly exit?: 1 | 2;
  /** What programs are told besides the diagnostic. */
  readonly more?: object;

  constructor(diagnostic: Diagnostic, { status, exit, more }: SkillErrorCodes = {}) {
    super(
      diagnostic.message,
      diagnostic.cause === undefined ? undefined : { cause: diagnostic.cause },
    );
    this.name = "SkillError";
    this.diagnostic = diagnostic;
    if (status !== undefined) this.status = status;
    if (exit !== undefined) this.exit = exit;
    if (more !== undefined) this.more = more;
  }

  /** Works across copies of the package, unlike `instanceof`. */
  static isInstance(value: unknown): value is SkillError {
    return value instanceof Error && "brand" in value && value.brand === BRAND;
  }
}
