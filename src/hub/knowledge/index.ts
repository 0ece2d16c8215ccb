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
  type KnowledgeDocument,
  listDocuments,
  findTask,
} from "./documents.ts";
export { embedDocument, resumeVectors, setVectors } from "./embed-document.ts";
export { indexAgain, indexDocument } from "./index-document.ts";
export { followDocuments } from "./follow.ts";
export { removeDeleted } from "./remove.ts";
export { processDocument, resumeDocuments } from "./process-document.ts";
export { readPassage } from "./passages.ts";
export { openEmbeddings } from "./open-embeddings.ts";
export { type KnowledgePorts, limitsOf } from "./ports.ts";
export { DEFAULT_DOCUMENT_LIMITS, type DocumentLimits } from "../../run/knowledge/index.ts";
export { loadTokenCounter } from "../../run/tokens/index.ts";
export { retrieveFor, searchBase } from "./retrieve.ts";
