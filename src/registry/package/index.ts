/** Skills as packages: their files, digests and archives. */
export { contentDigest, fileDigests, manifestDigest, treeIntegrity } from "./digests.ts";
export type { SkillFile } from "./skill-file.ts";
