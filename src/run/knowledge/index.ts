export { type Chunk, chunkSizeFor, chunkText } from "./chunk.ts";
export { documentKind, type DocumentKind, extractText, MOST_DOCUMENT_BYTES } from "./extract.ts";
export { localEmbeddings } from "./local-embeddings.ts";
export { repeatedLength } from "./repeated.ts";
export { type ChunkIndex, type Hit, type Passage, searchPassages, type Vector } from "./search.ts";
export { searchWords } from "./words.ts";
