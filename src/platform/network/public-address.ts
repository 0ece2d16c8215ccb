import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Networks that are not the open one: this machine, private ones, those of clouds, those for examples. */
const CLOSED_4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Parts of the open network of IPv6 that lead elsewhere, such as into IPv4. */
const CLOSED_6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** An address itself, and no name that stands for one. */
export function isAddress(host: string): boolean {
  return isIPv4(host) || isIPv6(host);
}

/**
 * Whether an address belongs to the open network. IPv4 within IPv6 is looked at as what it stands for; whatever
 * is not known to be open is taken as closed.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !toBlockList(CLOSED_4, "ipv4").check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  const groups = parseGroups(address);
  const inner = innerAddress(groups);
  if (inner !== undefined) return isPublicAddress(inner);
  const [first = 0] = groups;
  const isGlobal = first >= 0x2000 && first <= 0x3fff;
  return isGlobal && !toBlockList(CLOSED_6, "ipv6").check(address, "ipv6");
}

/** The address of IPv4 that an address is or stands for; undefined for one of IPv6 alone. */
export function toIpv4(address: string): string | undefined {
  if (isIPv4(address)) return address;
  if (!isIPv6(address) || address.includes("%")) return undefined;
  return innerAddress(parseGroups(address));
}

function toBlockList(
  nets: readonly (readonly [string, number])[],
  family: "ipv4" | "ipv6",
): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}

/** The address of IPv4 that one of IPv6 stands for: mapped (`::ffff:`), or through NAT64 (`64:ff9b::`). */
function innerAddress(groups: readonly number[]): string | undefined {
  const [a, b, c, d, e, f, high = 0, low = 0] = groups;
  const isMapped = [a, b, c, d, e].every((group) => group === 0) && f === 0xffff;
  const isNat64 = a === 0x64 && b === 0xff9b && [c, d, e, f].every((group) => group === 0);
  if (!isMapped && !isNat64) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Eight numbers. The parser of addresses of the web writes every form in the same way. */
function parseGroups(address: string): readonly number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = "", after] = canonical.split("::");
  const head = parse(before);
  const tail = parse(after ?? "");
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array.from({ length: gap }, () => 0), ...tail];
}

function parse(part: string): readonly number[] {
  return part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
}
