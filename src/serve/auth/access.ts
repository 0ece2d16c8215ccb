import { isLoopback } from "../../library/hosts/index.ts";
import { isSameSecret } from "../../platform/machine/index.ts";
import { parseBearer } from "../http/bearer.ts";
import { type ListenMcpOptions, MCP_PATH } from "../mcp/index.ts";
import { serveError } from "../errors.ts";
import { createResourceServer } from "./resource-server.ts";

export interface AccessOptions {
  /** The address that is listened on. */
  readonly host: string;
  readonly port: number;
  /** Without an issuer and a token of its own no token is needed. */
  readonly issuer?: string;
  /** A token of the server's own, which whoever started it hands out; not with an issuer. */
  readonly token?: string;
  readonly keys?: string;
  readonly resource?: string;
  readonly scopes?: readonly string[];
  /** More names by which clients may ask for this server. */
  readonly allowedHosts?: readonly string[];
  /** Both are needed before all who reach the address may read the skills. */
  readonly isWithoutAuth?: boolean;
  readonly allowsEveryone?: boolean;
}

export type HttpAccess = Pick<
  ListenMcpOptions,
  "authorize" | "otherRoutes" | "allowedHosts" | "allowedOrigins" | "publicUrl"
>;

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Who may ask a server that listens on an address. This machine may without a token, unless the server has one of its
 * own; any other address needs tokens, unless it is said twice that it does not.
 */
export function httpAccess(options: AccessOptions): HttpAccess {
  const { issuer, host, allowedHosts = [] } = options;
  if (issuer === undefined) {
    refuseLeftovers(options);
    refuseOpenAddress(options);
    return { ...ownToken(options.token), ...hostNames([host, ...allowedHosts]) };
  }
  const { authorize, otherRoutes, resource } = createResourceServer({
    issuer,
    keys: options.keys ?? missing("--auth-keys", "the keys of the issuer"),
    resource: options.resource ?? ownAddress(options),
    ...(options.scopes === undefined || options.scopes.length === 0
      ? {}
      : { scopes: options.scopes }),
  });
  const publicUrl = resource.href;
  return {
    authorize,
    otherRoutes,
    publicUrl,
    ...hostNames([host, resource.hostname, ...allowedHosts]),
  };
}

const CHALLENGE = { status: 401, headers: { "www-authenticate": "Bearer" } } as const;

function ownToken(token: string | undefined): Pick<HttpAccess, "authorize"> {
  if (token === undefined) return {};
  return {
    authorize: ({ headers }) => {
      const given = parseBearer(headers.get("authorization") ?? "");
      const isOwn = given !== undefined && isSameSecret(given, token);
      return Promise.resolve(isOwn ? {} : new Response(null, CHALLENGE));
    },
  };
}

/** The guards against pages of strangers know the names of this machine; every other one has to be said. */
function hostNames(names: readonly string[]): Pick<HttpAccess, "allowedHosts" | "allowedOrigins"> {
  const all = [...new Set([...LOCAL_NAMES, ...names.map(bracketed)])];
  return { allowedHosts: all, allowedOrigins: all };
}

function bracketed(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}

function refuseLeftovers({ keys, resource, scopes = [] }: AccessOptions): void {
  if (keys === undefined && resource === undefined && scopes.length === 0) return;
  missing("--auth-issuer", "the issuer whose tokens are taken");
}

function refuseOpenAddress({ host, isWithoutAuth, allowsEveryone }: AccessOptions): void {
  if (isLoopback(host) || (isWithoutAuth === true && allowsEveryone === true)) return;
  throw serveError("oauth/open-address", { host });
}

/** On this machine the address is known; elsewhere clients may know the server by another one. */
function ownAddress({ host, port }: AccessOptions): string {
  if (!isLoopback(host) || port === 0)
    return missing("--auth-resource", "the address by which clients know this server");
  return `http://${bracketed(host)}:${port}${MCP_PATH}`;
}

function missing(option: string, what: string): never {
  throw serveError("oauth/missing-setting", { option, what });
}
