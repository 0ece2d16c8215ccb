import {
  getOAuthProtectedResourceMetadataUrl,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import type { Authorize } from "../mcp/index.ts";
import { type KeyOptions, openKeys } from "./keys.ts";
import { readSecureUrl } from "./secure-url.ts";
import { createVerifier } from "./verifier.ts";

/** Who may read skills where nothing else is said. */
const DEFAULT_SCOPE = "skills:read";

export interface ResourceServerOptions extends KeyOptions {
  /** The authorization server whose tokens are taken. */
  readonly issuer: string;
  /** Where its keys are: an address, or a file. */
  readonly keys: string;
  /** The address by which clients know this server; tokens must be made for it. */
  readonly resource: string;
  /** All of them must be in a token. */
  readonly scopes?: readonly string[];
}

export interface ResourceServer {
  readonly resource: URL;
  /** Refuses a request with the answer that tells a client where to get a token. */
  readonly authorize: Authorize;
  /** Answers for the metadata of RFC 9728, which needs no token. */
  readonly otherRoutes: (request: Request) => Response | undefined;
}

/** The part of OAuth that a server of the Model Context Protocol plays: it takes tokens and makes none. */
export function createResourceServer(options: ResourceServerOptions): ResourceServer {
  readSecureUrl(options.issuer, "--auth-issuer");
  const resource = readSecureUrl(options.resource, "--auth-resource");
  const scopes = [...(options.scopes ?? [DEFAULT_SCOPE])];
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(resource);
  const verifier = createVerifier({
    keys: openKeys(options.keys, options),
    // As it was written: an issuer is compared letter by letter.
    issuer: options.issuer,
    resource,
  });
  const gate = requireBearerAuth({
    verifier,
    requiredScopes: scopes,
    resourceMetadataUrl: metadataUrl,
    expectedResource: resource,
  });
  const metadata = {
    resource: resource.href,
    authorization_servers: [options.issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: `Skills at ${resource.host}`,
  };
  const paths = new Set([new URL(metadataUrl).pathname, "/.well-known/oauth-protected-resource"]);
  return {
    resource,
    authorize: async (request) => {
      if (!request.headers.has("authorization")) return challenge(scopes, metadataUrl);
      const answer = await gate(request);
      return answer instanceof Response ? answer : { authInfo: answer };
    },
    otherRoutes: (request) =>
      paths.has(new URL(request.url).pathname) ? showMetadata(request, metadata) : undefined,
  };
}

/** Whoever did not know that a token is needed has made no error, so none is named. */
function challenge(scopes: readonly string[], metadataUrl: string): Response {
  return new Response(null, {
    status: 401,
    headers: {
      "www-authenticate": `Bearer scope="${scopes.join(" ")}", resource_metadata="${metadataUrl}"`,
    },
  });
}

function showMetadata(request: Request, metadata: object): Response {
  const headers = { "access-control-allow-origin": "*", "cache-control": "max-age=3600" };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD, OPTIONS" } });
  return Response.json(metadata, { headers });
}
