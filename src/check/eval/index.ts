export {
  type Collision,
  type CollisionReport,
  findCollisions,
  indexLibrary,
  type LibrarySkill,
  meaningSpace,
  wordSpace,
} from "./collisions/index.ts";
export {
  type Benchmark,
  type CaseSummary,
  type Configuration,
  type EvalRun,
  passRate,
  type Spread,
  summarize,
} from "./benchmark.ts";
export {
  findFallenLifts,
  inPoints,
  isBenchmarkFile,
  type MeasuredLift,
  readMeasuredLift,
  readMeasuredTriggers,
} from "./measured-lift.ts";
export { gradeChecks, type RunFacts } from "./grade.ts";
export { JUDGE_PROMPT, judgedStatements, judgeRequest, readJudgement } from "./judge.ts";
export { evalCodes, problem } from "./diagnostics.ts";
export { draftSuites, type Neighbour } from "./draft.ts";
export { buildExample } from "./example.ts";
export { evalFormats } from "./formats/index.ts";
export { type EvalCase, type EvalSuite, expectsAnswer, type SuiteFile } from "./model.ts";
export { parseFile } from "./parse.ts";
export { isSuitePath, SUITE_FOLDERS, SUITE_NAMES } from "./suite-paths.ts";
export { findSuiteNames } from "./suite-names.ts";
export { detectFormat, findFormat, type ReadOptions, readSuite, type ReadSuite } from "./read.ts";
export { type Loss, writeSuite } from "./write.ts";
export { type BrokenLimit, checkLimits, formatLimit, parseLimits } from "./fail-on.ts";
export { judgeTrigger } from "./judge-trigger.ts";
export {
  cohenKappa,
  confusionMatrix,
  type ConfusionRow,
  type McNemar,
  mcnemar,
  type PairedDifference,
  pairedDifference,
  type Proportion,
  scoreTriggers,
  computeSpread,
  toVerdict,
  type TriggerScores,
  type Verdict,
} from "./stats/index.ts";
