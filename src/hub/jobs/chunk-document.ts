import {
  type Chunk,
  chunkSizeFor,
  chunkText,
  type DocumentKind,
  extractText,
  searchWords,
} from "../../run/knowledge/index.ts";
import { loadTokenCounter } from "../../run/tokens/index.ts";

export interface DocumentInput {
  readonly name: string;
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
  /** Tokens that the embedding model reads of a passage. */
  readonly window?: number;
  readonly maxCharacters?: number;
}

export interface IndexedChunk extends Chunk {
  /** Words by which it is found, with blanks between. */
  readonly words: string;
}

export type ChunkDocument = (input: DocumentInput) => Promise<readonly IndexedChunk[]>;

/** Takes the text out of a document and cuts it into pieces that can be found. */
export const chunkDocument: ChunkDocument = async (input) => {
  const { name, kind, bytes, window, maxCharacters } = input;
  const sections = await extractText(kind, bytes, maxCharacters);
  return chunkText(sections, await loadTokenCounter(), chunkSizeFor(window)).map((chunk) => ({
    ...chunk,
    words: searchWords(`${name}\n${chunk.text}`).join(" "),
  }));
};
