export { analyseCode } from "./analyse.ts";
export type {
  CallFact,
  Carried,
  CodeReport,
  Command,
  Execution,
  FileUse,
  FileWrite,
  Place,
  Send,
  Source,
} from "./facts.ts";
export { codeReportOf } from "./report.ts";
export type { GrammarLanguage } from "./syntax.ts";
