import JSON5 from "json5";
import {
  type Diagnostic,
  type Json,
  lineStarts,
  type Outcome,
  rangeOf,
} from "../../skill/index.ts";
import { locateFault, locateKeys } from "../config/locate.ts";
import { hostCodes, hostProblem } from "./diagnostics.ts";
import type { HostFacts } from "./facts.ts";
import { simulateHost } from "./simulate.ts";

/** A host as the text of a file describes it; whatever is wrong has its place in the file. */
export function readHostFile(text: string, file: string): Outcome<HostFacts> {
  const starts = lineStarts(text);
  let source: Json;
  try {
    // What the parser gives is plain data.
    source = JSON5.parse(text) as Json;
  } catch (error) {
    const problem = hostProblem(hostCodes.invalidFile, "The file is not valid JSON.", {
      hint: "Check the quotes, commas and braces around this place.",
      cause: error,
    });
    const range = rangeOf(starts, locateFault(text, error));
    return { diagnostics: [{ ...problem, file, range }] };
  }
  const { value, diagnostics } = simulateHost(source);
  const locate = locateKeys(text);
  const placed = diagnostics.map((problem): Diagnostic => {
    const span = locate(problem.path ?? [], "key");
    return { ...problem, file, ...(span === undefined ? {} : { range: rangeOf(starts, span) }) };
  });
  return { ...(value === undefined ? {} : { value }), diagnostics: placed };
}
