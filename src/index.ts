/** The public face: what most programs need, by name. The subpaths offer the rest. */
export {
  createLinter,
  type FileResult,
  fixText,
  lint,
  type LintConfig,
  type LintInput,
  type LintOptions,
  type LintReport,
  parseConfig,
} from "./check/index.ts";
export { matrix, matrixHtml, matrixText, type Matrix } from "./check/matrix/index.ts";
export {
  type Conversion,
  convert,
  type ConvertOptions,
  type LossReport,
} from "./skill/convert/index.ts";
export {
  type Diagnostic,
  type Dialect,
  dialects,
  findDialect,
  jsonSchema,
  type Outcome,
  profiles,
  readSkill,
  type ReadOptions,
  type ReadSkill,
  type Skill,
  SkillError,
} from "./skill/index.ts";
