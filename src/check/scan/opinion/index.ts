export type { Opinion, OpinionInput, OpinionPort, OpinionRequest } from "./opinion.ts";
export { askFor, readOpinions } from "./opinion.ts";
export { opinionRule } from "./opinion-rule.ts";
export { secondOpinion, type SecondOpinionOptions } from "./second-opinion.ts";
