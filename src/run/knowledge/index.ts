export { type Chunk, chunkSizeFor, chunkText } from "./chunk.ts";
export { codeStride, cosine, packCodes, toBytes, toCode, toFloats } from "./codes.ts";
export {
  DOCUMENT_TYPES,
  documentKind,
  type DocumentKind,
  extractText,
  MOST_DOCUMENT_BYTES,
} from "./documents/extract.ts";
export { localEmbeddings } from "./local-embeddings.ts";
export { repeatedLength } from "./repeated.ts";
export { type CodeScanner, openCodeScanner } from "./scan-codes.ts";
export { type ChunkIndex, type Hit, type Passage, searchPassages } from "./search.ts";
export { searchWords } from "./words.ts";
