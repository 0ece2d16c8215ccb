import type { Random } from "./random.ts";
import type { FuzzTarget } from "./target.ts";

export interface MutateContext {
  readonly random: Random;
  readonly target: Pick<FuzzTarget, "kind" | "maxBytes" | "words">;
  /** Other inputs to take pieces from. */
  readonly pool: readonly Uint8Array[];
}
