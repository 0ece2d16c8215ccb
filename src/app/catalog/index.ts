export { type Catalog, type ServedFile, type ServedSkill, locateSkill } from "./catalog.ts";
export { cleanTexts } from "./clean.ts";
export { mcpCodes } from "./diagnostics.ts";
export { type CatalogChanges } from "./diff.ts";
export { type FoundSkill, checkPaths } from "./find.ts";
export { DEFAULT_LIMITS, type SkillLimits } from "./folder.ts";
export { type SkillStore } from "./skill-cache.ts";
export { FileChanged } from "./later-reading.ts";
export {
  ALL_ARGUMENTS,
  type BaseFolder,
  buildInstructions,
  type SkillWithBody,
  takesArguments,
  valueOf,
} from "./instructions.ts";
export { fitList, type FittedList } from "./fit-list.ts";
export { findDialect } from "../../skill/index.ts";
export { type LiveOptions } from "./live-options.ts";
export { LiveCatalog } from "./live.ts";
export { FOLDER_TYPE, JSON_TYPE, MARKDOWN, losslessText } from "./media.ts";
export { openScanner } from "./scan-skills.ts";
export { digestOf } from "./serve-skill.ts";
export {
  CATALOG_URI,
  INDEX_URI,
  MANIFEST_FILE,
  SKILL_FILE,
  TEMPLATES,
  type Target,
  readUri,
  skillUri,
} from "./uris.ts";
export { type Verdict, type VerdictStore } from "./verdicts.ts";
export { type CatalogView, type ClientFacts } from "./view.ts";
export { type ChangeListener } from "./views.ts";
