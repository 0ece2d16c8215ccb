import type { Permission } from "../dialect.ts";

/** Domains of the grant syntax `<domain>:<level>[:<scope>]`, and the levels of each. */
export const permissionLevels: { readonly [domain: string]: readonly string[] } = {
  filesystem: ["read", "write", "none"],
  network: ["read", "write", "none"],
  shell: ["execute", "none"],
  desktop: ["control", "none"],
  mcp: ["connect", "none"],
  env: ["read", "none"],
  database: ["read", "write", "none"],
};

export const securityTiers: readonly string[] = ["verified", "community", "experimental"];

/** Completes the sentence "expected …". */
export const PERMISSION_SAYS =
  "`<domain>:<level>` with a known domain and level, such as `network:read`";

/** The parts of a grant; the scope keeps its colons. Undefined: domain or level is unknown. */
export function splitPermission(value: string): Permission | undefined {
  const [domain = "", level = "", ...rest] = value.split(":");
  const levels = Object.hasOwn(permissionLevels, domain) ? permissionLevels[domain] : undefined;
  if (levels?.includes(level) !== true) return undefined;
  return rest.length === 0 ? { domain, level } : { domain, level, scope: rest.join(":") };
}

/** What no tier and no yes can give, since nothing of it can be reached from inside of a sandbox. */
export function isBeyondSandbox({ domain, level, scope }: Permission): boolean {
  if (level === "none") return false;
  if (domain === "database") return scope?.includes("://") === true;
  return domain === "desktop";
}
