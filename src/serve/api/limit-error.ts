import { SkillError } from "../../skill/model/index.ts";
import type { LimitState } from "./limits.ts";

/** Somebody asks too often; the answer says when to come back. */
export class LimitError extends SkillError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, message: string, state: LimitState) {
    super({ code, severity: "error", message });
    this.headers = { ...limitHeaders(state), "retry-after": String(state.resetSeconds) };
  }
}

export function limitHeaders(
  state: Omit<LimitState, "isAllowed">,
): Readonly<Record<string, string>> {
  const limit = String(state.limit);
  const remaining = String(state.remaining);
  const reset = String(state.resetSeconds);
  return {
    "ratelimit-policy": `${limit};w=${state.seconds}`,
    "ratelimit-limit": limit,
    "ratelimit-remaining": remaining,
    "ratelimit-reset": reset,
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-reset": reset,
  };
}
