export { type CoverContext, covers } from "./covers.ts";
export { authorityCodes } from "./diagnostics.ts";
export type { Surroundings } from "./overlap.ts";
export { isOpenVariable } from "./opening.ts";
export { joinRules, type OrganisationRules, readRules } from "./rules.ts";
export { policy, type PolicyRequest, questionsOf } from "./policy.ts";
export type { FileRule, PolicyItem, SandboxPolicy } from "./policy-value.ts";
export { scopesOf, splitPattern } from "./scopes.ts";
