export { type Chunk, CHUNK_SIZE, type ChunkSize, chunkText } from "./chunk.ts";
export { documentKind, type DocumentKind, extractText, MOST_DOCUMENT_BYTES } from "./extract.ts";
export { LOCAL_EMBEDDING, localEmbeddings } from "./local-embeddings.ts";
export { repeatedLength } from "./repeated.ts";
export {
  type ChunkIndex,
  type Hit,
  type Passage,
  searchPassages,
  type SearchOptions,
  type Vector,
} from "./search.ts";
export { searchWords } from "./words.ts";
