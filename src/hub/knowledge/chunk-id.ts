/** The id of a passage, by its document and its place in it. */
export function toChunkId(documentId: string, position: number): string {
  return `${documentId}_chunk_${position}`;
}
