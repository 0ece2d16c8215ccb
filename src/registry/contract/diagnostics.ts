import { type Diagnostic, SkillError } from "../../skill/model/index.ts";

/** Why a registry refuses what it was asked. */
export const marketCodes = {
  /** Nobody has logged in, and this is only for those who have. */
  loginNeeded: "market/login-needed",
  forbidden: "market/forbidden",
  /** Not there, or not for this viewer. */
  notFound: "market/not-found",
  /** It was there and is deleted. */
  gone: "market/gone",
  invalid: "market/invalid",
  nameTaken: "market/name-taken",
  /** A version is never published twice. */
  versionExists: "market/version-exists",
  /** The number promises more than the changes keep. */
  versionTooLow: "market/version-too-low",
  wrongSignature: "market/wrong-signature",
  /** The scanner or a moderator keeps it from everybody. */
  quarantined: "market/quarantined",
  /** A legal notice took it away. */
  removed: "market/removed",
  /** Not possible in the state that it is in. */
  wrongState: "market/wrong-state",
  tooLarge: "market/too-large",
  /** The account of the publisher has no room left. */
  overQuota: "market/over-quota",
  /** A warning: a name may be taken for another one. */
  lookAlike: "market/look-alike",
  /** The registry from which this one takes skills did not answer, or with something else. */
  upstreamFailed: "market/upstream-failed",
} as const;

export type MarketCode = (typeof marketCodes)[keyof typeof marketCodes];

/** What each is over HTTP. */
const STATUS: Readonly<Record<MarketCode, number>> = {
  [marketCodes.loginNeeded]: 401,
  [marketCodes.forbidden]: 403,
  [marketCodes.notFound]: 404,
  [marketCodes.gone]: 410,
  [marketCodes.invalid]: 400,
  [marketCodes.nameTaken]: 409,
  [marketCodes.versionExists]: 409,
  [marketCodes.versionTooLow]: 409,
  [marketCodes.wrongSignature]: 400,
  [marketCodes.quarantined]: 403,
  [marketCodes.removed]: 451,
  [marketCodes.wrongState]: 409,
  [marketCodes.tooLarge]: 413,
  [marketCodes.overQuota]: 507,
  [marketCodes.lookAlike]: 409,
  [marketCodes.upstreamFailed]: 502,
};

/** A refusal that names the field at fault, where there is one. */
export function marketRefusal(
  code: MarketCode,
  message: string,
  details: Pick<Diagnostic, "hint" | "path" | "cause"> = {},
): SkillError {
  return new SkillError({ code, severity: "error", message, ...details }, { status: STATUS[code] });
}
