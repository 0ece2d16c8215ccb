export type { DecodedText } from "./decode.ts";
export { decodeText } from "./decode.ts";
export type { Document } from "./document.ts";
export { bodyOf, readDocument } from "./document.ts";
export { applyEdits } from "./edit.ts";
export { findLineBreak } from "./fence.ts";
export { FillBudget, fillText, TOO_LONG } from "./fill.ts";
export { findInData } from "./locate.ts";
export { lineEnd, lineStarts, normalizeLineEnds, positionAt, rangeOf } from "./lines.ts";
export {
  findPlaceholders,
  isPlaceholderName,
  renderTemplate,
  undeclaredPlaceholders,
  unfilledPlaceholders,
} from "./placeholders.ts";
export type { Problem, ProblemKind } from "./problem.ts";
export type { JsonLeniency } from "./relaxed-json.ts";
export { parseRelaxedJson } from "./relaxed-json.ts";
export { splitChunks } from "./recover.ts";
export type { StyleFinding } from "./strict-style.ts";
export { findRefusedStyle } from "./strict-style.ts";
export { readFlatYaml } from "./flat-yaml.ts";
export type { ScalarRule } from "./values.ts";
export { parseYaml } from "./values.ts";
