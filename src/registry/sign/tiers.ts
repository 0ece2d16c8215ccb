/** From least to most trusted. */
export const tiers = ["experimental", "community", "verified"] as const;

/** How far a skill is trusted, from `experimental` up. */
export type Tier = (typeof tiers)[number];

export function isTier(value: unknown): value is Tier {
  return tiers.some((tier) => tier === value);
}

/** The lesser of two: what a skill claims counts only as far as a signature attests it. */
export function lesserTier(one: Tier, other: Tier): Tier {
  return tiers.indexOf(one) < tiers.indexOf(other) ? one : other;
}

export function greaterTier(one: Tier, other: Tier): Tier {
  return lesserTier(one, other) === one ? other : one;
}

/** What a file says of its tier; whatever else it says is the least. */
export function parseTier(value: unknown): Tier {
  return isTier(value) ? value : "experimental";
}

/** What a key in the trust file stands for, by the names that GAIA gives. */
export type Role = "publisher" | "amd";

export const roles: readonly Role[] = ["publisher", "amd"];

const ATTESTED: Readonly<Record<Role, Tier>> = { publisher: "community", amd: "verified" };

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

export function attestedBy(role: Role | undefined): Tier {
  return role === undefined ? "experimental" : ATTESTED[role];
}
