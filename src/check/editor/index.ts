export { completeField, type CompletionItem, type Completions } from "./completion.ts";
export { type FieldInfo, listFields } from "./fields.ts";
export { fieldAt } from "./field-at.ts";
export { describeField } from "./hover.ts";
export { outline, type OutlineEntry } from "./outline.ts";
export { placeAt } from "./place.ts";
export { findReferences } from "./references.ts";
