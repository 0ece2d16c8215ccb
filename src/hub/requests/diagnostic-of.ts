import { type Diagnostic, SkillError } from "../../skill/model/index.ts";

/** What the one who asks is told of a failure; undefined: a fault of the program. */
export function diagnosticOf(error: unknown): Diagnostic | undefined {
  if (!SkillError.isInstance(error)) return undefined;
  // A disk or database that fails is no fault of the request, and its words name places of the machine.
  return /^(?:store|data)\//u.test(error.diagnostic.code) ? undefined : error.diagnostic;
}
