/** For programs that install, renew, check and publish skills: what the commands do, as functions. */
import { homeFolder } from "../platform/process/index.ts";
import { vouchFor as vouch } from "./lock/index.ts";
import { type Tier, type TrustedKeys, userTrust } from "./sign/index.ts";

export { registryCodes } from "./diagnostics.ts";
export {
  type AppliedSkill,
  type FrozenReport,
  type GateName,
  type GateStep,
  type MergeConflict,
  MergeConflictError,
  type RemovedSkill,
  RiskySkillError,
} from "./install/index.ts";
export {
  checkLock,
  type Drift,
  type DriftKind,
  type LockEntry,
  lockGuard,
  openLock,
  type SkillLock,
} from "./lock/index.ts";
export {
  type InstalledSkill,
  type InstallManyOptions,
  type ManagerOptions,
  openManager,
  type OutdatedSkill,
  type Published,
  type PublishOptions,
  publishSkill,
  type SkillManager,
  type UpdateOptions,
  type UpdateReport,
} from "./manager/index.ts";
export { type Packed, packSkill, unpackSkill } from "./package/index.ts";
export {
  type Catalog,
  type CatalogVersion,
  type Conflict,
  type Demand,
  isInRange,
  type Resolution,
  resolve,
} from "./resolve/index.ts";
export {
  readTrust,
  type SignatureVerdict,
  type Tier,
  type TrustedKeys,
  trustKey,
  userTrust,
  verifySignature,
} from "./sign/index.ts";
export {
  type FetchedSkill,
  openRegistryClient,
  type RegistryClient,
  type RegistrySkill,
} from "./sources/index.ts";

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
