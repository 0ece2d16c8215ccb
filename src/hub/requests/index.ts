export { diagnosticOf } from "./diagnostic-of.ts";
export { apiCodes } from "./codes.ts";
export { LimitError } from "./limit-error.ts";
export {
  createLimiter,
  DEFAULT_LIMITS,
  type Limit,
  type Limiter,
  type LimitState,
} from "./limiter.ts";
