/**
 * Names and pages that may use the server. A page whose name was rebound to this machine asks by a name that is not
 * known here; a form or script of another site comes with an origin that is not.
 */
import { isAddress } from "../../platform/network/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { httpCodes } from "./diagnostics.ts";

export interface GuardSettings {
  /** Names by which clients may ask, beside those of this machine and of the public address. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** How clients reach the server through a proxy. */
  readonly publicUrl?: string | undefined;
  /** Origins of other pages that may call it. */
  readonly cors?: readonly string[] | undefined;
}

/** What of a request decides whether it is looked at. */
export interface GuardedRequest {
  readonly method: string;
  /** Every name that it gives: of the header `Host`, of its target. */
  readonly hosts: readonly string[];
  readonly origin: string | null | undefined;
  /** The header `Sec-Fetch-Site`. */
  readonly site: string | null | undefined;
  readonly isUpgrade?: boolean;
}

type Refusal = Pick<Diagnostic, "code" | "message">;

export type RequestGuard = (request: GuardedRequest) => Refusal | undefined;

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const OWN_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** `bound` is the address or name that is listened on. */
export function createRequestGuard(bound: string, settings: GuardSettings): RequestGuard {
  const { allowedHosts = [], publicUrl, cors = [] } = settings;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  const names = new Set(
    [bound, ...allowedHosts]
      .map(bracketed)
      .concat(own?.hostname ?? [])
      .map(lowerCase),
  );
  const isKnown = (host: string): boolean => {
    const name = parseHost(host)?.hostname;
    if (name === undefined) return false;
    if (name === "localhost" || name === "[::1]" || /^127(?:\.\d+){3}$/u.test(name)) return true;
    if (names.has(name)) return true;
    // An address cannot be rebound: a page that asks by it came from it.
    return WILDCARDS.has(bound) && isAddress(name.replaceAll(/^\[|\]$/gu, ""));
  };
  const origins = new Set(cors.map((origin) => new URL(origin).origin));
  const isOwn = (origin: string, hosts: readonly string[]): boolean => {
    if (origins.has(origin) || origin === own?.origin) return true;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined || url.host === own?.host) return false;
    return hosts.every((host) => withDefaultPort(host, url.protocol) === url.host);
  };
  return ({ method, hosts, origin, site, isUpgrade = false }) => {
    const stranger = hosts.find((host) => !isKnown(host));
    if (stranger !== undefined || hosts.length === 0) return unknownHost(stranger ?? "");
    if (SAFE_METHODS.has(method) && !isUpgrade) return undefined;
    const hasOrigin = origin !== null && origin !== undefined;
    if (hasOrigin) return isOwn(origin, hosts) ? undefined : otherSite(origin);
    return site === null || site === undefined || OWN_SITES.has(site) ? undefined : otherSite(site);
  };
}

function unknownHost(host: string): Refusal {
  const name = parseHost(host)?.hostname ?? host;
  return {
    code: httpCodes.unknownHost,
    message:
      `This server is not known as \`${name.slice(0, 100)}\`. Where that is its name, the operator adds it to ` +
      "`allowedHosts` of the settings or to SKILLWRIGHT_ALLOWED_HOSTS, or sets `publicUrl`.",
  };
}

function otherSite(from: string): Refusal {
  return {
    code: httpCodes.otherSite,
    message:
      `A page of another site (\`${from.slice(0, 100)}\`) may not do this. Where it is the page of this server behind ` +
      "a proxy, the operator sets `publicUrl`; a page of another origin is allowed by `cors`.",
  };
}

function parseHost(host: string): URL | undefined {
  if (!/^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/iu.test(host)) return undefined;
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : undefined;
}

/** The host as an origin of this protocol writes it. */
function withDefaultPort(host: string, protocol: string): string | undefined {
  return URL.canParse(`${protocol}//${host}/`) ? new URL(`${protocol}//${host}/`).host : undefined;
}

function bracketed(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
