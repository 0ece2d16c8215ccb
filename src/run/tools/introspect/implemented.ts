import type { Json, Span } from "../../../skill/index.ts";

/** Types that a parameter or a result can have; `unknown` where the code does not tell. */
export type ValueType =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "array"
  | "object"
  | "null"
  | "unknown";

/** What the code says about one value. */
export interface ValueKind {
  readonly type: ValueType;
  /** It may be absent or null. */
  readonly isNullable?: boolean;
  /** The values that it can have, where they are listed. */
  readonly choices?: readonly Json[];
  readonly items?: ValueKind;
  /** No JSON: what it is instead, as the code calls it. */
  readonly notJson?: string;
}

export interface ImplementedParameter {
  readonly name: string;
  readonly kind: ValueKind;
  readonly isRequired: boolean;
  /** Absent also where there is a default that is no literal. */
  readonly default?: Json;
  readonly description?: string;
  readonly span: Span;
}

/** A tool as its module says it; nothing of the module has run. */
export interface ImplementedTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly ImplementedParameter[];
  readonly returns?: ValueKind;
  readonly atomic?: boolean;
  readonly title?: string;
  /** Seconds. */
  readonly timeout?: number;
  /** What the author says about its effects: `readOnly`, `destructive`, `idempotent`, `openWorld`. */
  readonly hints?: { readonly [hint: string]: boolean };
  /** The name in the code. */
  readonly span: Span;
  /** Something about it that no declaration can mend. */
  readonly faults: readonly Fault[];
}

export interface Fault {
  readonly kind: "open-parameters" | "unreadable-parameters";
  readonly message: string;
  readonly hint: string;
  readonly span: Span;
}

/** All that is read of a module. */
export interface ReadModule {
  readonly tools: readonly ImplementedTool[];
  /** Functions of the module that are not marked as tools, by name. */
  readonly unmarked: ReadonlyMap<string, Span>;
  /** Tools inside of functions and classes, which are there only once those have run. */
  readonly nested: readonly { readonly name: string; readonly span: Span }[];
  /** Where the text stops to be of its language. */
  readonly error?: Span;
  /** Something that can be read but not be run as it is. */
  readonly obstacle?: Pick<Fault, "message" | "hint" | "span">;
}
