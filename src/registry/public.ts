/** For programs that install, renew, check and publish skills: what the commands do, as functions. */
import { homeFolder } from "../platform/process/index.ts";
import { verifyInstalled as verify } from "./lock/index.ts";
import { type Tier, type TrustedKeys, userTrust } from "./sign/index.ts";

export { MergeConflictError, RiskySkillError } from "./install/index.ts";
export { checkLock, type Drift, lockGuard, openLock } from "./lock/index.ts";
export {
  type InstalledSkill,
  type ManagerOptions,
  openManager,
  type PublishOptions,
  publishSkill,
  type SkillManager,
} from "./manager/index.ts";
export { packSkill, unpackSkill } from "./package/index.ts";
export { isInRange, resolve } from "./resolve/index.ts";
export {
  readTrust,
  type SignatureVerdict,
  type Tier,
  type TrustedKeys,
  userTrust,
  verifySignature,
} from "./sign/index.ts";
export { openRegistryClient, type RegistryClient } from "./sources/index.ts";

/**
 * Verifies an installed skill by the lock around it and by its signature, and gives its tier, to be passed as
 * `consent.attestedTier` where its tools are loaded. Throws where the skill is not what the lock records.
 */
export async function verifyInstalled(
  folder: string,
  trust: TrustedKeys = userTrust(homeFolder()),
): Promise<Tier> {
  return await verify(folder, trust);
}
