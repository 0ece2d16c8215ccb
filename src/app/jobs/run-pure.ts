import type { RunOperation } from "../../hub/jobs/index.ts";
import { findOperation } from "../operations.ts";
import { plainText } from "../plain-text.ts";
import { type ServedLibrary, createSystems } from "./served-library.ts";

/** Runs an operation that needs nothing but its input, and at most the skills that a server serves. */
export const runPure: RunOperation = async ({ id, input, version, library, isShown }) => {
  const operation = await findOperation(id);
  const output = await operation.run(
    {
      version,
      signal: new AbortController().signal,
      warn: () => {},
      // Whoever asks for such an operation has made it of this type.
      ...(library === undefined ? {} : { systems: createSystems(library as ServedLibrary) }),
    },
    input,
  );
  if (isShown !== true) return JSON.stringify(output);
  return JSON.stringify({ output, text: await plainText(operation, output, input, version) });
};
