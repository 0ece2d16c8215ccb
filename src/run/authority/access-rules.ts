/** What a permission opens. Both the sandbox and the question whether one permission holds another are built from it. */
import {
  credentialGroup,
  isOfGroup,
  isSensitiveName,
  refusedGroups,
} from "../../platform/index.ts";
import { meansLocalNetwork } from "../../platform/sandbox/host-rules.ts";
import type { HostRule } from "../../platform/sandbox/index.ts";
import type { Permission } from "../../skill/index.ts";
import { secretsAbove } from "./hidden.ts";
import type { FileRule } from "./policy-value.ts";
import { listScopes, splitPattern, splitPort } from "./scopes.ts";

const DATABASES: readonly string[] = ["./*.db", "./*.sqlite", "./*.sqlite3"];

function rule(pattern: string, access: FileRule["access"]): FileRule {
  return { pattern, access, isDatabase: false };
}

/** Files of a permission; without a scope an experimental skill has the working folder alone. */
export function fileRules(parts: Permission, isExperimental: boolean): readonly FileRule[] {
  const access = parts.level === "write" ? "write" : "read";
  const scopes = listScopes(parts);
  if (parts.domain === "database")
    return (scopes ?? DATABASES).map((pattern) => ({ pattern, access, isDatabase: true }));
  if (parts.domain !== "filesystem") return [];
  if (scopes !== undefined) return scopes.map((pattern) => rule(pattern, access));
  if (isExperimental) return [rule("./**", access)];
  const everything = rule("/**", "read");
  return access === "read"
    ? [everything]
    : [everything, rule("~/**", "write"), rule("./**", "write")];
}

/** Hosts of a permission; without a scope the web, and nothing of a private network. */
export function hostRules(parts: Permission): readonly HostRule[] {
  if (parts.domain !== "network") return [];
  const access = parts.level === "write" ? "write" : "read";
  return (listScopes(parts) ?? ["*"]).map((scope) => ({ ...splitPort(scope), access }));
}

/** Settings and keys of this program, such as `SKILLWRIGHT_SECRET_KEY`. */
const OWN_VARIABLE = /^SKILLWRIGHT_/iu;

/** Variables that decide which code runs, and those of this program, are given to no skill, whoever asks for them. */
export function isHarmless(name: string): boolean {
  return !OWN_VARIABLE.test(name) && !refusedGroups.some((group) => isOfGroup(name, group));
}

/** Whether an open environment shows a variable: not what loads code, and not what is a secret. */
export function isOpenVariable(name: string): boolean {
  return isHarmless(name) && !isSensitiveName(name) && !isOfGroup(name, credentialGroup);
}

/**
 * Whether a permission opens what belongs to the user and not to the machine: a place of keys, a secret by its name, the
 * network around, or a server to which the user is logged in.
 */
export function isSecretAccess(parts: Permission): boolean {
  const variables = parts.domain === "env" ? (listScopes(parts) ?? []) : [];
  return (
    parts.domain === "mcp" ||
    fileRules(parts, false).some(
      ({ pattern }) => secretsAbove(splitPattern(pattern).base).length > 0,
    ) ||
    hostRules(parts).some(meansLocalNetwork) ||
    variables.some((name) => !isOpenVariable(name))
  );
}
