export type { ReadLanguage, ReadTree, SyntaxLimits } from "./reader.ts";
export { TreeSitterReader } from "./reader.ts";
export type { ReadNode } from "./copy.ts";
