import { sentenceFor } from "../../../src/run/authority/sentences.ts";
import { dialects, findDialect, type GrantDecision } from "../../../src/skill/index.ts";

/** A permission as a sentence, with what a tier makes of it. */
export interface SaidPermission {
  readonly permission: string;
  readonly sentence: string;
  /** Whether a system has such a permission. */
  readonly isKnown: boolean;
  readonly decision: GrantDecision;
}

export interface PermissionQuestion {
  readonly permissions: readonly string[];
  readonly tier: string;
  readonly dialect: string;
}

/** Skills of this tier get the narrow form of every permission. */
const UNVOUCHED = "experimental";

export function sayPermissions(question: PermissionQuestion): readonly SaidPermission[] {
  const { permissions, tier, dialect } = question;
  const trust =
    findDialect(dialect)?.trust ?? dialects.find((one) => one.trust !== undefined)?.trust;
  return permissions.map((permission) => {
    const parts = trust?.readPermission(permission);
    return {
      permission,
      sentence:
        parts === undefined
          ? "Something that this program does not know."
          : sentenceFor(parts, tier === UNVOUCHED),
      isKnown: parts !== undefined,
      decision: trust?.decide(tier, permission) ?? "refused",
    };
  });
}
