/** For programs that install, renew, check and publish skills: what the commands do, as functions. */
import { homeFolder } from "../platform/process/index.ts";
import { vouchFor as vouch } from "./lock/index.ts";
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
 * The tier for which the lock around an installed skill and its signature vouch, to be given as `consent.attestedTier`
 * where its tools are loaded. Throws where the skill is not what the lock records.
 */
export async function vouchFor(
  folder: string,
  trust: TrustedKeys = userTrust(homeFolder()),
): Promise<Tier> {
  return await vouch(folder, trust);
}
