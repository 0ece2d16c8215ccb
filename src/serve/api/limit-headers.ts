import type { LimitError, LimitState } from "../../hub/requests/index.ts";

/** Say when to come back. */
export function refusalHeaders({ state }: LimitError): Readonly<Record<string, string>> {
  return { ...limitHeaders(state), "retry-after": String(state.resetSeconds) };
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
