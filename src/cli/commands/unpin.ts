import type { Context } from "../context.ts";
import { pinBy } from "../registry/pin.ts";

/** Lets a pinned skill be updated again. */
export function run(context: Context): Promise<number> {
  return pinBy(context, undefined);
}
