export { findSuiteNames, isBenchmarkFile, isSuitePath } from "../eval/index.ts";
export { type FieldInfo, listFields } from "./fields.ts";
export {
  EditorRefusal,
  type LanguagePorts,
  type LibraryDocument,
  type ListedSkill,
  type NamedFile,
  type OpenSkill,
} from "./service/ports.ts";
export { type DiagnosticData, toForeignDiagnostic } from "./service/protocol.ts";
export { createLanguageService, type LanguageService } from "./service/service.ts";
