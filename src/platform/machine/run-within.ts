import { createContext, Script } from "node:vm";

const CALL = new Script("work()");

/** Undefined: it took longer, and was ended. Also an expression that tries one way after the other ends so. */
export function runWithin<Result>(
  milliseconds: number,
  work: () => Result,
): { readonly value: Result } | undefined {
  let value: Result | undefined;
  const context = createContext({
    work: () => {
      value = work();
    },
  });
  try {
    CALL.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
  // The work is done, so that it has its result.
  return { value: value as Result };
}

/** By its code alone: it is an error of the other context. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === "object" && error !== null;
  return isObject && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
