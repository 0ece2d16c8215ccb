/** What is fuzzed: where inputs start from, and what must hold for every one of them. */

/** A place that takes bytes of strangers, ready to take some. */
export interface OpenTarget {
  /**
   * Throws where an invariant does not hold. Returns what became of the input in a word or two: an input with a new
   * outcome is kept to make others from.
   */
  readonly check: (input: Uint8Array) => string | Promise<string>;
  readonly close?: () => Promise<void>;
}

export interface FuzzTarget {
  readonly name: string;
  /** What must hold, one sentence each. */
  readonly invariants: readonly string[];
  /** `json` mutates the tree of values, `text` the lines and words, `bytes` the bytes. */
  readonly kind: "json" | "text" | "bytes";
  /** Longer inputs are cut. */
  readonly maxBytes: number;
  /** Processor time for one input; more counts as a failure. */
  readonly maxCpuMs: number;
  /** Words that the target gives a meaning to. */
  readonly words: readonly string[];
  readonly seeds: () => readonly Uint8Array[];
  readonly open: () => OpenTarget | Promise<OpenTarget>;
  /** Runs in `npm test`, which has seconds for all targets. */
  readonly quickRuns: number;
}

/** An invariant that does not hold. */
class InvariantError extends Error {
  override readonly name = "InvariantError";
}

export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

export function textOf(input: Uint8Array): string {
  return Buffer.from(input).toString("utf8");
}
