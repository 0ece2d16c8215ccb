/** Skills as packages: their files, digests and archives. */
export { contentDigest, manifestDigest, treeIntegrity } from "./digests.ts";
export { type PackedSkill, packSkill } from "./pack-skill.ts";
export {
  packageLimits,
  readForPackage,
  readInstalled,
  readManifest,
  type SkillContent,
} from "./read-files.ts";
export { inPathOrder, type SkillFile } from "./skill-file.ts";
export { readPackage, readPackageBytes, unpackSkill } from "./unpack-skill.ts";
