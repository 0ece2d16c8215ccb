/** What an issuer of OpenID Connect attests of a build: where it runs, and of what. */
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from "jose";
import { reasonOf } from "../../../platform/index.ts";
import { createBoundedFetch } from "../../../platform/network/index.ts";
import { type BuildClaims, marketCodes, marketRefusal } from "../../../registry/contract/index.ts";

/** Signatures that need a secret on both sides are not among them, and neither is `none`. */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA".split(" ");
const LONGEST_TOKEN = 16_384;
const TIMEOUT_MS = 5000;
const fetchShort = createBoundedFetch(1_000_000);
/** Builds ask for a token when they need it. */
const OLDEST = "15 minutes";

/** A build with what tells its repository from a later one of the same name. */
export interface AttestedBuild extends BuildClaims {
  readonly repositoryId?: string;
}

export type VerifyBuild = (token: string) => Promise<AttestedBuild>;

export interface IssuerSettings {
  /** For whom tokens must be made: the address of this registry. */
  readonly audience?: string | undefined;
  readonly issuers: readonly string[];
}

/** Keys of issuers are asked for when a token of theirs comes first, and again when it names one that is not known. */
export function createBuildVerifier({ audience, issuers }: IssuerSettings): VerifyBuild {
  const known = new Map<string, Promise<JWTVerifyGetKey>>();
  const keysOf = (issuer: string): Promise<JWTVerifyGetKey> => {
    const keys = known.get(issuer) ?? discoverKeys(issuer);
    known.set(issuer, keys);
    keys.catch(() => known.delete(issuer));
    return keys;
  };
  return async (token) => {
    if (audience === undefined)
      throw refused(
        "This registry has no address of its own, for which builds could ask for a token",
        {
          hint: "Set `publicUrl`.",
        },
      );
    const issuer = issuerOf(token);
    if (!issuers.includes(issuer)) throw refused(`This registry trusts no builds of ${issuer}`);
    try {
      const { payload } = await jwtVerify(token, await asked(keysOf(issuer), issuer), {
        issuer,
        audience: [audience, audience.replace(/\/$/u, "")],
        algorithms: ALGORITHMS,
        requiredClaims: ["exp", "iat"],
        maxTokenAge: OLDEST,
        clockTolerance: 5,
      });
      return toBuild(issuer, payload);
    } catch (error) {
      if (error instanceof errors.JOSEError)
        throw refused(`The token of the build is not good: ${error.message}`);
      throw error;
    }
  };
}

/** What goes wrong between the two servers is no fault of this one. */
async function asked<T>(keys: Promise<T>, issuer: string): Promise<T> {
  try {
    return await keys;
  } catch (cause) {
    throw marketRefusal(
      marketCodes.upstreamFailed,
      `The keys of ${issuer} cannot be had: ${reasonOf(cause)}.`,
      { cause },
    );
  }
}

function refused(message: string, more: { readonly hint?: string } = {}): Error {
  return marketRefusal(marketCodes.forbidden, `${message}.`, more);
}

function issuerOf(token: string): string {
  try {
    if (token.length <= LONGEST_TOKEN) return decodeJwt(token).iss ?? "";
  } catch {
    // Said below.
  }
  throw marketRefusal(marketCodes.invalid, "This is no token of a build.", { path: ["token"] });
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const url = `${issuer.replace(/\/$/u, "")}/.well-known/openid-configuration`;
  const answer = await fetchShort(url, {
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { jwks_uri: place } = (await answer.json()) as { readonly jwks_uri?: unknown };
  if (typeof place !== "string" || !URL.canParse(place))
    throw new Error(`${issuer} does not say where its keys are.`);
  return createRemoteJWKSet(new URL(place), {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: fetchShort,
  });
}

/** As GitHub and GitLab name what they attest; others are taken by the same names. */
function toBuild(issuer: string, claims: JWTPayload): AttestedBuild {
  const text = (...names: readonly string[]): string | undefined =>
    names.map((name) => claims[name]).find((value) => typeof value === "string" && value !== "") as
      | string
      | undefined;
  const repository = text("repository", "project_path");
  const workflow = workflowIn(text("workflow_ref", "ci_config_ref_uri"), repository);
  if (repository === undefined || workflow === undefined)
    throw refused("The token names no repository and workflow");
  const optional = {
    ref: text("ref"),
    commit: text("sha"),
    run: text("run_id", "pipeline_id"),
    environment: text("environment"),
    repositoryId: text("repository_id", "project_id"),
  };
  // Only what the token says.
  const said = Object.fromEntries(
    Object.entries(optional).filter(([, value]) => value !== undefined),
  );
  return { issuer, repository, workflow, ...said };
}

/** `owner/name/.github/workflows/release.yml@refs/heads/main`, or `host/group/name//.gitlab-ci.yml@refs/heads/main`. */
function workflowIn(place: string | undefined, repository = ""): string | undefined {
  if (place === undefined) return undefined;
  const path = place.slice(0, place.lastIndexOf("@") === -1 ? undefined : place.lastIndexOf("@"));
  const double = path.indexOf("//");
  if (double !== -1) return path.slice(double + 2);
  return path.startsWith(`${repository}/`) ? path.slice(repository.length + 1) : undefined;
}
