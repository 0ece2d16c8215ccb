/** A part of a document's text, in the order of reading. */
export interface Section {
  readonly text: string;
  /** The number of the page or slide, where the document has some. */
  readonly page?: number;
  /** The lines at the start of a table without which its other lines say little. */
  readonly header?: string;
}

/** A small document may unfold into a large text; what lies beyond is not indexed. */
export const MOST_CHARACTERS: number = 20 * 1024 * 1024;
