import type { GrantDecision, Permission, TrustRules } from "../dialect.ts";
import { securityTiers, splitPermission } from "../shared/permissions.ts";
import { type RangeGrammar, satisfies } from "../shared/ranges.ts";

/** What a community skill may have only after the user agreed (sections 3.3 and 4.2). */
const ASKED: ReadonlySet<string> = new Set([
  "filesystem:write",
  "shell:execute",
  "desktop:control",
  "database:write",
]);

const ranges: RangeGrammar = {
  comparators: [">=", "<=", "==", "~=", "!=", "^"],
  bare: "exact",
  any: [],
};

export function readPermission(value: string): Permission | undefined {
  const permission = splitPermission(value);
  // An empty scope would read as "everywhere", which is the opposite of narrowing.
  return permission?.scope?.trim() === "" ? undefined : permission;
}

/**
 * The table of section 3.3. It has no row for `env:read`, `database:read` and the denials: reading
 * is as harmless to it as elsewhere, so a community skill gets them without a question.
 */
function decide(tier: string, value: string): GrantDecision | undefined {
  const permission = readPermission(value);
  if (permission === undefined || !securityTiers.includes(tier)) return undefined;
  if (tier === "verified") return "auto";
  if (tier === "experimental") return "sandboxed";
  return ASKED.has(`${permission.domain}:${permission.level}`) ? "prompt" : "auto";
}

export const trust: TrustRules = {
  readPermission,
  decide,
  satisfies: (version, range) => satisfies(version, range, ranges),
};
