import type { Diagnostic } from "../../skill/index.ts";

/** By place, then code; what stands at the same place under the same code keeps its order. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  const left = a.range?.start.offset ?? 0;
  const right = b.range?.start.offset ?? 0;
  if (left !== right) return left - right;
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0;
}
