export {
  confusionMatrix,
  type ConfusionRow,
  scoreTriggers,
  type TriggerOutcome,
  type TriggerScores,
} from "./confusion.ts";
export { mcnemar, pairedDifference, spreadOf, toVerdict } from "./paired.ts";
export { cohenKappa, passAtK, passHatK, type Proportion, wilson } from "./proportion.ts";
