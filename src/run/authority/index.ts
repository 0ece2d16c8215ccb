export {
  isOpenVariable,
  type OrganisationRules,
  policy,
  type PolicyRequest,
  questionsOf,
} from "./policy.ts";
export type { FileRule, PermissionState, PolicyItem, SandboxPolicy } from "./policy-value.ts";
export { covers, isWholeFolder, OWN_PLACE, splitPattern } from "./scopes.ts";
