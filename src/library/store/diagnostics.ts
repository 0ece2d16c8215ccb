import { type Diagnostic, SkillError } from "../../skill/model/index.ts";

/** What can go wrong with stores; a code is never used for anything else. */
export const storeCodes = {
  keyInvalid: "store/key-invalid",
  conflict: "store/conflict",
  closed: "store/closed",
  corrupt: "store/corrupt",
  denied: "store/denied",
  failed: "store/failed",
  keyBlocked: "store/key-blocked",
  linkRefused: "store/link-refused",
  locked: "store/locked",
  notFound: "store/not-found",
  notText: "store/not-text",
  packageMissing: "store/package-missing",
  pathInvalid: "store/path-invalid",
} as const;

export type StoreCode = (typeof storeCodes)[keyof typeof storeCodes];

type Details = Pick<Diagnostic, "hint" | "file" | "cause">;

export function storeProblem(code: StoreCode, message: string, details: Details = {}): Diagnostic {
  return { code, severity: "error", message, ...details };
}

export function storeError(code: StoreCode, message: string, details: Details = {}): SkillError {
  return new SkillError(storeProblem(code, message, details));
}
