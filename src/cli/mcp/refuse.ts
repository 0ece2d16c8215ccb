import { MergeConflictError, registryCodes, RiskySkillError } from "../../registry/index.ts";
import { SkillError, withoutCause } from "../../skill/model/index.ts";
import { type Context, FINDINGS, printJson } from "../context.ts";
import { renderFailure } from "../render.ts";

/** Codes of a command that cannot be carried out at all; every other one is a verdict on what was found. */
const FAILURES: ReadonlySet<string> = new Set([
  registryCodes.connectionFailed,
  registryCodes.invalidAddress,
  registryCodes.invalidKey,
  registryCodes.invalidTrust,
  registryCodes.unknownKey,
  registryCodes.writeFailed,
]);

/** Tells a refusal in a line and exits with 1 for it; failures go on to whoever called. */
export async function refusingKnown(
  context: Context,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    const { code } = error.diagnostic;
    const isRefusal = Object.values<string>(registryCodes).includes(code) && !FAILURES.has(code);
    if (!isRefusal) throw error;
    if (context.options.flag("json")) printJson(context, refusalOf(error));
    context.err(renderFailure(error.diagnostic, context.paintError));
    return FINDINGS;
  }
}

/** A refusal for machines: what is wrong, and what was found where more is known. */
export function refusalOf(error: SkillError): object {
  return {
    error: withoutCause(error.diagnostic),
    ...(error instanceof MergeConflictError
      ? { skill: error.skill, conflicts: error.conflicts }
      : {}),
    ...(error instanceof RiskySkillError ? { name: error.scan.name, scan: error.scan } : {}),
  };
}
