/** Skills as packages: their files, digests and archives. */
export { contentDigest, fileDigests, manifestDigest, treeIntegrity } from "./digests.ts";
export { type Packed, type PackedFile, packSkill } from "./pack-skill.ts";
export {
  packageLimits,
  readForPackage,
  readInstalled,
  readManifest,
  type SkillContent,
} from "./read-files.ts";
export { inPathOrder, type SkillFile } from "./skill-file.ts";
export {
  readPackage,
  readPackageBytes,
  type UnpackedSkill,
  type UnpackOptions,
  unpackSkill,
} from "./unpack-skill.ts";
