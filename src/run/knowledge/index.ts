export { type Chunk, chunkSizeFor, chunkText } from "./chunk.ts";
export { codeStride, cosine, packCodes, toBytes, toCode, toFloats } from "./codes.ts";
export {
  DOCUMENT_TYPES,
  documentKind,
  type DocumentKind,
  extractText,
} from "./documents/extract.ts";
export { DEFAULT_DOCUMENT_LIMITS, type DocumentLimits } from "./documents/section.ts";
export {
  EMBEDDING_PACKAGES,
  embeddingFolder,
  embeddingFolders,
  localEmbeddings,
} from "./local-embeddings.ts";
export { repeatedLength } from "./repeated.ts";
export { type CodeScanner, openCodeScanner } from "./scan-codes.ts";
export { type ChunkIndex, type Hit, type Passage, searchPassages } from "./search.ts";
export { searchWords } from "./words.ts";
