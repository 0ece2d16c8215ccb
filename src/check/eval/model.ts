/** One model of evaluation cases, whatever the file format that they were written in. Plain data throughout. */
import type { Json, JsonObject } from "../../skill/index.ts";

/** Which skills a request has to load. */
export interface TriggerExpectation {
  /** One of these has to be loaded. */
  readonly fires: readonly string[];
  /** These may be loaded as well, or instead. */
  readonly acceptable: readonly string[];
  /** None of these may be loaded. */
  readonly silent: readonly string[];
  /** No skill at all may be loaded. */
  readonly none: boolean;
}

/** A statement about the answer that takes a judge. */
export interface Assertion {
  readonly text: string;
  readonly weight?: number;
  /** The statement sums up when the case has succeeded, where a format tells these apart. */
  readonly isCriterion?: boolean;
  /** Keys of the statement that no field stands for, such as an id. */
  readonly extensions?: JsonObject;
}

/** A statement about a run that a program can decide. */
export type Check = CheckBody & {
  /** As the author calls it. */
  readonly name?: string;
};

type CheckBody =
  | {
      readonly kind: "contains";
      readonly value: string;
      readonly isNegated?: boolean;
      readonly ignoresCase?: boolean;
    }
  | { readonly kind: "equals"; readonly value: string }
  | {
      readonly kind: "regex";
      readonly pattern: string;
      readonly flags?: string;
      readonly isNegated?: boolean;
    }
  | { readonly kind: "json-schema"; readonly schema: JsonObject }
  | {
      readonly kind: "file";
      readonly path: string;
      /** Default: the file exists. */
      readonly isAbsent?: boolean;
      readonly contains?: string;
      /** A pattern for its text. */
      readonly matches?: string;
    }
  | { readonly kind: "exit-code"; readonly code: number }
  | { readonly kind: "tool-called"; readonly tool: string; readonly isNegated?: boolean }
  | { readonly kind: "tool-order"; readonly tools: readonly string[] }
  /** A tool was called with this script among its arguments. */
  | { readonly kind: "script-run"; readonly script: string }
  | { readonly kind: "most-tool-calls"; readonly limit: number }
  | { readonly kind: "most-cost"; readonly limit: number }
  | { readonly kind: "most-tokens"; readonly limit: number }
  | { readonly kind: "most-seconds"; readonly limit: number }
  /** A check of another program that Skillwright does not run: kept as it is written. */
  | { readonly kind: "foreign"; readonly source: Json };

export interface EvalCase {
  /** Unique in its suite. */
  readonly id: string;
  readonly prompt: string;
  /** What the user says afterwards, one message each. */
  readonly turns: readonly string[];
  readonly context?: string;
  /** Input files, relative to the skill or the suite as its format has it. */
  readonly files: readonly string[];
  readonly trigger?: TriggerExpectation;
  /** The expected answer in words. */
  readonly output?: string;
  readonly assertions: readonly Assertion[];
  readonly checks: readonly Check[];
  /** `train`, `val`, `test`. */
  readonly split?: string;
  readonly tags: readonly string[];
  /** Why the author expects this. */
  readonly rationale?: string;
  /** Keys of the file that no field stands for. */
  readonly extensions: JsonObject;
}

export interface SuiteDefaults {
  readonly trials?: number;
  readonly timeoutSeconds?: number;
  readonly model?: string;
  readonly judgeModel?: string;
  /** Share of trials or of assertions that has to pass. */
  readonly threshold?: number;
}

export interface EvalSuite {
  /** The skill that is evaluated, where the file or its place names one. */
  readonly skill?: string;
  readonly name?: string;
  readonly defaults: SuiteDefaults;
  readonly cases: readonly EvalCase[];
  readonly extensions: JsonObject;
}

export const EMPTY_CASE: Omit<EvalCase, "id" | "prompt"> = {
  turns: [],
  files: [],
  assertions: [],
  checks: [],
  tags: [],
  extensions: {},
};

export const NO_TRIGGER: TriggerExpectation = {
  fires: [],
  acceptable: [],
  silent: [],
  none: false,
};

/** A file as the readers get it. */
export interface SuiteFile {
  /** As it is shown, with `/` between the parts. */
  readonly path: string;
  readonly text: string;
}

/** True where a case says something about the answer, and not only about triggering. */
export function expectsAnswer({ output, assertions, checks }: EvalCase): boolean {
  return output !== undefined || assertions.length > 0 || checks.length > 0;
}

/** An id that stays the same wherever the case stands in its file. */
export function toSlug(prompt: string): string {
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = words.slice(0, 8).join("-").slice(0, 60);
  return slug === "" ? "case" : slug;
}
