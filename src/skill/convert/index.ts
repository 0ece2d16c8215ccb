export { type Conversion, convert, type ConvertOptions } from "./convert.ts";
export { diagnoseAt } from "./diagnose.ts";
export { differingExtensions, unaccounted } from "./leaves.ts";
export { reportMarkdown } from "./markdown.ts";
export { countOutcomes, type LossReport } from "./report.ts";
export { authoredSkill } from "./source.ts";
