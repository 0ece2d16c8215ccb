import { type SkillError } from "../../skill/index.ts";
import { fail } from "../errors.ts";
import type { LockEntry } from "../lock/index.ts";
import type { FetchedSkill } from "../sources/fetched.ts";

export interface ConsentRequest {
  readonly skill: FetchedSkill;
  /** With its tier, and what that makes of each permission. */
  readonly entry: LockEntry;
}

/**
 * Gets a yes to what a skill asks for, given the permissions that were agreed to by name. Returns those that needed a
 * yes and got one; throws where one is lacking.
 */
export type Agree = (
  request: ConsentRequest,
  allowed: readonly string[],
) => Promise<readonly string[]>;

/** Where nobody can be asked, only what was agreed to by name counts. */
export const agreeToListed: Agree = ({ skill, entry }, allowed) => {
  const by = (decision: string): readonly string[] =>
    Object.keys(entry.grants).filter((permission) => entry.grants[permission] === decision);
  const refused = by("refused").find((permission) => !allowed.includes(permission));
  if (refused !== undefined) throw refusedPermission(skill.name, refused, entry.enforcedTier);
  const asked = by("prompt");
  const lacking = asked.filter((permission) => !allowed.includes(permission));
  if (lacking.length > 0) throw notAgreed(skill.name, lacking);
  return Promise.resolve([...asked, ...by("refused")]);
};

export function refusedPermission(name: string, permission: string, tier: string): SkillError {
  return fail("registry/refused-permission", { name, permission, tier });
}

export function notAgreed(name: string, lacking: readonly string[]): SkillError {
  return fail("registry/not-agreed", { name, lacking });
}
