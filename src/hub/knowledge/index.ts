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
  type DocumentChoice,
  findDocument,
  type KnowledgeDocument,
  listDocuments,
  findTask,
} from "./documents.ts";
export { embedDocument, resumeVectors, setVectors } from "./embed-document.ts";
export { followDocuments } from "./follow.ts";
export { removeDeleted } from "./remove.ts";
export { processDocument, resumeDocuments, retryDocument } from "./process-document.ts";
export { readPassage, type PassageInPlace } from "./passages.ts";
export type { KnowledgePorts } from "./ports.ts";
export { retrieveFor, searchBase } from "./retrieve.ts";
