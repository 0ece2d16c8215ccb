import type { FacetId, Json, Path, Severity, Span } from "../model/index.ts";

/** Stands in a path for the namespace under `metadata` that a file uses. */
export const NAMESPACE = "<namespace>";

export interface TextShape {
  readonly kind: "text";
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** What `pattern` or `test` asks for, to end the sentence "expected …". */
  readonly says?: string;
  readonly test?: (text: string) => boolean;
  /** Closed list of values. */
  readonly values?: readonly string[];
  /** Blanks around the text do not count. */
  readonly trims?: boolean;
  /** Numbers and booleans are taken as text. */
  readonly takesScalars?: boolean;
}

export interface BooleanShape {
  readonly kind: "boolean";
  /** Also `yes`, `on`, `1` and their opposites. */
  readonly takesWords?: boolean;
}

export interface NumberShape {
  readonly kind: "number";
  readonly isInteger?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** Numbers in quotes are taken too. */
  readonly takesText?: boolean;
}

export interface ListShape {
  readonly kind: "list";
  readonly of: Shape;
  readonly min?: number;
  /** A text is split into a list: at commas, at blanks, or at either outside parentheses. */
  readonly splits?: "commas" | "tools" | "words";
  /** Entries that the system passes over: neither checked nor read. */
  readonly skips?: (item: Json) => boolean;
}

export interface MapShape {
  readonly kind: "map";
  readonly of: Shape;
  /** What a key must look like. */
  readonly keys?: TextShape;
}

export interface RecordShape {
  readonly kind: "record";
  readonly fields: { readonly [key: string]: RecordField };
}

export interface RecordField {
  readonly shape: Shape;
  readonly required?: boolean;
  readonly doc: string;
  /** Where it differs from that of the whole field. */
  readonly severity?: Severity;
}

export interface AnyShape {
  readonly kind: "any";
}

export interface EitherShape {
  readonly kind: "either";
  readonly of: readonly Shape[];
  readonly says: string;
}

/** What a value may look like: drives reading, checks, JSON Schema and documentation. */
export type Shape =
  | TextShape
  | BooleanShape
  | NumberShape
  | ListShape
  | MapShape
  | RecordShape
  | AnyShape
  | EitherShape;

/** One row of a dialect's table. */
export interface Field {
  /** Where it stands in the frontmatter. */
  readonly path: Path;
  /** What it means; a field without one is known, kept, and means nothing to the model. */
  readonly facet?: FacetId;
  readonly shape: Shape;
  readonly isRequired?: boolean;
  readonly default?: Json;
  /** One sentence for people. */
  readonly doc: string;
  /** The clause of the specification it comes from. */
  readonly clause: string;
  /** Other spellings that the system reads. */
  readonly aliases?: readonly Path[];
  /** Spellings of the last key that people use and no system reads. */
  readonly misspellings?: readonly string[];
  /** `error`: the system refuses the skill; `warning`: it ignores the field. */
  readonly severity?: Severity;
  /** The rules of the dialect check the value; here the shape only describes it. */
  readonly isCheckedByRules?: boolean;
  /** Accepted by the system without effect. */
  readonly isInert?: boolean;
  /** The server that keeps the skill sets it; nobody changes it by hand. */
  readonly isSetByServer?: boolean;
  /** From the checked value to the model's; undefined: the value means nothing to the model. */
  readonly read?: (value: Json) => Json | undefined;
  /** From the model's value to the field's; undefined: it cannot be said here. */
  readonly write?: (value: Json) => Json | undefined;
  /** Set where `write` cannot say all of it; ends "Approximated: …". */
  readonly approximation?: string;
  /** What a conversion writes where the field is required and the source says nothing. */
  readonly whenAbsent?: Json;
  /** Like `whenAbsent`, where the value follows from the skill's name. */
  readonly derive?: (name: string) => Json;
}

export type ViolationRule =
  | "field-missing"
  | "field-type"
  | "field-length"
  | "field-format"
  | "field-value"
  | "field-unknown"
  | "field-conflict"
  | "name-directory"
  | "placeholder-undeclared"
  | "file-size"
  | "frontmatter-refused"
  | "requirement-invalid"
  | "metadata-unreadable";

/** A rule of the dialect that a file breaks. */
export interface Violation {
  readonly rule: ViolationRule;
  readonly path: Path;
  readonly at: "key" | "value";
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  /** Overrides the name under which validators report it. */
  readonly field?: string;
  /** Where it stands in the file's text, if that is no frontmatter path. */
  readonly span?: Span;
}

export function text(options: Omit<TextShape, "kind"> = {}): TextShape {
  return { kind: "text", ...options };
}

export function boolean(options: Omit<BooleanShape, "kind"> = {}): BooleanShape {
  return { kind: "boolean", ...options };
}

export function number(options: Omit<NumberShape, "kind"> = {}): NumberShape {
  return { kind: "number", ...options };
}

export function list(of: Shape, options: Omit<ListShape, "kind" | "of"> = {}): ListShape {
  return { kind: "list", of, ...options };
}

export function map(of: Shape, options: Omit<MapShape, "kind" | "of"> = {}): MapShape {
  return { kind: "map", of, ...options };
}

export function record(fields: RecordShape["fields"]): RecordShape {
  return { kind: "record", fields };
}

export function either(says: string, ...of: readonly Shape[]): EitherShape {
  return { kind: "either", of, says };
}

export const anything: AnyShape = { kind: "any" };
