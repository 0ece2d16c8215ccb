import type { Use } from "./observed.ts";
import { isInScope, type Permission } from "./permissions.ts";

export type Gap =
  | { readonly kind: "denied"; readonly use: Use; readonly permission: Permission }
  | { readonly kind: "undeclared"; readonly use: Use }
  | { readonly kind: "level"; readonly use: Use; readonly permission: Permission }
  | { readonly kind: "scope"; readonly use: Use; readonly permission: Permission };

/**
 * Where what a skill does goes beyond what it declares. Each domain is told once for each file: that the skill does
 * without it, that it is missing, that a level is missing, or that a scope does not cover it.
 */
export function compare(permissions: readonly Permission[], uses: readonly Use[]): readonly Gap[] {
  const told = new Set<string>();
  return uses.flatMap((use) => {
    const gap = gapOf(permissions, use);
    if (gap === undefined) return [];
    const key = [gap.kind, use.domain, use.file, gap.kind === "scope" ? use.subject : ""].join(
      "\0",
    );
    if (told.has(key)) return [];
    told.add(key);
    return [gap];
  });
}

function gapOf(permissions: readonly Permission[], use: Use): Gap | undefined {
  const own = permissions.filter(({ domain }) => domain === use.domain);
  const granted = own.filter(({ isNone }) => !isNone);
  if (granted.length === 0) {
    const denial = own.find(({ isNone }) => isNone);
    return denial === undefined
      ? { kind: "undeclared", use }
      : { kind: "denied", use, permission: denial };
  }
  const enough = granted.filter(({ level }) => level >= use.level);
  const [first] = enough;
  if (first === undefined) return { kind: "level", use, permission: granted[0] as Permission };
  if (use.subject === undefined || !isComparable(use)) return undefined;
  const { subject } = use;
  const isCovered = enough.some(
    ({ scopes, domain }) =>
      scopes.length === 0 || scopes.some((scope) => isInScope(domain, subject, scope)),
  );
  return isCovered ? undefined : { kind: "scope", use, permission: first };
}

/** Paths are compared only where they are whole; others depend on where the program runs. */
function isComparable({ domain, subject = "" }: Use): boolean {
  return domain === "filesystem" ? /^(?:\/|~|[A-Za-z]:)/.test(subject) : true;
}

/** Declared rights that no code makes use of. */
export function unusedOf(
  permissions: readonly Permission[],
  uses: readonly Use[],
): readonly Permission[] {
  const used = new Set<string>(uses.map(({ domain }) => domain));
  return permissions.filter(
    ({ domain, isNone }) => !isNone && COMPARED.has(domain) && !used.has(domain),
  );
}

/** What a connected server does is not seen in code. */
const COMPARED: ReadonlySet<string> = new Set([
  "network",
  "filesystem",
  "shell",
  "database",
  "desktop",
]);
