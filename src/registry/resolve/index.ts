/** Which versions of skills go together. */
export { type Catalog, type CatalogVersion, type Demand, remembering } from "./catalog.ts";
export { conflictError } from "./conflict.ts";
export {
  ANY,
  byPreference,
  compareVersions,
  isInRange,
  isOlder,
  isPrerelease,
  isRange,
} from "./ranges.ts";
export { type Resolution, resolve, type ResolvedSkill } from "./resolve.ts";
