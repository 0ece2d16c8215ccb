/** Logins by another service, over OpenID Connect; its groups say who may what here. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  customFetch,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from "openid-client";
import { failure, reasonOf } from "../../platform/index.ts";
import { createBoundedFetch } from "../../platform/network/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { signInByClaims, type Claims, type SignOnSettings } from "./group-roles.ts";
import type { AccountPorts, User } from "./ports.ts";
import { createPhrase, consumePhrase } from "./words.ts";

const MINUTES = 10;
const TIMEOUT_SECONDS = 10;
/** Of any answer; a person is in some hundred groups. */
const fetchShort = createBoundedFetch(1_000_000);

/** A login that goes on at another service. */
export interface BegunSignOn {
  readonly url: string;
  /** To be kept by the browser: whoever comes back without it did not begin here. */
  readonly state: string;
}

export interface SignOn {
  readonly services: readonly { readonly id: string; readonly title: string }[];
  readonly begin: (id: string) => Promise<BegunSignOn>;
  /** The user with whose answer the browser came back. */
  readonly finish: (id: string, answer: URLSearchParams, state: string) => Promise<User>;
}

interface Service {
  readonly settings: SignOnSettings;
  readonly open: () => Promise<Configuration>;
  readonly back: string;
}

export interface SignOnOptions {
  readonly services: readonly SignOnSettings[];
  readonly publicUrl: string;
}

export function createSignOn(ports: AccountPorts, { services, publicUrl }: SignOnOptions): SignOn {
  const known = new Map(services.map((one) => [one.id, openService(one, publicUrl)]));
  const find = (id: string): Service => {
    const service = known.get(id);
    if (service === undefined) throw failure(accountCodes.notFound, `No service \`${id}\`.`);
    return service;
  };
  return {
    services: services.map(({ id, title }) => ({ id, title })),
    begin: async (id) => await reached(() => begin(ports, find(id))),
    finish: async (id, answer, state) => {
      const service = find(id);
      const claims = await reached(() => readClaims(ports, service, answer, state));
      return await signInByClaims(ports, service.settings, claims);
    },
  };
}

function openService(settings: SignOnSettings, publicUrl: string): Service {
  const { id, issuer, clientId, clientSecret } = settings;
  let opened: Promise<Configuration> | undefined;
  const open = async (): Promise<Configuration> => {
    const server = new URL(issuer);
    const execute = server.protocol === "http:" ? [allowInsecureRequests] : [];
    opened ??= discovery(server, clientId, clientSecret, undefined, {
      execute,
      timeout: TIMEOUT_SECONDS,
      [customFetch]: fetchShort,
    });
    try {
      return await opened;
    } catch (error) {
      // It may be there again at the next login.
      opened = undefined;
      throw error;
    }
  };
  const back = `${publicUrl.replace(/\/$/u, "")}/api/v1/session/sign-on/${id}/answer`;
  return { settings, open, back };
}

async function begin(ports: AccountPorts, { settings, open, back }: Service): Promise<BegunSignOn> {
  const config = await open();
  const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
  const state = await createPhrase(ports, {
    kind: "sign-on",
    value: JSON.stringify([settings.id, verifier, nonce]),
    minutes: MINUTES,
  });
  const url = buildAuthorizationUrl(config, {
    redirect_uri: back,
    scope: settings.scopes.join(" "),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, state };
}

async function readClaims(
  ports: AccountPorts,
  { settings, open, back }: Service,
  answer: URLSearchParams,
  state: string,
): Promise<Claims> {
  const begun = state === "" ? undefined : await consumePhrase(ports, "sign-on", state);
  // What `begin` has written.
  const [id, verifier = "", nonce = ""] = JSON.parse(begun?.value ?? "[]") as readonly string[];
  if (id !== settings.id || answer.get("state") !== state)
    throw failure(accountCodes.badToken, "This login was not begun here, or too long ago.");
  const config = await open();
  const given = await authorizationCodeGrant(config, new URL(`${back}?${answer.toString()}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = given.claims();
  if (claims === undefined)
    throw failure(accountCodes.badToken, "The service did not say who you are.");
  const isWhole = claims["email"] !== undefined && claims[settings.groupsClaim] !== undefined;
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await fetchUserInfo(config, given.access_token, claims.sub)), ...claims };
}

/** What goes wrong between the two servers is no fault of this one. */
async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    throw failure(
      accountCodes.signOnFailed,
      `The other service cannot be used: ${reasonOf(error)}`,
      {
        cause: error,
      },
    );
  }
}
