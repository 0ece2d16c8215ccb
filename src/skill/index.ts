export * from "./model/index.ts";
export * from "./text/index.ts";
export * from "./dialects/index.ts";
export { type Confirmation, findConfirmation } from "./confirmations.ts";
export type { ReadOptions, ReadSkill } from "./read-skill.ts";
export { readSkill, versionIn } from "./read-skill.ts";
export {
  dialectIds,
  openSpecification,
  chooseDialect,
  requireDialect,
  unknownDialectHint,
} from "./require-dialect.ts";
