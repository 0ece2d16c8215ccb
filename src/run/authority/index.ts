export { type CoverContext, covers } from "./covers.ts";
export type { PathContext } from "./overlap.ts";
export { isOpenVariable } from "./access-rules.ts";
export { joinRules, type OrganisationRules, readRules } from "./rules.ts";
export { policy, type PolicyRequest, listQuestions } from "./policy.ts";
export type { FileRule, PolicyItem, SandboxPolicy } from "./policy-value.ts";
export { MACHINERY, listScopes as scopesOf, splitPattern, splitServer } from "./scopes.ts";
export { isStartedName, startedAround, startedPlaces } from "./started.ts";
