/** Reads, lints, converts and compares skills. Everything here is pure: no I/O, and it runs in a browser. */
export {
  createLinter,
  type FileResult,
  type FixedText,
  fixText,
  lint,
  type LintConfig,
  type Linter,
  type LintInput,
  type LintOptions,
  type LintReport,
  parseConfig,
} from "./check/index.ts";
export {
  type Matrix,
  matrix,
  matrixHtml,
  type MatrixInput,
  matrixText,
} from "./check/matrix/index.ts";
export {
  type Conversion,
  convert,
  type ConvertOptions,
  type LossReport,
} from "./skill/convert/index.ts";
export {
  applyEdits,
  detectDialect,
  type DetectedFormat,
  type Diagnostic,
  type Dialect,
  dialects,
  type Document,
  findDialect,
  type Fix,
  jsonSchema,
  type Outcome,
  profiles,
  type Range,
  readDocument,
  type ReadOptions,
  type ReadSkill,
  readSkill,
  type Skill,
  SkillError,
  type TextEdit,
} from "./skill/index.ts";
