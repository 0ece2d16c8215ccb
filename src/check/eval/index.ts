export { evalCodes } from "./diagnostics.ts";
export { evalFormats } from "./formats/index.ts";
export type {
  Assertion,
  Check,
  EvalCase,
  EvalSuite,
  SuiteDefaults,
  SuiteFile,
  TriggerExpectation,
} from "./model.ts";
export { detectFormat, findFormat, readSuite, type ReadSuite } from "./read.ts";
export { type Loss, writeSuite, type WrittenSuite } from "./write.ts";
