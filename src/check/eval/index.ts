export {
  type Collision,
  type CollisionReport,
  findCollisions,
  indexLibrary,
  type LibrarySkill,
  meaningSpace,
  wordSpace,
} from "./collisions/index.ts";
export { evalCodes } from "./diagnostics.ts";
export { draftSuites } from "./draft.ts";
export { exampleOf } from "./example.ts";
export { evalFormats } from "./formats/index.ts";
export type { EvalCase, EvalSuite, SuiteFile } from "./model.ts";
export { parseFile } from "./parse.ts";
export { detectFormat, findFormat, readSuite, type ReadSuite } from "./read.ts";
export { type Loss, writeSuite } from "./write.ts";
export { type BrokenLimit, checkLimits, parseLimits } from "./fail-on.ts";
export { judgeTrigger } from "./judge-trigger.ts";
export {
  confusionMatrix,
  type ConfusionRow,
  type Proportion,
  scoreTriggers,
  type TriggerScores,
} from "./stats/index.ts";
