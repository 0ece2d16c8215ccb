/** A part of a document's text, in the order of reading. */
export interface Section {
  readonly text: string;
  /** The number of the page or slide, where the document has some. */
  readonly page?: number;
  /** The lines at the start of a table without which its other lines say little. */
  readonly header?: string;
}

/** What is taken of one document. */
export interface DocumentLimits {
  readonly maxBytes: number;
  /** A small document may unfold into a large text; what lies beyond is not indexed. */
  readonly maxCharacters: number;
}

export const DEFAULT_DOCUMENT_LIMITS: DocumentLimits = {
  maxBytes: 5 * 1024 * 1024,
  maxCharacters: 20 * 1024 * 1024,
};
