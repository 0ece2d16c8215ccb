import type { Context } from "../context.ts";
import { pinBy } from "../registry/pin.ts";

/** Keeps an installed skill at its version. */
export function run(context: Context): Promise<number> {
  return pinBy(context, context.options.text("reason") ?? "");
}
