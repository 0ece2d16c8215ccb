import { withoutEnd } from "../../../skill/model/index.ts";
import {
  CODE_HOSTS,
  COLLECTORS,
  INSTALLERS,
  PASTE_SITES,
  SHORTENERS,
  USER_CONTENT,
  VENDORS,
  VENDORS_OWN,
} from "./host-lists.ts";
import { oneOf } from "./one-of.ts";

/** What is known about the place that an address leads to, without asking the network. */
export type HostTrust = "known" | "code-host" | "ordinary" | "suspect" | "local";

export interface Address {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly isEncrypted: boolean;
}

export interface HostJudgement {
  readonly trust: HostTrust;
  /** Completes "an address …". */
  readonly reason: string;
}

/** Only what stands before the path matters here; what shells put around an address is left out. */
const ADDRESS =
  /\b(?:https?|ftp):\/\/(?:[^\s/@"'`<>]{1,100}@)?(\[[0-9a-f:]+\]|[\w.%${}-]{1,253})(:\d{1,5})?([^\s"'`<>|)\]]{0,2000})/i;

const ADDRESSES = new RegExp(ADDRESS, "gi");

export function addressIn(text: string): Address | undefined {
  const match = text.includes("://") ? ADDRESS.exec(text) : null;
  return match === null ? undefined : addressOf(match);
}

export function addressesIn(text: string): readonly (Address & { readonly index: number })[] {
  if (!text.includes("://")) return [];
  return [...text.matchAll(ADDRESSES)].map((match) => ({
    ...addressOf(match),
    index: match.index,
  }));
}

function addressOf(match: RegExpExecArray): Address {
  return {
    url: withoutEnd(match[0], ".,;:!?"),
    host: (match[1] ?? "").toLowerCase().replace(/\.$/, ""),
    path: match[3] ?? "",
    isEncrypted: /^https:/i.test(match[0]),
  };
}

const LOCAL = oneOf([
  /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1\]?|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2})$/i,
  /^(?:host\.docker\.internal|[\w-]+\.(?:local|localhost|internal|lan|home)|[\w-]+)$/i,
]);
/** Ranges and names that stand for no machine, kept for documents. */
const SAMPLE = oneOf([
  /^(?:192\.0\.2\.\d+|198\.51\.100\.\d+|203\.0\.113\.\d+|(?:[\w-]+\.)*(?:example|test|invalid)|(?:www\.)?example\.(?:com|org|net))$/i,
  /^(?:.*(?:your|my|some)[-_]?(?:domain|server|host|company|site|org|app|api|subdomain)\b[^]*|[xX.*]+|.*[${}<>][^]*)$/i,
]);
const NUMBER_HOST = /^(?:\d{1,3}(?:\.\d{1,3}){3}|0x[0-9a-f]{6,8}|\d{8,10}|\[[0-9a-f:]+\])$/i;
/** The four parts of an address as one number, which only hides it. */
const ONE_NUMBER = /^(?:0x[0-9a-f]{6,8}|\d{8,10})$/i;
/** Endings of names that cost nothing or next to nothing and fill lists of abuse. */
const CHEAP =
  /\.(?:tk|ml|ga|cf|gq|top|xyz|buzz|click|icu|rest|cyou|cfd|sbs|monster|quest|zip|mov|lol|bond|beauty|ru|su)$/;

/** Addresses of documents: they show a form, no machine stands behind them. */
export function isSample(host: string): boolean {
  return SAMPLE.test(host);
}

/** Names that texts about attacks give to whoever is meant. */
const STAND_IN =
  /(?:^|[.-])(?:attacker|evil|malicious|hacker|victim|target|badguy|adversary|your|my)[\w-]{0,20}\.(?:com|net|org|io|example|test|local)$/i;

/** Whether a text names the machine of somebody who is only meant. */
export function namesStandIn(text: string): boolean {
  return addressesIn(text).some(({ host }) => STAND_IN.test(host));
}

/** Hosts of documents, of this machine, and names that stand for whoever is meant. */
export function isPlaceholder(host: string): boolean {
  return LOCAL.test(host) || SAMPLE.test(host) || STAND_IN.test(host);
}

export function isNumberHost(host: string): boolean {
  if (ONE_NUMBER.test(host)) return true;
  return NUMBER_HOST.test(host) && !LOCAL.test(host) && !SAMPLE.test(host);
}

/** A number where a machine fetches from it: whatever range it is of, no document is meant. */
export function isForeignNumber(host: string): boolean {
  return ONE_NUMBER.test(host) || (NUMBER_HOST.test(host) && !LOCAL.test(host));
}

/** Hosts on which anybody keeps code of his own. */
export function isCodeHost(host: string): boolean {
  return isListed(CODE_HOSTS, host);
}

export function isCollector(host: string): boolean {
  return isListed(COLLECTORS, host);
}

export function isPasteSite({ host, path }: Address): boolean {
  return isListed(PASTE_SITES, host) && (host !== "mega.nz" || path.length > 2);
}

export function judgeHost(address: Address): HostJudgement {
  const { host, isEncrypted } = address;
  if (ONE_NUMBER.test(host)) return { trust: "suspect", reason: "that is a bare number" };
  if (LOCAL.test(host) || SAMPLE.test(host))
    return { trust: "local", reason: "of this machine or of a document" };
  if (NUMBER_HOST.test(host)) return { trust: "suspect", reason: "that is a bare number" };
  if (isPasteSite(address))
    return { trust: "suspect", reason: "of a site where anybody leaves texts and files" };
  if (isListed(SHORTENERS, host))
    return { trust: "suspect", reason: "of a shortener that hides where it leads" };
  if (isListed(COLLECTORS, host))
    return { trust: "suspect", reason: "of a tunnel or a collector of requests" };
  if (host.startsWith("xn--") || host.includes(".xn--"))
    return { trust: "suspect", reason: "with letters of another script in its name" };
  if (isUserContent(host))
    return isEncrypted
      ? { trust: "ordinary", reason: "where anybody can put something" }
      : { trust: "suspect", reason: "without encryption" };
  if ([VENDORS_OWN, INSTALLERS, VENDORS].some((list) => isListed(list, host)))
    return { trust: "known", reason: "of a known project" };
  if (!isEncrypted) return { trust: "suspect", reason: "without encryption" };
  if (isListed(CODE_HOSTS, host)) return { trust: "code-host", reason: "of a host of source code" };
  if (CHEAP.test(host)) return { trust: "suspect", reason: "under an ending known for abuse" };
  return { trust: "ordinary", reason: "that nothing is known about" };
}

/** The vendor runs it, and its customers decide what lies there. */
function isUserContent(host: string): boolean {
  return isListed(USER_CONTENT, host) && !isListed(VENDORS_OWN, host);
}

function isListed(list: ReadonlySet<string>, host: string): boolean {
  for (let name = host; ;) {
    if (list.has(name)) return true;
    const dot = name.indexOf(".");
    if (dot === -1) return false;
    name = name.slice(dot + 1);
  }
}
