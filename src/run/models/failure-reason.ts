import { APICallError } from "@ai-sdk/provider";
import { SkillError } from "../../skill/index.ts";
import { runCodes } from "../diagnostics.ts";

/** Why a model gave no answer, in a word that may be shown to anybody: it holds nothing of what the provider said. */
export type FailureReason =
  | "no-model"
  | "unknown-model"
  | "missing-key"
  | "missing-package"
  | "not-allowed"
  | "over-budget"
  | "refused-key"
  | "rate-limit"
  | "refused-request"
  | "provider-failed"
  | "unreachable"
  | "cut-short";

/** Undefined where it was not the model that failed. */
export function failureReason(error: unknown): FailureReason | undefined {
  if (!SkillError.isInstance(error)) return undefined;
  switch (error.diagnostic.code) {
    case runCodes.noModel:
      return "no-model";
    case runCodes.unknownModel:
      return "unknown-model";
    case runCodes.missingKey:
      return "missing-key";
    case runCodes.missingPackage:
      return "missing-package";
    case runCodes.notAllowed:
      return "not-allowed";
    case runCodes.overBudget:
      return "over-budget";
    case runCodes.modelFailed:
      return reasonOfCause(error.cause);
    default:
      return undefined;
  }
}

function reasonOfCause(cause: unknown): FailureReason {
  // Only calls that get an answer, or none, fail as such; the others break off or cannot be read.
  if (!APICallError.isInstance(cause)) return "cut-short";
  const { statusCode: status } = cause;
  if (status === undefined) return "unreachable";
  if (status < 400) return "cut-short";
  if (status === 401 || status === 403) return "refused-key";
  if (status === 404) return "unknown-model";
  if (status === 429) return "rate-limit";
  return status < 500 ? "refused-request" : "provider-failed";
}
