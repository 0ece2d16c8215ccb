import type { Place } from "./facts.ts";
import type { Value } from "./value.ts";

/** A program that is started. */
export interface Started {
  readonly name: string;
  /** Without the name. */
  readonly words: readonly Value[];
  readonly input: Value | undefined;
  readonly place: Place;
}
