export { authorityCodes } from "./diagnostics.ts";
export type { Surroundings } from "./overlap.ts";
export { joinRules, type OrganisationRules, readRules } from "./rules.ts";
export { isOpenVariable, policy, type PolicyRequest, questionsOf } from "./policy.ts";
export type { FileRule, PermissionState, PolicyItem, SandboxPolicy } from "./policy-value.ts";
export { covers, isWholeFolder, OWN_PLACE, scopesOf, splitPattern } from "./scopes.ts";
