/** Data of a node, as the schema of its type gives it. */
export interface NodeData {
  readonly [key: string]: unknown;
}
