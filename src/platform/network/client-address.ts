import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Addresses and networks whose word on others is believed. */
export interface TrustedProxies {
  readonly includes: (address: string) => boolean;
}

const NETWORK = /^(?<address>[\d.a-f:]+)(?:\/(?<prefix>\d{1,3}))?$/iu;

/** Whether a text names one address or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

function parseNetwork(text: string): Network | undefined {
  const { address = "", prefix } = NETWORK.exec(text)?.groups ?? {};
  const family = addressFamily(address);
  if (family === undefined) return undefined;
  const most = family === "ipv4" ? 32 : 128;
  const bits = prefix === undefined ? most : Number(prefix);
  return bits > most ? undefined : { address, prefix: bits, family };
}

function addressFamily(address: string): "ipv4" | "ipv6" | undefined {
  if (isIPv4(address)) return "ipv4";
  return isIPv6(address) ? "ipv6" : undefined;
}

/** Texts that name no network are left out: whoever reads the settings refuses them first. */
export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const { address, prefix, family } of networks.flatMap((text) => parseNetwork(text) ?? []))
    list.addSubnet(address, prefix, family);
  return {
    includes: (address) => {
      const family = addressFamily(address);
      return family !== undefined && list.check(address, family);
    },
  };
}

/**
 * The address that a request came from. Each hop appends the one that it saw, so the list is read from its end, and
 * only as far as proxies vouch for it: what stands before them is the invention of the client.
 */
export function findClientAddress(
  remote: string | undefined,
  forwarded: string | null | undefined,
  proxies: TrustedProxies,
): string | undefined {
  let known = remote === undefined ? undefined : plainAddress(remote);
  const hops = (forwarded ?? "").split(",");
  while (known !== undefined && proxies.includes(known)) {
    const hop = plainAddress((hops.pop() ?? "").trim());
    if (addressFamily(hop) === undefined) break;
    known = hop;
  }
  return known;
}

/** IPv4 as such, where it is written within IPv6; without a port or brackets. */
export function plainAddress(text: string): string {
  const bare = /^\[(?<inner>[^\]]+)\](?::\d+)?$/u.exec(text)?.groups?.["inner"] ?? text;
  const mapped = /^::ffff:(?<inner>[\d.]+)$/iu.exec(bare)?.groups?.["inner"];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  const withPort = /^(?<inner>[\d.]+):\d+$/u.exec(bare)?.groups?.["inner"];
  return withPort !== undefined && isIPv4(withPort) ? withPort : bare;
}

/** What one client is counted by: of IPv6 the network of 64 bits, since a client has all addresses of it. */
export function toClientKey(address: string): string {
  const bare = address.split("%", 1)[0] ?? "";
  if (!isIPv6(bare)) return address;
  const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const [before = "", after] = canonical.split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: gap }, () => "0"), ...tail];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
