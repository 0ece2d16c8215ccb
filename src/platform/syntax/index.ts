export { TreeSitterReader } from "./reader.ts";
export type { ReadNode } from "./copy.ts";
