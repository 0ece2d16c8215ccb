export type { Json, JsonObject, Path } from "./json.ts";
export {
  defineKey,
  formatPath,
  getKey,
  getPath,
  isEqual,
  isList,
  isObject,
  parseJson,
  pathSetter,
  setPath,
  typeName,
  withKey,
} from "./json.ts";
export type {
  Diagnostic,
  Fix,
  Outcome,
  Position,
  Range,
  Related,
  Severity,
  Span,
  TextEdit,
} from "./diagnostic.ts";
export { SkillError, withoutCause } from "./diagnostic.ts";
export { lazyProperties } from "./lazy.ts";
export { type ErrorCatalogue, failFrom, listStatuses } from "./errors.ts";
export {
  escapeInvisible,
  oneLine,
  quoteForShell,
  withoutControls,
  withoutControlsButColors,
} from "./printable.ts";
export type {
  Extension,
  FacetId,
  Facets,
  InputDefinition,
  InstallSpec,
  Skill,
  SkillReference,
  ToolDeclaration,
} from "./skill.ts";
export { getFacet, splitFacet } from "./skill.ts";
export { emptyFacets, facetIds, facetTitles, isFacetId } from "./facets.ts";
export { normalizeText } from "./normalize.ts";
export { isOwnName, isRepositoryName, RepositoryWatch } from "./repositories.ts";
export { editDistance, foldCase } from "./words.ts";
export { didYouMean, strictTolerance, suggest } from "./suggest.ts";
export { compileGlob } from "./glob.ts";
export { withoutEnd } from "./trim.ts";
