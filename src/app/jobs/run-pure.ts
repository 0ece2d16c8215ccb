import type { RunOperation } from "../../hub/jobs/index.ts";
import { findOperation } from "../operations.ts";

/** Runs an operation that needs nothing but its input. */
export const runPure: RunOperation = async ({ id, input, version }) => {
  const operation = await findOperation(id);
  const output = await operation.run(
    { version, signal: new AbortController().signal, warn: () => {} },
    input,
  );
  return JSON.stringify(output);
};
