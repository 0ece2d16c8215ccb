export { reportMarkdown } from "./markdown.ts";
export { type Conversion, convert, type ConvertOptions } from "./convert.ts";
export {
  differingExtensions,
  extensionLeaves,
  type Leaf,
  leavesOf,
  unaccounted,
} from "./leaves.ts";
export {
  type Addition,
  BODY,
  countOutcomes,
  type LossEntry,
  type LossOutcome,
  lossOutcomes,
  type LossReport,
  type MissingField,
} from "./report.ts";
export { authoredSkill } from "./source.ts";
