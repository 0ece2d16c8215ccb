import {
  type AuthInfo,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
} from "@modelcontextprotocol/server";
import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose";

export interface VerifierOptions {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  /** The address of this server, for which tokens must be made. */
  readonly resource: URL;
}

/** Signatures that need a secret on both sides are not among them, and neither is `none`. */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
const TOLERANCE_S = 5;

/** Says of a token whether it was made by the issuer for this server and still holds. */
export function createVerifier({ keys, issuer, resource }: VerifierOptions): OAuthTokenVerifier {
  const audience = [resource.href, resource.href.replace(/\/$/, "")];
  return {
    verifyAccessToken: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          requiredClaims: ["exp"],
          clockTolerance: TOLERANCE_S,
        });
        return toAuthInfo(token, payload, resource);
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}

function toAuthInfo(token: string, payload: JWTPayload, resource: URL): AuthInfo {
  const { client_id: clientId, azp, sub } = payload;
  const client = [clientId, azp, sub].find((value) => typeof value === "string");
  return {
    token,
    clientId: client ?? "unknown",
    scopes: readScopes(payload),
    resource,
    // `jwtVerify` has seen to it that it is there.
    expiresAt: (payload.exp ?? 0) + TOLERANCE_S,
    extra: { ...(sub === undefined ? {} : { sub }), ...emailIn(payload) },
  };
}

/** One that the issuer has not confirmed is what anybody may have typed. */
function emailIn({ email, email_verified: isVerified }: JWTPayload): { readonly email?: string } {
  return typeof email === "string" && isVerified === true ? { email } : {};
}

/** `scope` as RFC 9068 has it, or `scp` as some issuers write it. */
function readScopes({ scope, scp }: JWTPayload): string[] {
  return [scope, scp]
    .flat()
    .filter((value) => typeof value === "string")
    .flatMap((value) => value.split(" "))
    .filter((value) => value !== "");
}

/** What is wrong with a token is told; that the keys cannot be had is a fault of this side. */
function refusal(error: unknown): OAuthError {
  const isOfKeys =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === "ERR_JOSE_GENERIC";
  if (isOfKeys) return new OAuthError(OAuthErrorCode.ServerError, "The keys cannot be had.");
  return new OAuthError(OAuthErrorCode.InvalidToken, formatReason(error));
}

function formatReason(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The claim ${error.claim} is not as expected.`;
  return "The token is not one of the issuer.";
}
