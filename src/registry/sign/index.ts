/** Who made a skill, and how far that is trusted here. */
export { checkSignature, checkSignatureText, type SignedRelease } from "./signature.ts";
export { type TrustedKeys, trustOf } from "./trust.ts";
export { judgeSignature, type SignatureVerdict, verifySignature } from "./verify.ts";
