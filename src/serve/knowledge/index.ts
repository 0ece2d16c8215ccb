export {
  createBase,
  deleteBase,
  findBase,
  findBaseForChange,
  type KnowledgeBase,
  listBases,
  type NewKnowledgeBase,
} from "./bases.ts";
export { knowledgeCodes } from "./diagnostics.ts";
export {
  addDocument,
  deleteDocument,
  findDocument,
  type KnowledgeDocument,
  listDocuments,
  processDocument,
  type Upload,
} from "./documents.ts";
export type { KnowledgePorts } from "./ports.ts";
export { retrieveFor, searchBase } from "./retrieve.ts";
