import { findExcess } from "../../../platform/network/index.ts";
import type { Json } from "../../../skill/index.ts";
import { MOST_VALUES } from "../data-budget.ts";
import { NodeError } from "../node-error.ts";

/** Of JSON that is parsed in the server. */
const BOUNDS = { values: MOST_VALUES, depth: 64 } as const;

/** Data of a text that a stranger wrote. */
export function readJson(text: string, what: string): Json {
  const excess = findExcess(text, BOUNDS);
  if (excess === "values") throw new NodeError(`${what} has more than ${BOUNDS.values} values`);
  if (excess === "depth") throw new NodeError(`${what} nests deeper than ${BOUNDS.depth} levels`);
  try {
    // What JSON holds is plain data.
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new NodeError(`${what} is not JSON`, error);
  }
}
