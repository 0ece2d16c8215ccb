/** What users have agreed to, kept for each version of each skill. */
export {
  consentFor,
  type GrantedSkill,
  type GrantRecord,
  type StoredConsent,
  namesFolder,
  withoutSkill,
  withRecord,
} from "./records.ts";
export { contentDigest, skillDigest } from "./digest.ts";
export { readOrganisation } from "./organisation.ts";
export { grantsFile, readGrants, writeGrants } from "./file.ts";
