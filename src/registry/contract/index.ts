/** The registry as data and rules: what it does, and when it refuses. */
export type * from "./builds.ts";
export type * from "./contract.ts";
export type * from "./transfers.ts";
export type * from "./records.ts";
export type * from "./webhooks.ts";
export { type MarketCode, marketCodes, marketRefusal } from "./diagnostics.ts";
/** Below the address of a server: where the registry answers in its own words. */
export const REGISTRY_PATH = "/registry/api/v1";
/** The counter of publications and their dry runs, which all protocols share. */
export const PUBLISH_LIMIT = "publish";
export { deprecationWords } from "./deprecation.ts";
export { computeFingerprint } from "./fingerprint.ts";
export { MATCH_FIELDS, MATCHES, matchWords } from "./matches.ts";
export { isNearMiss, toSkeleton } from "./look-alikes.ts";
export {
  checkHandle,
  checkReserved,
  checkSlug,
  checkTag,
  checkVersion,
  compareVersions,
  toFullName,
  handleFrom,
  isSlug,
  isTag,
  newestFirst,
  readSkillName,
  versionKey,
  versionRanks,
} from "./names.ts";
export { needsModerator, type PromotionFacts, promotionSteps } from "./promotion.ts";
export {
  QUARANTINE_COST,
  computeQuality,
  computeReputation,
  type SkillStanding,
  trendAfter,
} from "./rank.ts";
export { type Actor, type Holder, isGiven, isHeld, nextState, type ReviewEvent } from "./states.ts";
export { isLeak } from "./leaks.ts";
export { loginNeeded, type MarketScope, requireScope, requireUser } from "./viewer.ts";
export type {
  LoggedEntry,
  MarketTransparency,
  StatedEntry,
  AttestedVersion,
} from "./transparency.ts";
