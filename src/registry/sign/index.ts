/** Who made a skill, and how far that is trusted here. */
export { fromBase64 } from "./base64.ts";
export { createKey, keyFiles, loadKey } from "./keys.ts";
export { readRelease, type SignedSkill, signSkill, signWithSigstore } from "./sign-skill.ts";
export {
  checkSignature,
  checkSignatureText,
  computeKeyId,
  PGP_FILE,
  SIGNATURE_FILE,
  type SignedRelease,
  writeSignature,
} from "./signature.ts";
export { isTier, lesserTier, type Role, type Tier, parseTier } from "./tiers.ts";
export { pgpStatement, readPgpKey } from "./openpgp.ts";
export { verifyRelease } from "./verify-release.ts";
export {
  identityKey,
  isPrivateHalf,
  pgpKey,
  privateKeyError,
  readTrust,
  SIGSTORE_ROOT,
  type TrustedKey,
  type TrustedKeys,
  trustKey,
  trustOf,
  trustOther,
  writeTrust,
} from "./trust.ts";
export { judgeSignature, type SignatureVerdict, verifySignature } from "./verify.ts";
export { userTrust } from "./user-trust.ts";
