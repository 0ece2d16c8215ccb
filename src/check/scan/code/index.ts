export { analyseCode } from "./analyse.ts";
export type {
  CallFact,
  Carried,
  CodeProblem,
  CodeReport,
  Command,
  Decode,
  Disguise,
  Execution,
  FileUse,
  FileWrite,
  Flow,
  Observed,
  Place,
  Position,
  Send,
  Source,
  SourceKind,
} from "./facts.ts";
export { codeReportOf } from "./report.ts";
export type { SyntaxLanguage, SyntaxNode, SyntaxReader, SyntaxTree } from "./syntax.ts";
export type { Unit } from "./unit.ts";
