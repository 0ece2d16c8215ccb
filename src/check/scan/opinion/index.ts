export { questionsFor, readOpinions } from "./opinion.ts";
export { opinionRule } from "./opinion-rule.ts";
export { secondOpinion } from "./second-opinion.ts";
