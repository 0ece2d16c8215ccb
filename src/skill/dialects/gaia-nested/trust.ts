import type { GrantDecision, Permission, TrustRules } from "../dialect.ts";
import { securityTiers, splitPermission } from "../shared/permissions.ts";
import { type RangeGrammar, satisfies } from "../shared/ranges.ts";

const BINARY = /^[a-z][a-z0-9._+-]*$/;

/** Programs for which GAIA has a read-only policy. */
export const policedBinaries: readonly string[] = ["gh", "pytest"];

/** What each tier may ask for at most; `verified` has no ceiling. */
const CEILINGS: { readonly [tier: string]: readonly string[] } = {
  community: ["network:read", "network:write", "mcp:connect", "shell:execute"],
  experimental: ["network:read"],
};

const DANGEROUS: ReadonlySet<string> = new Set([
  "shell:execute",
  "desktop:control",
  "database:write",
  "network:write",
]);

const ranges: RangeGrammar = {
  comparators: [">=", "<=", "==", "~=", "!=", "^", ">", "<", "~"],
  bare: "prefix",
  any: ["*", "", "latest", "any"],
};

/** Parts are trimmed, the scope keeps its colons; a shell scope is one bare program. */
export function readPermission(value: string): Permission | undefined {
  const parts = value.split(":");
  const [domain = "", level = ""] = parts.map((part) => part.trim());
  const permission = splitPermission(`${domain}:${level}`);
  if (permission === undefined) return undefined;
  const scope = parts.slice(2).join(":").trim();
  if (scope === "") return permission;
  if (domain === "shell" && level === "execute" && !BINARY.test(scope)) return undefined;
  return { domain, level, scope };
}

/** Why GAIA loads no skill with this grant, whatever its tier; to end "expected …". */
export function refusalOf(permission: Permission): string | undefined {
  const { domain, level, scope } = permission;
  if (level === "none" || domain === "network") return undefined;
  if (domain === "mcp") return scope === undefined ? "a scope that names a connector" : undefined;
  if (domain !== "shell") return "only `network`, `mcp` and `shell:execute:<program>`";
  if (scope === undefined) return "the name of one program as its scope";
  return policedBinaries.includes(scope)
    ? undefined
    : `a program with a read-only policy: ${policedBinaries.map((name) => `\`${name}\``).join(", ")}`;
}

/** Whether a tier may ask for a grant at all; denials fit every tier. */
export function fitsTier(tier: string, permission: Permission): boolean {
  const ceiling = Object.hasOwn(CEILINGS, tier) ? CEILINGS[tier] : undefined;
  if (permission.level === "none" || ceiling === undefined) return true;
  return ceiling.includes(`${permission.domain}:${permission.level}`);
}

function decide(tier: string, value: string): GrantDecision | undefined {
  const permission = readPermission(value);
  if (permission === undefined || !securityTiers.includes(tier)) return undefined;
  if (permission.level === "none") return "auto";
  if (refusalOf(permission) !== undefined || !fitsTier(tier, permission)) return "refused";
  if (tier === "experimental") return "sandboxed";
  const isDangerous = DANGEROUS.has(`${permission.domain}:${permission.level}`);
  return isDangerous && tier !== "verified" ? "prompt" : "auto";
}

export const trust: TrustRules = {
  readPermission,
  decide,
  satisfies: (version, range) => satisfies(version, range, ranges),
};
