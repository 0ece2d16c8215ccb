export type HostRole = "execution" | "specialized";

export const hostRoles: readonly HostRole[] = ["execution", "specialized"];

/** What a host can expose. */
export const capabilityIds = [
  "filesystem.list",
  "filesystem.read",
  "filesystem.write",
  "filesystem.edit",
  "text.search",
  "shell.exec",
] as const;

export type CapabilityId = (typeof capabilityIds)[number];

/** What every host of the role `execution` must expose. */
export const executionBaseline: readonly CapabilityId[] = [
  "filesystem.list",
  "filesystem.read",
  "filesystem.write",
  "shell.exec",
];

/** The capability with which a host can be asked for its programs. */
const PROBE_CAPABILITY: CapabilityId = "shell.exec";

/** All that is known of a host: plain data, and of its environment the names alone. */
export interface HostFacts {
  readonly id: string;
  readonly role: HostRole;
  readonly capabilities: readonly CapabilityId[];
  readonly tools?: readonly string[];
  readonly toolCapabilities?: { readonly [tool: string]: readonly CapabilityId[] };
  /** `darwin`, `linux` or `windows`, as hosts report it. */
  readonly os?: string;
  /** Names of environment variables; values never leave their host. */
  readonly env: readonly string[];
  /** True for a program that was found, false for one that was not; others were not looked for. */
  readonly bins: { readonly [name: string]: boolean };
  /** Others are not there: a file lists all that the host has. */
  readonly namesAllBins?: boolean;
  readonly binsUpdatedAt?: number;
  /** `darwin`, `linux` or `win32`, as Node names it. */
  readonly platform?: string;
  /** Commands may be run on it from afar. */
  readonly allowsCommands?: boolean;
  readonly isConnected: boolean;
}

export function isHostRole(value: string): value is HostRole {
  return hostRoles.some((role) => role === value);
}

export function isCapabilityId(value: string): value is CapabilityId {
  return capabilityIds.some((id) => id === value);
}

export function canProbe(host: Pick<HostFacts, "capabilities">): boolean {
  return host.capabilities.includes(PROBE_CAPABILITY);
}

const HOST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const HOST_ID_RULE = "1 to 64 letters, digits, dots, underscores or hyphens";

/** Ids appear in prompts, logs and addresses, so they are kept plain. */
export function isHostId(value: string): boolean {
  return HOST_ID.test(value);
}

/** The nearest id to a name that people gave a machine. */
export function toHostId(name: string): string {
  const plain = name
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 64);
  return plain === "" ? "host" : plain;
}

const PLATFORMS: { readonly [name: string]: string } = {
  mac: "darwin",
  macos: "darwin",
  osx: "darwin",
  win: "win32",
  windows: "win32",
};

/** The name that Node has for a system. Hosts in the wild report `macos` where skills ask for `darwin`. */
export function toPlatform(os: string): string {
  const name = os.trim().toLowerCase();
  return Object.hasOwn(PLATFORMS, name) ? (PLATFORMS[name] as string) : name;
}

/** The name that hosts report for a system. */
export function toHostOs(platform: string): string {
  const name = toPlatform(platform);
  return name === "win32" ? "windows" : name;
}

export function isSameSystem(left: string, right: string): boolean {
  return toPlatform(left) === toPlatform(right);
}

/** By code units, so that the order is the same on every machine. */
export function sortNames<Name extends string>(names: Iterable<Name>): readonly Name[] {
  return [...new Set(names)].sort();
}

export function sortHosts(hosts: Iterable<HostFacts>): readonly HostFacts[] {
  return [...hosts].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The execution host whose id comes first. */
export function pickExecutionHost(hosts: Iterable<HostFacts>): HostFacts | undefined {
  return hostsByRole(hosts, "execution")[0];
}

function hostsByRole(hosts: Iterable<HostFacts>, role: HostRole): readonly HostFacts[] {
  return sortHosts(hosts).filter((host) => host.isConnected && host.role === role);
}
