export {
  confusionMatrix,
  type ConfusionRow,
  scoreTriggers,
  type TriggerOutcome,
  type TriggerScores,
} from "./confusion.ts";
export {
  type McNemar,
  mcnemar,
  type PairedDifference,
  pairedDifference,
  computeSpread,
  toVerdict,
  type Verdict,
} from "./paired.ts";
export { cohenKappa, passAtK, passHatK, type Proportion, wilson } from "./proportion.ts";
