export { cachedEmbeddings } from "./cached-embeddings.ts";
