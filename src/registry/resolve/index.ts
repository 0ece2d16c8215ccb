/** Which versions of skills go together. */
export { type Catalog, type CatalogVersion, type Demand, remembering } from "./catalog.ts";
export { type Chain, type Conflict, conflictError, type Obstacle } from "./conflict.ts";
export { inInstallOrder } from "./order.ts";
export {
  ANY,
  byPreference,
  compareVersions,
  isInRange,
  isOlder,
  isPrerelease,
  isRange,
} from "./ranges.ts";
export { type Resolution, resolve, type ResolvedSkill, type ResolveOptions } from "./resolve.ts";
