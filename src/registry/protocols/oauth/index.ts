/** Programs log in with the accounts of this registry: OAuth 2.1 as the Model Context Protocol asks for it. */
import { z } from "zod";
import { isObject } from "../../../skill/model/index.ts";
import { computeSha256 } from "../../../platform/index.ts";
import type { ProgramTokens } from "../../contract/contract.ts";
import { marketCodes, marketRefusal } from "../../contract/diagnostics.ts";
import {
  type ProtocolAdapter,
  type ProtocolRow,
  jsonAnswer,
  LOGIN_BODY,
  readBody,
  type RequestContext,
} from "../adapter.ts";
import {
  type FetchClient,
  findClient,
  isLoopback,
  mayRedirect,
  type OAuthClient,
  registerClient,
} from "./clients.ts";

/** What a person is asked to agree to. */
export interface Authorization {
  readonly client: OAuthClient;
  /** Whom the browser brings the answer to. */
  readonly redirectHost: string;
  readonly scopes: readonly string[];
  /** Where the page sends the yes of the person. */
  readonly approvePath: string;
  /** All that the program asked with, to be sent back with the yes. */
  readonly request: Readonly<Record<string, string>>;
  /** Where the browser goes after a no. */
  readonly refusedUri: string;
}

export interface OAuthOptions {
  /** The addresses below the server that tokens are for; each says so of itself, as clients compare it. */
  readonly resourcePaths: readonly [string, ...string[]];
  /** Who issues the tokens, where it is not this server. */
  readonly issuer?: string;
  readonly fetchClient: FetchClient;
  /** Shows a person what a program asks for. */
  readonly authorizePage: (asked: Authorization) => Response;
}

const OAUTH_SCOPES: readonly string[] = ["registry:read", "registry:write"];
const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";
const APPROVE = "/oauth/approve";
/** Metadata is for everybody, also for programs in browsers. */
const OPEN = { "access-control-allow-origin": "*", "cache-control": "max-age=300" } as const;

/** Where a client learns who issues tokens for an address of this server. */
export function resourceMetadataUrl(base: string, resourcePath: string): string {
  return `${base}${RESOURCE_METADATA}${resourcePath}`;
}

export function oauthAdapter(options: OAuthOptions): ProtocolAdapter {
  const { resourcePaths } = options;
  const metadata = (path: string, resourcePath: string): ProtocolRow => ({
    method: "GET",
    path,
    doc: "Says who issues tokens for the registry over MCP (RFC 9728).",
    access: "everyone",
    handle: async ({ base }) =>
      jsonAnswer(
        {
          resource: `${base}${resourcePath}`,
          authorization_servers: [options.issuer ?? base],
          scopes_supported: ["registry:read"],
          bearer_methods_supported: ["header"],
          resource_name: "Skills of this registry",
        },
        { headers: OPEN },
      ),
  });
  return {
    id: "oauth",
    rows: [
      ...resourcePaths.map((path) => metadata(`${RESOURCE_METADATA}${path}`, path)),
      metadata(RESOURCE_METADATA, resourcePaths[0]),
      {
        method: "GET",
        path: "/.well-known/oauth-authorization-server",
        doc: "Says how clients log in with an account of this server (RFC 8414).",
        access: "everyone",
        handle: async ({ base }) => jsonAnswer(issuerMetadata(base), { headers: OPEN }),
      },
      {
        method: "POST",
        path: "/oauth/register",
        doc: "Registers a program that wants to log people in (RFC 7591).",
        access: "everyone",
        limit: "device",
        body: LOGIN_BODY,
        handle: register,
      },
      {
        method: "GET",
        path: "/oauth/authorize",
        doc: "Asks a person whether a program may use the registry in their name.",
        access: "everyone",
        limit: "device",
        handle: (context) => authorize(context, options),
      },
      {
        method: "POST",
        path: APPROVE,
        doc: "Lets the program in; only in a session, not with a token.",
        limit: "approve",
        body: { from: "registry:read", maxBytes: LOGIN_BODY.maxBytes },
        handle: (context) => approve(context, options),
      },
      {
        method: "POST",
        path: "/oauth/token",
        doc: "Gives tokens for a code, or for a token that renews them.",
        access: "everyone",
        body: LOGIN_BODY,
        handle: issueTokens,
      },
    ],
    refuse: ({ status, message }) =>
      jsonAnswer(
        { error: status === 401 ? "invalid_token" : "invalid_request", error_description: message },
        { status, headers: status === 401 ? { "www-authenticate": "Bearer" } : {} },
      ),
  };
}

function issuerMetadata(base: string): object {
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    scopes_supported: OAUTH_SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

function refuse(error: string, description: string, status = 400): Response {
  return jsonAnswer(
    { error, error_description: description },
    { status, headers: { "cache-control": "no-store" } },
  );
}

async function register(context: RequestContext): Promise<Response> {
  const client = registerClient(await jsonBody(context));
  if (client === undefined)
    return refuse(
      "invalid_redirect_uri",
      "One to ten redirect_uris are needed, each with https or on this machine.",
    );
  return jsonAnswer(
    {
      client_id: client.id,
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    { status: 201, headers: { "cache-control": "no-store" } },
  );
}

const FIELDS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state",
  "resource",
];
const CHALLENGE = /^[\w-]{43}$/;
const MOST_STATE = 2000;

/** What the address of the page asks for; a text says what is wrong with it, an error goes back to a program of this machine. */
type Asked =
  | { readonly kind: "wrong"; readonly why: string }
  | { readonly kind: "refused"; readonly error: string; readonly location: string | undefined }
  | {
      readonly kind: "asked";
      readonly client: OAuthClient;
      readonly redirectUri: string;
      readonly challenge: string;
      readonly scopes: readonly string[];
      readonly state: string | undefined;
    };

async function readRequest(
  get: (name: string) => string | undefined,
  { base, viewer }: Pick<RequestContext, "base" | "viewer">,
  { fetchClient, resourcePaths }: OAuthOptions,
): Promise<Asked> {
  const owner = viewer.userId ?? viewer.client ?? "";
  const client = await findClient(get("client_id") ?? "", owner, fetchClient);
  if (client === undefined)
    return { kind: "wrong", why: "The program is not known: register it first." };
  const redirectUri = get("redirect_uri") ?? "";
  if (!mayRedirect(client, redirectUri))
    return { kind: "wrong", why: "The program did not register the address of its answer." };
  const state = get("state");
  if ((state ?? "").length > MOST_STATE) return { kind: "wrong", why: "The state is too long." };
  // Anybody may register a program: sent on before a person has agreed, this host would be a way to every other.
  const isHere = isLoopback(new URL(redirectUri));
  const back = (error: string): Asked => ({
    kind: "refused",
    error,
    location: isHere ? answerUri(redirectUri, base, state, { error }) : undefined,
  });
  if (get("response_type") !== "code") return back("unsupported_response_type");
  const challenge = get("code_challenge") ?? "";
  if (get("code_challenge_method") !== "S256" || !CHALLENGE.test(challenge))
    return back("invalid_request");
  const resource = get("resource");
  const places = ["", "/", ...resourcePaths].map((path) => base + path);
  if (resource !== undefined && !places.includes(resource)) return back("invalid_target");
  const wanted = (get("scope") ?? "").split(" ").filter((scope) => OAUTH_SCOPES.includes(scope));
  const scopes = wanted.length === 0 ? ["registry:read"] : [...new Set(wanted)];
  return { kind: "asked", client, redirectUri, challenge, scopes, state };
}

function answerUri(
  redirectUri: string,
  base: string,
  state: string | undefined,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set("state", state);
  url.searchParams.set("iss", base);
  return url.href;
}

async function authorize(context: RequestContext, options: OAuthOptions): Promise<Response> {
  const { url, base } = context;
  const get = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const asked = await readRequest(get, context, options);
  if (asked.kind === "wrong") return refuse("invalid_request", asked.why);
  if (asked.kind === "refused") {
    const { error, location } = asked;
    if (location === undefined)
      return refuse(error, "The program did not ask as OAuth 2.1 demands; tell its maker.");
    return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
  }
  const { client, redirectUri, scopes, state } = asked;
  return options.authorizePage({
    client,
    redirectHost: new URL(redirectUri).host,
    scopes,
    approvePath: APPROVE,
    request: Object.fromEntries(
      FIELDS.flatMap((name) => {
        const value = get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    refusedUri: answerUri(redirectUri, base, state, { error: "access_denied" }),
  });
}

/** For the list of programs that a user has let in. */
function labelOf({ name, host }: OAuthClient): string {
  return `${name} (${host === undefined ? "address not checked" : `described at ${host}`})`;
}

const approval = z.record(z.string().max(100), z.string().max(8000));

/** All is checked again: what the page sends could come from anywhere. */
async function approve(context: RequestContext, options: OAuthOptions): Promise<Response> {
  if (context.viewer.scopes !== undefined)
    throw marketRefusal(marketCodes.forbidden, "Only a person may let a program in, not a token.");
  const { data } = approval.safeParse(await jsonBody(context));
  if (data === undefined) return refuse("invalid_request", "The body is no request.");
  const get = (name: string): string | undefined => data[name];
  const { market, viewer, base } = context;
  const asked = await readRequest(get, context, options);
  if (asked.kind !== "asked") return refuse("invalid_request", "The request is not a good one.");
  const { client, redirectUri, challenge, scopes, state } = asked;
  const request = { clientId: client.id, label: labelOf(client), redirectUri, challenge, scopes };
  const code = await market.codes.grant(viewer, request);
  return jsonAnswer(
    { redirect_uri: answerUri(redirectUri, base, state, { code }) },
    { headers: { "cache-control": "no-store" } },
  );
}

async function issueTokens(context: RequestContext): Promise<Response> {
  const form = new URLSearchParams(Buffer.from(await readBody(context)).toString("utf8"));
  const get = (name: string): string => form.get(name) ?? "";
  const { codes } = context.market;
  const clientId = get("client_id");
  switch (get("grant_type")) {
    case "authorization_code": {
      const digest = computeSha256(get("code_verifier"));
      const challenge = Buffer.from(digest, "hex").toString("base64url");
      const given = { code: get("code"), clientId, redirectUri: get("redirect_uri"), challenge };
      return tokenAnswer(await codes.redeem(given));
    }
    case "refresh_token":
      return tokenAnswer(await codes.renew({ refreshToken: get("refresh_token"), clientId }));
    default:
      return refuse("unsupported_grant_type", "Codes and tokens that renew are taken.");
  }
}

function tokenAnswer(tokens: ProgramTokens | undefined): Response {
  if (tokens === undefined)
    return refuse("invalid_grant", "It is not good any more, or was made for another program.");
  return jsonAnswer(
    {
      access_token: tokens.accessToken,
      token_type: "Bearer",
      expires_in: tokens.expiresInSeconds,
      refresh_token: tokens.refreshToken,
      scope: tokens.scopes.join(" "),
    },
    { headers: { "cache-control": "no-store" } },
  );
}

async function jsonBody(context: RequestContext): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(await readBody(context)).toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
