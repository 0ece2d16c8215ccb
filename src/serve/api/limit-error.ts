import { SkillError } from "../../skill/index.ts";
import type { LimitState } from "./limits.ts";

/** Somebody asks too often; the answer says when to come back. */
export class LimitError extends SkillError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, message: string, state: LimitState) {
    super({ code, severity: "error", message });
    this.headers = { ...limitHeaders(state), "retry-after": String(state.resetSeconds) };
  }
}

export function limitHeaders(state: LimitState): Readonly<Record<string, string>> {
  return {
    "x-ratelimit-limit": String(state.limit),
    "x-ratelimit-remaining": String(state.remaining),
    "x-ratelimit-reset": String(state.resetSeconds),
  };
}
