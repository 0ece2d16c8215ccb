export {
  createBase,
  deleteBase,
  findBase,
  findBaseForChange,
  type KnowledgeBase,
  listBases,
  readBaseSharing,
  shareBase,
} from "./bases.ts";
export { knowledgeCodes } from "./diagnostics.ts";
export {
  addDocument,
  countPassages,
  deleteDocument,
  findDocument,
  type KnowledgeDocument,
  listDocuments,
  findTask,
} from "./documents.ts";
export { removeDeleted } from "./remove.ts";
export { processDocument, resumeDocuments, retryDocument } from "./process-document.ts";
export { readPassage, type PassageInPlace } from "./passages.ts";
export type { KnowledgePorts } from "./ports.ts";
export { retrieveFor, searchBase } from "./retrieve.ts";
