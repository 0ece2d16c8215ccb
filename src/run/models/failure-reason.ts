import { APICallError } from "@ai-sdk/provider";
import { SkillError } from "../../skill/index.ts";

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
  const { code } = error.diagnostic;
  if (code === "run/model-failed") return toFailureReason(error.cause);
  return BY_CODE[code];
}

const BY_CODE: { readonly [code: string]: FailureReason } = {
  "run/no-model": "no-model",
  "run/unknown-model": "unknown-model",
  "run/missing-key": "missing-key",
  "run/missing-package": "missing-package",
  "run/not-allowed": "not-allowed",
  "run/over-budget": "over-budget",
};

function toFailureReason(cause: unknown): FailureReason {
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
