/** Who made a skill, and how far that is trusted here. */
export { createKey, type KeyFiles, keyFiles, loadKey } from "./keys.ts";
export { signSkill, type SignedSkill } from "./sign-skill.ts";
export {
  checkSignature,
  checkSignatureText,
  keyIdOf,
  SIGNATURE_FILE,
  type SignedRelease,
  writeSignature,
} from "./signature.ts";
export { isRole, isTier, lesserTier, type Role, roles, type Tier, tierOf } from "./tiers.ts";
export {
  readTrust,
  type TrustedKey,
  type TrustedKeys,
  trustKey,
  trustOf,
  writeTrust,
} from "./trust.ts";
export { judgeSignature, type SignatureVerdict, verifySignature } from "./verify.ts";
export { userTrust } from "./user-trust.ts";
