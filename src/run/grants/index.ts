/** What users have agreed to, kept for each version of each skill. */
export {
  consentFor,
  type GrantedSkill,
  type GrantRecord,
  type KeptConsent,
  meansFolder,
  withoutSkill,
  withRecord,
} from "./book.ts";
export { contentDigest, skillDigest } from "./digest.ts";
export { readOrganisation } from "./organisation.ts";
export { grantsFile, readGrants, writeGrants } from "./file.ts";
