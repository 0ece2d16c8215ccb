import { isIP } from "node:net";
import type { HostRule } from "./contract.ts";

const WEB_PORTS: readonly number[] = [80, 443];

/** Names that stand for the network around the machine, and not for the open one. */
const LOCAL_NAME =
  /^(?:localhost|[^.]+)$|\.(?:localhost|local|lan|internal|intranet|corp|home|home\.arpa|test)$/u;

/** A name as it is compared: lower case, without the dot that ends a full name, addresses without brackets. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, "$1")
    .replace(/\.$/u, "");
}

/** All names and addresses of this machine lead to the same listeners. */
const OWN = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|::1?)$/u;

/** Of all spellings of an address the same one; an address of IPv4 can be written as one of IPv6 too. */
export function comparedHost(host: string): string {
  const url = `http://${host}/`;
  const plain = plainHost(URL.canParse(url) ? new URL(url).hostname : host);
  const [, high = "", low = ""] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/u.exec(plain) ?? [];
  const mapped = [high, low].map((part) => Number.parseInt(part, 16));
  const whole = high === "" ? plain : mapped.flatMap((part) => [part >> 8, part & 0xff]).join(".");
  return OWN.test(whole) ? "localhost" : whole;
}

/** Whether one of the rules closes an address to whoever has this access, by whichever name it was found. */
export function isClosed(
  closed: readonly HostRule[],
  address: string,
  port: number,
  access: HostRule["access"],
): boolean {
  const [plain = address] = address.split("%", 1);
  const found = comparedHost(isIP(plain) === 6 ? `[${plain}]` : plain);
  return closed.some(
    (rule) =>
      (rule.port ?? port) === port &&
      (rule.access === "read" || access === "write") &&
      comparedHost(rule.host) === found,
  );
}

/** The rule that lets a host be reached, the one that allows more first. */
export function ruleFor(
  rules: readonly HostRule[],
  host: string,
  port: number,
): HostRule | undefined {
  const fitting = rules.filter((rule) => coversHost(rule, host, port));
  return fitting.find(({ access }) => access === "write") ?? fitting[0];
}

function coversHost(rule: HostRule, host: string, port: number): boolean {
  const ports = rule.port === undefined ? WEB_PORTS : [rule.port];
  if (!ports.includes(port)) return false;
  const name = plainHost(host);
  const pattern = plainHost(rule.host);
  // An address is reached only by a rule that names it: a pattern of names says nothing about addresses.
  if (isIP(name) !== 0) return pattern === name;
  if (pattern === "*") return true;
  return pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) : name === pattern;
}

/** Whether all that one rule lets be reached is also reached by another. */
export function coversRule(outer: HostRule, inner: HostRule): boolean {
  if (outer.access === "read" && inner.access === "write") return false;
  // What is not named reaches no private address, so that a name for one needs that very name.
  if (meansLocalNetwork(inner) && !meansLocalNetwork(outer)) return false;
  const [pattern, wide] = [plainHost(inner.host), plainHost(outer.host)];
  const holdsName = (port: number): boolean => coversHost(outer, inner.host, port);
  const ports = inner.port === undefined ? WEB_PORTS : [inner.port];
  if (!pattern.startsWith("*")) return ports.every(holdsName);
  const isWider = wide === "*" || (wide.startsWith("*.") && pattern.endsWith(wide.slice(1)));
  const open = outer.port === undefined ? WEB_PORTS : [outer.port];
  return isWider && ports.every((port) => open.includes(port));
}

/** Whether a rule means the network around the machine, so that its addresses may be private. */
export function meansLocalNetwork(rule: HostRule): boolean {
  const pattern = plainHost(rule.host);
  if (pattern.startsWith("*")) return false;
  return isIP(pattern) !== 0 || LOCAL_NAME.test(pattern);
}

const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export function isReading(method: string): boolean {
  return READING.has(method);
}
